/** What a runner of tests tells `npm test` while it runs. Reporters send it over the channel that Node opens to a child process. */
export type Told =
  /** How far it is: `done` of `of`, in whatever it counts. */
  | { kind: 'progress'; done: number; of: number; passed: number }
  | { kind: 'failure'; failure: Failure }
  /** A test that this system cannot run; in CI that is a failure. */
  | { kind: 'skipped'; what: string }
  | { kind: 'file'; file: TestFile };

/** `again`: the command that repeats it alone. */
export type Failure = { what: string; why: string; again: string };

/** A test file that was run: its path from the root, how long it took, and its tests. */
export type TestFile = { file: string; seconds: number; tests: string[] };

export const tell = (told: Told): void => void process.send?.(told);

const VARIABLE = 'SAFELIGHT_TEST_AGAIN';

/** Tells a reporter which command repeats a file of its part. */
export const repeating = (command: string): Record<string, string> => ({ [VARIABLE]: command });

/** The command that repeats a file, or a test of it, whose name may have characters that mean something to a shell or in a pattern. */
export function again(usual: string, file: string, option = '', name = ''): string {
  const pattern = name === '' ? '' : ` ${option} "${name.replace(/[^\p{L}\p{N} ,;:–…-]/gu, '.')}"`;
  return `${process.env[VARIABLE] ?? usual} -- ${file}${pattern}`;
}
