/** The .deb on a clean Debian: installed with apt, started by an ordinary user, removed without a trace. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from '../machines/clean-machine.ts';
import { madePackages } from './made-packages.ts';
import { expectLibrary, startSafelight } from './served-library.ts';

/** Where apt reads of the repository. */
const SOURCE = '/etc/apt/sources.list.d/safelight.list';

let machine: CleanMachine;
let before: string[];

/** All files, folders and links of the system, but for people's data and what apt and dpkg keep for themselves. */
async function systemFiles(): Promise<string[]> {
  const own = ['/home', '/packages', '/tmp', '/proc', '/dev', '/root', '/run', '/var/cache', '/var/log'];
  const ofApt = ['/var/lib/apt', '/var/lib/dpkg'];
  const { stdout } = await machine.runAsRoot(
    `find / ${[...own, ...ofApt].map((path) => `-path ${path} -prune -o`).join(' ')} -print | sort`,
  );
  return stdout.trim().split('\n');
}

async function asRoot(command: string): Promise<string> {
  const { code, stdout, stderr } = await machine.runAsRoot(`export DEBIAN_FRONTEND=noninteractive; ${command}`);
  expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
  return stdout + stderr;
}

/** Xvfb on a free display. Its socket is an abstract one, which has no file: the machine finds it, too. */
async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(screen.stdout, 'data')) as [Buffer];
  return { display: `:${line.toString().trim()}`, screen };
}

const suites = (['bookworm', 'trixie'] as const).filter((suite) =>
  [undefined, suite].includes(process.env.SAFELIGHT_TEST_DEBIAN as typeof suite | undefined),
);

describe.each(suites)('the .deb on a clean %s', (suite) => {
  beforeAll(async () => {
    machine = await startMachine(suite, { packages: madePackages });
    before = await systemFiles();
  });
  afterAll(() => machine[Symbol.asyncDispose]());

  test('nothing of it, and no Node, is there before', () => {
    expect(before.filter((path) => /safelight|\/bin\/(node|npm)$/.test(path))).toEqual([]);
  });

  test('apt finds it in its repository, and installs it with all that it needs', async () => {
    await asRoot(`echo "deb [trusted=yes] file:/packages/apt stable main" > ${SOURCE}`);
    const own = `-o Dir::Etc::sourcelist=${SOURCE} -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0`;
    await asRoot(`apt-get update -qq ${own}`);
    const simulated = await asRoot('apt-get install -s --no-install-recommends safelight');
    expect(simulated).toContain('Inst libatomic1 ');
    await asRoot('apt-get install -y -qq --no-install-recommends safelight');
    await asRoot(`rm ${SOURCE}`);
    expect(await asRoot('dpkg --verify safelight')).toBe('');
    const { stdout } = await machine.run('command -v safelight; safelight --version');
    expect(stdout).toMatch(
      /^\/usr\/bin\/safelight\n\d+\.\d+\.\d+ \(commit [0-9a-f]{10}(-dirty)?, built from the sources of \d{4}-\d\d-\d\d\)\n$/,
    );
  });

  test('the server for those who want no tray is there, and off', async () => {
    const installed = await systemFiles();
    expect(installed).toContain('/usr/lib/systemd/user/safelight.service');
    expect(installed.filter((path) => path.includes('.wants/safelight'))).toEqual([]);
  });

  test('an ordinary user starts it on a screen, and sees the gallery', async () => {
    const { display, screen } = await startScreen();
    try {
      const safelight = await startSafelight(machine, `env DISPLAY=${display} safelight`);
      await expectLibrary(machine, safelight.url, 'safelight');
      expect(await safelight.end()).toBe(0);
    } finally {
      screen.kill();
    }
  });

  test('without a screen it says so in one line, and serves', async () => {
    const child = machine.start('echo $$ && exec safelight --port 0');
    const said = text(child.stderr!);
    const ended = once(child, 'exit');
    let printed = '';
    for await (const chunk of child.stdout!) {
      printed += String(chunk);
      if (/Open the gallery: \S+/.test(printed)) break;
    }
    await machine.run(`kill -TERM ${parseInt(printed)}`);
    await ended;
    const lines = (await said).split('\n').filter((line) => /tray/i.test(line));
    expect(lines).toHaveLength(1);
  });

  test('removing takes the program, and leaves what people made with it', async () => {
    await asRoot('apt-get remove -y -qq safelight');
    expect((await systemFiles()).filter((path) => path.includes('safelight'))).toEqual([]);
    expect((await machine.run('ls .local/share/safelight')).stdout).toContain('settings.json');
  });

  test('purging says where that lies, and leaves nothing else', async () => {
    const said = await asRoot('apt-get purge -y -qq safelight');
    expect(said).toMatch(/^ {2}\/home\/ana\/\.local\/share\/safelight\r?$/m);
    // Otherwise apt keeps what any other package merely suggests, such as perl.
    await asRoot('apt-get autoremove -y -qq --purge -o APT::AutoRemove::SuggestsImportant=false');
    expect(await systemFiles()).toEqual(before);
    expect(await asRoot('dpkg -l | grep -c safelight || true')).toBe('0\n');
    expect((await machine.run('ls .local/share/safelight')).stdout).toContain('settings.json');
  });
});
