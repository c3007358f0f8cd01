import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { openTestApp } from '../../../testing/start-app.ts';

test('a size, a scale or a region that would keep darktable busy for minutes is refused at once', async () => {
  const app = await openTestApp({ library: [{ id: 1 }] });
  try {
    const of = (scale: number) => ({ region: { x: 0, y: 0, width: 10, height: 10, scale } });
    const bodies = [
      ...[1e-6, 1e-4, 5e-324, 0, -1, 1e9].map(of),
      { region: { x: 0, y: 0, width: 4097, height: 10 } },
      { width: 1, height: 1 },
      { width: 4096, height: 15 },
      { width: 5000, height: 100 },
    ];
    for (const body of bodies) {
      const answer = await app.ask<ErrorBody>('POST', '/api/v1/images/1/render', { body });
      expect([answer.status, answer.body.error], JSON.stringify(body)).toEqual([400, 'invalid_body']);
    }
  } finally {
    await app.close();
  }
});
