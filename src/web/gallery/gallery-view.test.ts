import { expect, test } from 'vitest';
import { type GalleryView, listParameters, readView, writeView } from './gallery-view.ts';

const usual: GalleryView = { search: '', rating: null, order: 'newest' };

test('a view survives its way through the address bar', () => {
  for (const view of [
    usual,
    { search: 'coast "low tide" & 100%', rating: 3, order: 'rating' },
    { search: '', rating: -1, order: 'film-roll' },
    { search: '', rating: 0, order: 'oldest' },
  ] satisfies GalleryView[]) {
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view);
  }
});

test('the usual view leaves the address bar empty', () => {
  expect(writeView(usual)).toBe('');
});

test('nonsense in the address bar counts as not said', () => {
  expect(readView(new URLSearchParams('rating=many&sort=upwards&search='))).toEqual(usual);
});

test('stars ask for that many at least, rejected asks for the rejected alone', () => {
  expect(listParameters({ ...usual, rating: 2 })).toMatchObject({ rating_min: '2' });
  expect(listParameters({ ...usual, rating: 0 })).toMatchObject({ rating_min: '0' });
  expect(listParameters({ ...usual, rating: -1 })).toEqual({
    rating: '-1',
    sort_by: 'datetime_taken',
    sort_dir: 'desc',
  });
});

test('an empty search is not sent', () => {
  expect(listParameters({ ...usual, search: '   ' })).not.toHaveProperty('search');
  expect(listParameters({ ...usual, search: ' fjord ' })).toMatchObject({ search: 'fjord' });
});
