import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Part } from './parts.ts';
import { type Failure, repeating, type TestFile, type Told } from './report.ts';

const root = join(import.meta.dirname, '../..');

export type Outcome = {
  passed: number;
  failed: number;
  seconds: number;
  /** What it and all its children computed; null where the system does not tell. Of parts beside each other: of all. */
  processorSeconds: number | null;
};
export type Listener = {
  progress: (done: number, of: number) => void;
  failed: (failure: Failure) => void;
  skipped: (what: string) => void;
  file: (file: TestFile) => void;
};

/**
 * Runs a part. What it prints is shown only if it ends badly without having told of a failure, or before all of its tests: a runner
 * that found no tests, was killed, or could not be started, has failed.
 */
export async function runPart(
  { name, commands, hasTests, mayBeEmpty = false, again }: Part,
  listener: Listener,
): Promise<Outcome> {
  const began = performance.now();
  const before = processorSeconds();
  let [passed, failed, isWhole] = [0, 0, true];
  const fail = (failure: Failure) => {
    failed += 1;
    listener.failed(failure);
  };
  const heard = (told: Told) => {
    if (told.kind === 'failure') fail(told.failure);
    else if (told.kind === 'skipped') listener.skipped(told.what);
    else if (told.kind === 'file') listener.file(told.file);
    else {
      ({ passed } = told);
      isWhole = told.done === told.of;
      listener.progress(told.done, told.of);
    }
  };
  let ended = { code: 0 as number | null, said: '' };
  for (const command of commands) {
    ended = await run({ ...command, env: { ...command.env, ...repeating(again) } }, heard);
    if (ended.code !== 0) break;
  }
  if (!hasTests && ended.code === 0) passed = 1;
  const isCut = hasTests && (!isWhole || ended.code === null);
  const isOdd = failed === 0 && (ended.code !== 0 || (passed === 0 && !mayBeEmpty));
  if (isCut || isOdd) {
    const why = `${isCut ? 'It ended before all of its tests.\n' : ''}${ended.said.trim() || 'It ran no test.'}`;
    fail({ what: name, why, again });
  }
  const after = processorSeconds();
  return {
    passed,
    failed,
    seconds: (performance.now() - began) / 1000,
    processorSeconds: after === null || before === null ? null : after - before,
  };
}

async function run({ script, args, env }: Command, heard: (told: Told) => void) {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.on('message', (told: Told) => heard(told));
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_SAID)));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      said += String(error);
      resolve(null);
    });
  });
  return { code, said };
}

/** The end of what a program prints says what went wrong. */
const MOST_SAID = 20_000;

/** Of all children that have ended, and theirs (Linux). */
function processorSeconds(): number | null {
  if (process.platform !== 'linux') return null;
  // After the name in parentheses: fields 16 and 17 are the times of the children, in hundredths.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
