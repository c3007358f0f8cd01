import express, { type RequestHandler } from 'express';
import type { z } from 'zod';
import { complaintLine, schemaComplaints } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import { mustBe } from '../../platform/schema-words.ts';

/** Reads a JSON body of at most 1 MiB into `req.body`. */
export const jsonBody: RequestHandler = express.json({
  limit: '1mb',
  type: ['application/json', 'application/*+json'],
});

/** Parses a JSON body with its schema. Throws `invalid_body`, which names every bad field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  if (body === undefined)
    throw new AppError('invalid_body', 'This needs a JSON body (Content-Type: application/json).');
  const parsed = schema.safeParse(body, { error: mustBe });
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_body', complaintLine(schemaComplaints(parsed.error)));
}
