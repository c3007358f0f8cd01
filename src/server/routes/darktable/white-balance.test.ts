import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { WhiteBalance } from '../../../contract/white-balance.ts';
import { startApp } from '../../../testing/start-app.ts';

const path = (id: number) => `/api/v1/images/${id}/white-balance`;
/** As the library stores it: nine floats. */
const stored = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);

test('a camera that nobody knows has multipliers only, and the answer says so', async () => {
  const app = await startApp({
    library: [
      { id: 1, raw: true, maker: 'Acme', model: 'One' },
      { id: 2, raw: true, maker: null, model: null },
    ],
  });
  expect(await app.get<WhiteBalance>(path(1))).toEqual({
    image_id: 1,
    matrix: null,
    source: null,
    presets: [],
    why_none: "darktable's list of cameras has no color matrix of Acme One.",
  });
  expect((await app.get<WhiteBalance>(path(2))).why_none).toContain('an unnamed camera');
  expect(await app.ask<ErrorBody>('GET', path(9))).toMatchObject({ status: 404, body: { error: 'not_found' } });
});

test('a matrix inside the picture counts before that of the camera, unless it is no matrix', async () => {
  const app = await startApp({ library: [{ id: 1, raw: true, maker: 'Acme', model: 'One' }] });
  app.library.change('UPDATE images SET color_matrix = ?', stored(1, 0.5, 0, 0, 1, 0.25, 0, 0, 1));
  expect(await app.get<WhiteBalance>(path(1))).toMatchObject({
    source: 'picture',
    matrix: [
      [1, 0.5, 0],
      [0, 1, 0.25],
      [0, 0, 1],
    ],
  });
  for (const none of [stored(Number.NaN, 0, 0, 0, 0, 0, 0, 0, 0), Buffer.alloc(36), Buffer.alloc(4)]) {
    app.library.change('UPDATE images SET color_matrix = ?', none);
    expect((await app.get<WhiteBalance>(path(1))).matrix).toBeNull();
  }
});

test('a picture that is not raw has the colors of sRGB', async () => {
  const app = await startApp({ library: [{ id: 1, raw: false, maker: 'NIKON CORPORATION', model: 'NIKON D750' }] });
  const { source, matrix, presets } = await app.get<WhiteBalance>(path(1));
  expect([source, matrix?.[0], presets]).toEqual(['srgb', [3.2404542, -1.5371385, -0.4985314], []]);
});
