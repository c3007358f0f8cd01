import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { complaintLine, invalidQuery } from '../errors.ts';

/** The known name that a mistyped one most likely stands for, or null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const best = known
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.far - other.far)[0];
  return best && best.far <= Math.max(2, Math.floor(word.length / 2)) ? best.name : null;
}

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
  const known = Object.keys(schema.shape);
  const complaints = result.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const near = nearest(key, known);
        return `${key}: no such parameter${near ? `, did you mean ${near}?` : ` (there are ${known.join(', ')})`}`;
      });
    }
    const name = String(issue.path[0]);
    if (Array.isArray(query[name])) return [`${name}: may be given once only`];
    return [`${name}: must be ${issue.message}`];
  });
  throw invalidQuery(complaintLine(complaints));
}
