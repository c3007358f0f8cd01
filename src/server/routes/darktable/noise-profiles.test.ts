import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { NoiseProfiles } from '../../../contract/noise-profiles.ts';
import { startApp } from '../../../testing/start-app.ts';

const path = (id: number) => `/api/v1/images/${id}/noise-profiles`;

test('a camera that nobody knows has no profile', async () => {
  const app = await startApp({
    library: [
      { id: 1, raw: true, maker: 'Acme', model: 'One', iso: 200 },
      { id: 2, raw: true, maker: null, model: null, iso: null },
    ],
  });
  expect(await app.get<NoiseProfiles>(path(1))).toMatchObject({
    image_id: 1,
    camera: 'Acme One',
    iso: 200,
    profiles: [],
  });
  expect(await app.get<NoiseProfiles>(path(2))).toMatchObject({ camera: null, iso: null });
  expect(await app.ask<ErrorBody>('GET', path(9))).toMatchObject({ status: 404, body: { error: 'not_found' } });
});
