/**
 * The program that draws the tray comes with the package systray2, but on Linux for ARM, where it is ours. We speak its protocol (one line of JSON each way)
 * ourselves; docs/decisions/0004-tray-program.md says why.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { programBeside } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';
import type { DrawnRow } from './menu-drawing.ts';

export type TrayHead = { icon: string; title: string; tooltip: string; isTemplateIcon: boolean };

export type TrayCommand = { file: string; args: readonly string[] };

export type TrayProgram = {
  readonly pid: number | undefined;
  show(head: TrayHead, rows: readonly DrawnRow[]): void;
  changeHead(head: TrayHead): void;
  changeRow(row: DrawnRow): void;
  /** Asks the program to end, and kills it if it does not. */
  close(): Promise<void>;
};

export type TrayProgramNews = {
  onReady(): void;
  onClick(id: number): void;
  /** Called once, however it ended, even if it never started. Nothing else is called afterwards. */
  onEnd(reason: string): void;
};

const READY_MS = 15_000;
const CLOSE_MS = 1_000;
/** A program that has stopped reading is useless; what it does not read stays in memory. */
const UNREAD_BYTES = 1024 * 1024;

const News = z.object({ type: z.string(), __id: z.int().optional() });

/** Where the package keeps the program for this platform; null where it ships none. */
export function packagedProgram(platform: NodeJS.Platform): string | null {
  const name = { linux: 'tray_linux_release', darwin: 'tray_darwin_release', win32: 'tray_windows_release.exe' }[
    platform as string
  ];
  if (name === undefined) return null;
  return join(dirname(createRequire(import.meta.url).resolve('systray2/package.json')), 'traybin', name);
}

/** The program of our own for Linux where the package's cannot run: it is x86-64. Only for panels that read D-Bus. */
export function ownProgram(platform: NodeJS.Platform, arch: string): TrayCommand | null {
  if (platform !== 'linux' || arch === 'x64') return null;
  return { file: execPath, args: ['--max-semi-space-size=1', programBeside(import.meta, 'notifier-process')] };
}

/**
 * Why no program can run on such a computer at all; null where one can. Windows and macOS translate the package's.
 */
export function unfitReason(platform: NodeJS.Platform, arch: string): string | null {
  if (ownProgram(platform, arch) !== null) return null;
  if (packagedProgram(platform) === null) return `there is no tray program for ${platform}`;
  if (arch === 'x64' || arch === 'arm64') return null;
  return `the tray program needs an x86-64 computer; this one is ${arch}`;
}

/**
 * An executable file: the package's own, or a copy in `folder`. npm unpacks it without the execute bit, and the package
 * may belong to somebody else.
 */
export function executableProgram(file: string, folder: string, makeExecutable = chmodSync): string {
  if (process.platform === 'win32' || isExecutable(file)) return file;
  try {
    makeExecutable(file, 0o755);
    return file;
  } catch {
    const copy = join(folder, 'safelight-tray');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(copy, { force: true });
    copyFileSync(file, copy);
    chmodSync(copy, 0o700);
    return copy;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts the program, with its own folder inside `folder` for icons: a killed program leaves them behind. */
export function startTrayProgram(
  { file, args, folder, env }: TrayCommand & { folder: string; env: NodeJS.ProcessEnv },
  news: TrayProgramNews,
): TrayProgram {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const iconFolder = mkdtempSync(join(folder, 'icons-'));
  // KDE and others list the icon under the program's name.
  const child: ChildProcessWithoutNullStreams = spawn(file, args, {
    argv0: 'Safelight',
    cwd: dirname(file),
    env: { ...env, TMPDIR: iconFolder },
    windowsHide: true,
  });
  let complaints = '';
  let hasEnded = false;
  let isClosing = false;
  let isReady = false;
  let why: string | null = null;

  const ended = new Promise<void>((resolve) => {
    const end = (reason: string) => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(late);
      rmSync(iconFolder, { recursive: true, force: true });
      resolve();
      if (!isClosing) news.onEnd(why ?? reason);
    };
    child.once('error', (error) => {
      // Also emitted when a signal could not be sent: only a program that never started has no pid.
      if (child.pid === undefined) end(startReason(error));
    });
    // 'close' comes after its last error output; nothing can delay it because the program has no children.
    child.once('close', (code, signal) => end(endReason(code, signal, complaints)));
  });
  // Writing to a program that is just dying is not an error; its end is reported above.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
  child.stderr.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2_000)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = readNews(line);
    if (said === null || isClosing || hasEnded) return;
    if (said.type === 'ready' && !isReady) {
      isReady = true;
      clearTimeout(late);
      news.onReady();
    } else if (said.type === 'clicked' && said.__id !== undefined) news.onClick(said.__id);
  });
  const late = setTimeout(() => {
    why = `the tray program did not answer within ${READY_MS / 1000} seconds`;
    child.kill('SIGKILL');
  }, READY_MS);
  late.unref();

  const send = (message: unknown) => {
    if (hasEnded || isClosing || !child.stdin.writable) return;
    child.stdin.write(`${JSON.stringify(message)}\n`);
    if (child.stdin.writableLength > UNREAD_BYTES) {
      why = 'the tray program no longer reads its input';
      child.kill('SIGKILL');
    }
  };
  return {
    pid: child.pid,
    show: (head, rows) => send({ ...head, items: rows }),
    changeHead: (head) => send({ type: 'update-menu', menu: head }),
    changeRow: (item) => send({ type: 'update-item', seq_id: -1, item }),
    async close() {
      if (hasEnded) return;
      send({ type: 'exit' });
      isClosing = true;
      child.stdin.end();
      const impatient = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}

function readNews(line: string) {
  try {
    const read = News.safeParse(JSON.parse(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Why it could not be started, in words for the user. */
export function startReason(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'the tray program is missing from the package systray2 (run npm install)';
  if (code === 'EACCES') return `the tray program cannot be executed (${reasonOf(error)})`;
  // 86 is EBADARCH on macOS: an Intel program where nothing translates it.
  if (code === 'ENOEXEC' || code === 'EBADARCH' || errno === -86)
    return 'the tray program needs an x86-64 computer (on a Mac: softwareupdate --install-rosetta)';
  return `the tray program could not be started (${reasonOf(error)})`;
}

/** Why it ended, based on its last output, in words for the user. */
export function endReason(code: number | null, signal: NodeJS.Signals | null, complaints: string): string {
  const library = /error while loading shared libraries: (\S+?):/.exec(complaints)?.[1];
  if (library !== undefined) {
    return library.startsWith('libappindicator') || library.startsWith('libayatana')
      ? `the library ${library} is missing (on Debian and Ubuntu: apt install libayatana-appindicator3-1)`
      : `the library ${library} is missing`;
  }
  if (/cannot open display/i.test(complaints)) return 'the display cannot be opened';
  if (signal !== null) return `the tray program was ended by ${signal}`;
  const last = complaints.trim().split('\n').at(-1);
  return `the tray program ended with code ${code ?? '?'}${last ? `: ${last}` : ''}`;
}
