import type { ZodType } from 'zod';
import { DestinationFailure } from '../destination.ts';

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

/** Nothing may follow from it. */
export const notUnderstood = (text: string, cause?: unknown) =>
  new DestinationFailure('unknown', `The server answers with something else than expected: ${excerptOf(text)}`, {
    cause,
  });

/** The beginning of an answer, for people. */
export function excerptOf(text: string): string {
  const plain = text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > 160 ? `${plain.slice(0, 160)}…` : plain || 'nothing';
}
