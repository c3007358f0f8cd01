/** The .deb on a clean Debian: installed with apt, started by an ordinary user, removed without a trace. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CleanMachine, startMachine } from '../../test/machines/clean-machine.ts';
import { startScreen } from './desktop-machine.ts';
import { madePackages } from './made-packages.ts';
import { expectLibrary, startSafelight } from './served-library.ts';
import { asRoot, systemFiles } from './system-files.ts';

/** Where apt reads of the repository. */
const SOURCE = '/etc/apt/sources.list.d/safelight.list';

let machine: CleanMachine;
let before: string[];

const suites = (['bookworm', 'trixie'] as const).filter((suite) =>
  [undefined, suite].includes(process.env.SAFELIGHT_TEST_DEBIAN as typeof suite | undefined),
);

describe.each(suites)('the .deb on a clean %s', (suite) => {
  beforeAll(async () => {
    machine = await startMachine(suite, { packages: madePackages });
    before = await systemFiles(machine);
  });
  afterAll(() => machine[Symbol.asyncDispose]());

  test('nothing of it, and no Node, is there before', () => {
    expect(before.filter((path) => /safelight|\/bin\/(node|npm)$/.test(path))).toEqual([]);
  });

  test('apt finds it in its repository, and installs it with all that it needs', async () => {
    await asRoot(machine, `echo "deb [trusted=yes] file:/packages/apt stable main" > ${SOURCE}`);
    const own = `-o Dir::Etc::sourcelist=${SOURCE} -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0`;
    await asRoot(machine, `apt-get update -qq ${own}`);
    const simulated = await asRoot(machine, 'apt-get install -s --no-install-recommends safelight');
    expect(simulated).toContain('Inst libatomic1 ');
    await asRoot(machine, 'apt-get install -y -qq --no-install-recommends safelight');
    await asRoot(machine, `rm ${SOURCE}`);
    expect(await asRoot(machine, 'dpkg --verify safelight')).toBe('');
    const { stdout } = await machine.run('command -v safelight; safelight --version');
    expect(stdout).toMatch(
      /^\/usr\/bin\/safelight\n\d+\.\d+\.\d+ \(commit [0-9a-f]{10}(-dirty)?, built from the sources of \d{4}-\d\d-\d\d\)\n$/,
    );
  });

  test('the server for those who want no tray is there, and off', async () => {
    const installed = await systemFiles(machine);
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
    await asRoot(machine, 'apt-get remove -y -qq safelight');
    expect((await systemFiles(machine)).filter((path) => path.includes('safelight'))).toEqual([]);
    expect((await machine.run('ls .local/share/safelight')).stdout).toContain('settings.json');
  });

  test('purging says where that lies, and leaves nothing else', async () => {
    const said = await asRoot(machine, 'apt-get purge -y -qq safelight');
    expect(said).toMatch(/^ {2}\/home\/ana\/\.local\/share\/safelight\r?$/m);
    // Otherwise apt keeps what any other package merely suggests, such as perl.
    await asRoot(machine, 'apt-get autoremove -y -qq --purge -o APT::AutoRemove::SuggestsImportant=false');
    expect(await systemFiles(machine)).toEqual(before);
    expect(await asRoot(machine, 'dpkg -l | grep -c safelight || true')).toBe('0\n');
    expect((await machine.run('ls .local/share/safelight')).stdout).toContain('settings.json');
  });
});
