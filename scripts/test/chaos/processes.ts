import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * A process that belongs to a stage: everything it starts inherits its home folder or, like exiftool, at least its
 * working folder.
 */
export interface OwnProcess {
  pid: number;
  kind: 'server' | 'indexer' | 'decoder' | 'renderer' | 'exiftool' | 'other';
  command: string;
}

const KINDS: [RegExp, OwnProcess['kind']][] = [
  [/indexer-process/, 'indexer'],
  [/decoder-process/, 'decoder'],
  [/darktable-cli/, 'renderer'],
  [/exiftool/, 'exiftool'],
  [/main\.js serve/, 'server'],
];

/** The living ones; empty where the system does not tell (only Linux does). */
export function processesOf(folder: string): OwnProcess[] {
  return numbersIn('/proc').flatMap((pid) => {
    const [command, environment] = [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/environ`)];
    const isOwn = environment.includes(`HOME=${folder}/`) || workplaceOf(pid) === folder;
    if (!isOwn || command === '') return [];
    return [{ pid, command, kind: KINDS.find(([pattern]) => pattern.test(command))?.[1] ?? 'other' }];
  });
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .map(Number)
      .filter((number) => number > 0 && number !== process.pid);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function workplaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** False when it had ended by itself. */
export function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
