import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { parseBody } from '../middleware/json-body.ts';
import { routes } from '../http-app.ts';
import { parse } from './parse.ts';

/** What zod says by itself. */
const ZODS = /Invalid|expected|Too (?:big|small)|Unrecognized|undefined|as the API description says/;

const WRONG = [
  null,
  true,
  -1,
  1e9,
  0.5,
  '',
  'no such',
  'x'.repeat(10_000),
  {},
  [],
  [{}],
  [''],
  { no: 1 },
  Array(5000).fill(1),
];

const complaint = (act: () => unknown) => {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error.message];
    throw error;
  }
};

const fields = (schema: z.ZodType): string[] => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object;
  };
  return Object.keys(properties);
};

test('a value that does not fit is refused in our words, in every body and every query', () => {
  const bodies = routes.flatMap(({ id, body }) => {
    if (!body) return [];
    const said = [
      ...WRONG.flatMap((wrong) => complaint(() => parseBody(body.schema, wrong))),
      ...fields(body.schema).flatMap((name) =>
        WRONG.flatMap((wrong) => complaint(() => parseBody(body.schema, { [name]: wrong }))),
      ),
    ];
    return said.filter((text) => ZODS.test(text)).map((text) => `${id}: ${text}`);
  });
  const queries = routes.flatMap(({ id, query }) => {
    if (!query) return [];
    const said = Object.keys(query.shape).flatMap((name) =>
      WRONG.filter((wrong) => typeof wrong === 'string').flatMap((wrong) =>
        complaint(() => parse(query, { [name]: wrong })),
      ),
    );
    return said.filter((text) => ZODS.test(text)).map((text) => `${id}: ${text}`);
  });
  expect([...new Set([...bodies, ...queries])]).toEqual([]);
});
