import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { DecodedPictures, type Wanted } from './decoded-pictures.ts';

const MEGAPIXEL_BYTES = 4e6;
/** Of every picture of these tests. */
const SIDE = 1000;
const asked: string[] = [];

/** What a browser has: pictures that decode at once, and an answer for each address. */
beforeEach(() => {
  asked.length = 0;
  const session = { signed_in: true, client_id: 'test', scopes: ['previews:read' as const] };
  queryClient.setQueryData(sessionQuery.queryKey, session);
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = SIDE;
      naturalHeight = SIDE;
      decode = () => Promise.resolve();
    },
  );
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(/images\/(\d+)/.exec(address)![1]!);
    return Promise.resolve(new Response(new Blob(['x']), { status: 200, headers: { 'content-type': 'image/jpeg' } }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const wanted = (...ids: number[]): Wanted[] =>
  ids.map((id) => ({ image: { id, preview_version: `v${id}` }, size: 'medium' }));
const here = (pictures: DecodedPictures, ids: readonly number[]) =>
  ids.filter((id) => pictures.get(wanted(id)[0]!) !== null);
/** Until nothing more comes. */
async function settled(pictures: DecodedPictures): Promise<void> {
  for (let bytes = -1, asks = -1; bytes !== pictures.bytes || asks !== asked.length;) {
    [bytes, asks] = [pictures.bytes, asked.length];
    // Everything here answers within a turn or two.
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve));
  }
}

test('pictures are loaded ahead as far as the bytes allow, the most wanted first', async () => {
  const pictures = new DecodedPictures(3 * MEGAPIXEL_BYTES);
  pictures.want(wanted(1, 2, 3, 4, 5, 6), 1);
  await settled(pictures);
  expect(here(pictures, [1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3]);
  expect(pictures.bytes).toBe(3 * MEGAPIXEL_BYTES);
  // What had no room is not asked for again and again.
  const asks = asked.length;
  await settled(pictures);
  expect(asked.length).toBe(asks);
});

test('who goes on has the next ones, and the bytes stay within their bounds on the way', async () => {
  const pictures = new DecodedPictures(3 * MEGAPIXEL_BYTES);
  let most = 0;
  pictures.subscribe(() => (most = Math.max(most, pictures.bytes)));
  for (let id = 1; id <= 8; id++) {
    pictures.want(wanted(id, id + 1, id - 1, id + 2), 1);
    await settled(pictures);
    expect(here(pictures, [id, id + 1])).toEqual([id, id + 1]);
  }
  expect(most).toBe(3 * MEGAPIXEL_BYTES);
});

test('what is on the page stays, however large it is', async () => {
  const pictures = new DecodedPictures(MEGAPIXEL_BYTES / 2);
  pictures.want(wanted(1, 2, 3, 4), 2);
  await settled(pictures);
  expect(here(pictures, [1, 2, 3, 4])).toEqual([1, 2]);
  pictures.release();
  expect(pictures.bytes).toBe(0);
});
