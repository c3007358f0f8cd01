import { describe, expect, test } from 'vitest';
import { imagePage } from './image-page.ts';

const listing = {
  lines: Buffer.from('{"id":7,"title":"Düne"\n{"id":8,"title":"🌊"'),
  images: [
    { id: 7, revision: 1, historyKey: 'ab' },
    { id: 8, revision: 1, historyKey: '0' },
  ],
  total: 2,
  incarnation: 'one',
  generation: 1,
};
const page = { limit: 50, offset: 0 };
const version = (id: number, historyKey: string) => `${historyKey}-${id}`;

describe('a page of images', () => {
  test('has each record with its preview version', () => {
    expect(JSON.parse(String(imagePage(listing, page, version).body))).toEqual({
      items: [
        { id: 7, title: 'Düne', preview_version: 'ab-7' },
        { id: 8, title: '🌊', preview_version: '0-8' },
      ],
      total: 2,
      limit: 50,
      offset: 0,
    });
  });

  test('may be empty', () => {
    const empty = { ...listing, lines: Buffer.alloc(0), images: [], total: 0 };
    expect(JSON.parse(String(imagePage(empty, page, version).body))).toMatchObject({ items: [], total: 0 });
  });

  const tag = (change: Partial<typeof listing> = {}, { at = page, versionOf = version } = {}) =>
    imagePage({ ...listing, ...change }, at, versionOf).etag;
  test.each([
    ['a record', tag({ images: [listing.images[0]!, { ...listing.images[1]!, revision: 2 }] })],
    ['a picture', tag({}, { versionOf: (id) => `new-${id}` })],
    ['the number of images', tag({ total: 3 })],
    ['the page', tag({}, { at: { limit: 50, offset: 50 } })],
    ['the index', tag({ incarnation: 'two' })],
  ])('has another tag once there is a change of %s', (_, changed) => {
    expect(tag()).toBe(tag());
    expect(changed).not.toBe(tag());
  });

  test('is not answered without one of its records', () => {
    expect(() => imagePage({ ...listing, lines: Buffer.from('{"id":7') }, page, version)).toThrow('lacks a record');
  });
});
