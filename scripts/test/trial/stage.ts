import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { reasonOf } from '../../../src/platform/errors.ts';
import { installSample } from '../../../src/library/sample-library.ts';
import { listeningUrl } from '../../../src/testing/listening-url.ts';

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'dist', 'main.js');

/** A busy machine needs some seconds to start it. */
const START_MS = 60_000;

export const ALL_SCOPES = 'images:read previews:read tags:read films:read cache:refresh';

/** The built program on a library made by a real darktable (the sample), in its own folder. */
export interface Stage extends AsyncDisposable {
  /** Home, data folder, library and everything else that is written. */
  folder: string;
  dataDir: string;
  library: string;
  url: string;
  /** The server's process id. */
  pid: number;
  /** The server's output so far, over all its starts. */
  log: () => string;
  /** Restarts it on the same port. */
  start: () => Promise<void>;
  hasEnded: () => boolean;
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Like closing it; returns how it ended. */
  stop: () => Promise<number | NodeJS.Signals>;
  /** Runs `safelight` with these arguments on the same data folder; returns its output. */
  command: (...args: string[]) => Promise<string>;
}

/** `renderer`: a setting. A stand-in renders, and the darktable that is started is one, too. */
export async function setStage({ renderer }: { renderer: 'bridge' | 'darktable-cli' }): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-trial-'));
  const dataDir = join(folder, 'data');
  const home = join(folder, 'home');
  mkdirSync(home);
  const { library } = await installSample({ assetsDir: join(root, 'assets'), dataDir: join(folder, 'darktable') });
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(SAFELIGHT_|XDG_|DISPLAY|WAYLAND|DBUS)/.test(name)),
    ),
    HOME: home,
    PATH: [await standIns(join(folder, 'bin')), process.env.PATH].join(delimiter),
  };
  let log = '';
  let server: ChildProcess;
  let ending: Promise<number | NodeJS.Signals>;
  const start = async (port: string) => {
    const options = ['--data-dir', dataDir, '--library', library, '--port', port];
    // Files with relative paths also end up in the folder.
    server = spawn(process.execPath, [program, 'serve', ...options], { env, cwd: folder });
    ending = once(server, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
    server.stderr!.on('data', (text: Buffer) => (log += text.toString()));
    const slow = AbortSignal.timeout(START_MS);
    const tooLate = once(slow, 'abort').then(() =>
      Promise.reject(new Error(`It said nothing for ${START_MS / 1000} s`)),
    );
    return Promise.race([listeningUrl(server), tooLate]).catch((error: unknown) => {
      throw new Error(`Safelight did not start. ${reasonOf(error)}\nWhat it said last:\n${log.slice(-4000)}`);
    });
  };
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const kill = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) server.kill(signal);
    await ending;
  };
  const command = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--data-dir', dataDir], { env });
    return stdout.trim();
  };

  await command('settings', 'set', 'renderer', renderer);
  const url = await start('0');
  return {
    folder,
    dataDir,
    library,
    url,
    get pid() {
      return server.pid!;
    },
    log: () => log,
    start: async () => {
      await start(new URL(url).port);
    },
    hasEnded,
    kill,
    stop: async () => {
      await kill('SIGTERM');
      return ending;
    },
    command,
    [Symbol.asyncDispose]: async () => {
      await kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Stand-ins for darktable: one renders every picture alike, one starts at once. */
async function standIns(bin: string): Promise<string> {
  mkdirSync(bin);
  const picture = join(bin, 'rendered.jpg');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#886644' } })
    .jpeg()
    .toFile(picture);
  const isVersion = 'case "$*" in *--version*) echo "this is darktable-cli 4.2.1"; exit 0;; esac';
  const scripts = {
    // PICTURE XMP OUT …; a kill can happen during the pause.
    'darktable-cli': `${isVersion}\nsleep 0.05\ncp '${picture}' "$3"`,
    darktable: isVersion,
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

/** An access token of a client that is registered for it. */
export async function newToken(
  url: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  if (!answer.ok) throw new Error(`no token for ${client_id}: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
