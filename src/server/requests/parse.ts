import { z } from 'zod';
import { complaintLine, noSuch, type Complaint } from '../../platform/complaints.ts';
import { invalidQuery } from '../../platform/errors.ts';
import { schemaWords } from '../../platform/schema-words.ts';

/**
 * Parses a query string with its schema. Throws `invalid_query`, which names every bad parameter and what is allowed;
 * for an unknown name, the nearest known one.
 */
export function parse<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  query: Record<string, unknown>,
): z.infer<z.ZodObject<Shape>> {
  const result = schema.safeParse(query, { error: schemaWords });
  if (result.success) return result.data;
  throw invalidQuery(complaintLine(queryComplaints(schema, query, result.error)));
}

/** What is wrong with the parameters. */
export function queryComplaints(schema: z.ZodObject, query: Record<string, unknown>, error: z.ZodError): Complaint[] {
  const known = Object.keys(schema.shape);
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: key, message: noSuch('parameter', key, known) }));
    const path = String(issue.path[0]);
    const value = query[path];
    if (value === undefined) return [{ path, message: 'must be given' }];
    return [{ path, message: Array.isArray(value) ? 'may be given once only' : `must be ${issue.message}` }];
  });
}
