import { visible } from '../platform/visible.ts';

/** A command's output, on standard output. A name that could have line breaks goes through `visible` first. */
export const print = (text: string): void => console.log(visible(text, { lines: true }));

/** JSON for programs: the value is unchanged, and it contains no terminal commands. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));

/** Messages for people next to a command's output, on standard error. */
export const remark = (text: string): void => console.error(visible(text, { lines: true }));
