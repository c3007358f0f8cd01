import { visible } from '../platform/visible.ts';

/** What a command has to say, on standard output. A name in it that could have line breaks goes through `visible` before. */
export const print = (text: string): void => console.log(visible(text, { lines: true }));

/** JSON for programs: the value is the same, and no terminal obeys it. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

/** Words for people beside what a command prints, on standard error. */
export const remark = (text: string): void => console.error(visible(text, { lines: true }));
