import { z } from 'zod';
import { jsonHeaders, notModified } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const docsOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'Get this description as OpenAPI',
    access: 'anyone',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        json: z.looseObject({ openapi: z.string() }),
        headers: jsonHeaders,
      },
      304: notModified,
    },
  },
  {
    method: 'get',
    path: '/docs',
    id: 'getDocs',
    tag: 'Service',
    summary: 'Read this description in a browser',
    access: 'anyone',
    answers: {
      200: { description: 'The page.', types: ['text/html'], headers: jsonHeaders },
      304: notModified,
    },
  },
];
