import { z } from 'zod';
import { didYouMean } from '../../platform/did-you-mean.ts';
import { complaintLine, invalidQuery } from '../../platform/errors.ts';

/**
 * A query string by its schema. Throws `invalid_query` with every bad parameter named, with what is allowed; an unknown
 * name comes with the nearest known one.
 */
export function parse<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  query: Record<string, unknown>,
): z.infer<z.ZodObject<Shape>> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const complaints = complaintsOf(schema, query, result.error);
  throw invalidQuery(complaintLine(complaints.map(([name, complaint]) => `${name}: ${complaint}`)));
}

/** What is wrong with parameters: the name and the complaint of each. */
export function complaintsOf(
  schema: z.ZodObject,
  query: Record<string, unknown>,
  error: z.ZodError,
): [name: string, complaint: string][] {
  const known = Object.keys(schema.shape);
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key): [string, string] => [key, noSuch('parameter', key, known)]);
    const name = String(issue.path[0]);
    const value = query[name];
    if (value === undefined) return [[name, 'must be given']];
    return [[name, Array.isArray(value) ? 'may be given once only' : `must be ${issue.message}`]];
  });
}

/** The complaint about a name that is not known, with the nearest that is. */
export function noSuch(what: string, name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known);
  return `no such ${what}${hint ? `, ${hint}` : ` (there are ${known.join(', ')})`}`;
}
