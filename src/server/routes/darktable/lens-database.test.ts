import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { startApp } from '../../../testing/start-app.ts';

test('a camera without a name is refused', async () => {
  const app = await startApp({ library: 1 });
  const answer = await app.ask<ErrorBody>('GET', '/api/v1/lens-database/lenses?camera=');
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_query' } });
});
