/** What a runner of tests tells `npm test` while it runs. Reporters send it over the channel that Node opens to a child process. */
export type Told =
  /** How far it is: `done` of `of`, in whatever it counts. */
  | { kind: 'progress'; done: number; of: number; passed: number; failed: number }
  | { kind: 'failure'; failure: Failure }
  | { kind: 'file'; file: TestFile };

/** `again`: the command that repeats this test alone. */
export type Failure = { what: string; why: string; again: string };

/** A test file that was run: its path from the root, how long it took, and its tests. */
export type TestFile = { file: string; seconds: number; tests: string[] };

export const tell = (told: Told): void => void process.send?.(told);

/** An argument for a shell, quoted where it must be. */
export const quoted = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `"${text.replace(/(["$`\\])/g, '\\$1')}"`;

/** A name as the regular expression that vitest and Playwright take. */
export const asPattern = (name: string): string => name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
