import express, { type RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError, complaintLine } from '../../platform/errors.ts';

/** Reads a JSON body of at most 1 MiB into `req.body`. */
export const jsonBody: RequestHandler = express.json({
  limit: '1mb',
  type: ['application/json', 'application/*+json'],
});

/** A JSON body by its schema. Throws `invalid_body` with every bad field named. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  if (body === undefined)
    throw new AppError('invalid_body', 'This needs a JSON body (Content-Type: application/json).');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new AppError('invalid_body', complaintLine(complaints));
}
