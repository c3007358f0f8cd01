import { promisify } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { jsonBody, parseBody } from '../middleware/json-body.ts';

type ReadBody = (req: Request, res: Response) => Promise<void>;
export const reader = (middleware: RequestHandler): ReadBody => promisify(middleware);

/** What a request may or must send. */
export interface Body<Sent = unknown> {
  schema: z.ZodType;
  types: readonly string[];
  required: boolean;
  example: unknown;
  /** Reads at most 1 MiB into `req.body`. */
  read: ReadBody;
  /** Throws `invalid_body`. */
  parse: (req: Request) => Sent;
}

const readJson = reader(jsonBody);
const JSON_TYPES = ['application/json'] as const;

/** A JSON body. */
export const json = <Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
  parse: (body: unknown) => z.output<Schema> = (body) => parseBody(schema, body),
): Body<z.output<Schema>> => ({
  schema,
  types: JSON_TYPES,
  required: true,
  example,
  read: readJson,
  parse: ({ body }) => parse(body),
});

/** A JSON body that may be left out. */
export const optionalJson = <Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
): Body<z.output<Schema>> => ({
  ...json(schema, example, (body) => parseBody(schema, body ?? {})),
  required: false,
});

/** Text of these types, read as it is. */
export const readText = (type: string[] | (() => boolean)) => reader(express.text({ limit: '1mb', type }));
