import type { ZodType } from 'zod';
import { notUnderstood } from './failures.ts';

/** The answer as it has to be. A page to log in, or a warning before the JSON, is not understood. */
export function jsonAnswer<T>(schema: ZodType<T>, text: string): T {
  const read = schema.safeParse(parsed(text));
  if (!read.success) throw notUnderstood(text, read.error);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notUnderstood(text, error);
  }
}
