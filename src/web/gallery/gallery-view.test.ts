import i18next from 'i18next';
import { expect, test } from 'vitest';
import { ImageQuery } from '../../contract/image-query.ts';
import { page } from '../locales/en/page.ts';
import {
  EVERYTHING,
  FILTER_NAMES,
  FILTERS,
  filterParameters,
  type GalleryView,
  isSet,
  listParameters,
  readView,
  without,
  writeView,
} from './gallery-view.ts';

await i18next.init({ lng: 'en', resources: { en: { page } }, defaultNS: 'page' });

const full: GalleryView = {
  search: 'coast "low tide" & 100%',
  ratingMin: -1,
  ratingMax: 4,
  labels: ['red', 'purple'],
  film: 7,
  tag: 'places|iceland',
  raw: false,
  hdr: true,
  edited: false,
  from: '2024-01-01',
  to: '2024-12-31',
  camera: 'X-T3',
  lens: 'XF18-55mmF2.8-4 R LM OIS',
  focal_length_min: 24,
  focal_length_max: 70,
  aperture_min: 2.8,
  aperture_max: 4,
  exposure_min: 1 / 250,
  exposure_max: 0.5,
  iso_min: 100,
  iso_max: 3200,
  megapixels_min: 12,
  megapixels_max: 24.2,
  hour: 7,
  unknown: ['lens'],
  order: 'film-roll',
};

test('a view survives its way through the address bar', () => {
  for (const view of [EVERYTHING, full, { ...EVERYTHING, ratingMin: 0, ratingMax: 0, raw: true, edited: true }])
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view);
});

test('the usual view leaves the address bar empty', () => {
  expect(writeView(EVERYTHING)).toBe('');
});

test('nonsense in the address bar counts as not said', () => {
  const address =
    'rating_min=many&rating_max=6&sort=upwards&search=&film=x&raw=maybe&edited=1&from=2024-13-01&label=pink&tag=&hdr=0&iso_min=-1&hour=24&unknown=sky';
  expect(readView(new URLSearchParams(address))).toEqual(EVERYTHING);
});

test.each([
  'raw=constructor',
  'hdr=toString',
  'edited=__proto__',
  'from=2024-02-31',
  'to=2024-01-01T10:00',
  'to=2024',
  'aperture_min=1001',
  'iso_max=100000001',
])('what the service would refuse counts as not said: %s', (address) =>
  expect(readView(new URLSearchParams(address))).toEqual(EVERYTHING),
);

test('every filter is asked for', () => {
  expect(filterParameters(full)).toEqual({
    search: 'coast "low tide" & 100%',
    camera: 'X-T3',
    lens: 'XF18-55mmF2.8-4 R LM OIS',
    focal_length_min: '24',
    focal_length_max: '70',
    aperture_min: '2.8',
    aperture_max: '4',
    exposure_min: '1/250',
    exposure_max: '0.5',
    iso_min: '100',
    iso_max: '3200',
    megapixels_min: '12',
    megapixels_max: '24.2',
    hour: '7',
    unknown: 'lens',
    rating_min: '-1',
    rating_max: '4',
    color_label: 'red,purple',
    film_id: '7',
    tag: 'places|iceland',
    is_raw: 'false',
    is_hdr: 'true',
    is_edited: 'false',
    from: '2024-01-01',
    to: '2024-12-31',
  });
  expect(listParameters(EVERYTHING)).toEqual({ sort_by: 'datetime_taken', sort_dir: 'desc' });
});

test('each part of a view is in the address, is asked for, and has words', () => {
  for (const name of FILTER_NAMES)
    for (const part of Object.keys(FILTERS[name].parts)) {
      const view = { ...EVERYTHING, [part]: full[part as keyof GalleryView] };
      expect(writeView(view), part).not.toBe('');
      expect(filterParameters(view), part).not.toEqual({});
      expect(FILTERS[name].words(view, {}), part).not.toBe('');
      expect(isSet(view, name), part).toBe(true);
    }
});

test('of the parameters of the list, the page leaves out few', () => {
  const sent = Object.keys(listParameters(full));
  expect(Object.keys(ImageQuery.shape).filter((name) => !sent.includes(name))).toEqual([
    // A roll's one-star pictures are asked for by the culling view.
    'rating',
    'film_roll',
    'has_tag',
    'has_place',
    'is_duplicate',
    'in_group',
    'undecided',
    'changed_since',
    'group',
    'title',
    'limit',
    'offset',
  ]);
});

test.each([
  [{ focal_length_min: 24, focal_length_max: 70 }, '24–70 mm'],
  [{ megapixels_max: 24.2 }, '≤ 24.2 MP'],
  [{ aperture_min: 2.8, aperture_max: 2.8 }, 'f/2.8'],
  [{ exposure_min: 1 / 250, exposure_max: 1 / 60 }, '1/250–1/60 s'],
  [{ exposure_min: 2 }, '≥ 2 s'],
  [{ iso_min: 3200, hour: 7 }, 'ISO ≥ 3200, 7:00–7:59'],
  [{ iso_max: 400, unknown: ['lens'] as const }, 'ISO ≤ 400, No lens'],
])('how a picture was taken, in words: %o', (part, words) => {
  expect(FILTERS.capture.words({ ...EVERYTHING, ...part }, {})).toBe(words);
});

test('an empty search is not sent', () => {
  expect(listParameters({ ...EVERYTHING, search: '   ' })).not.toHaveProperty('search');
});

test('each filter can be told and taken back by itself', () => {
  for (const name of FILTER_NAMES) {
    expect(isSet(full, name)).toBe(true);
    const rest = without(full, name);
    expect(FILTER_NAMES.filter((other) => !isSet(rest, other))).toEqual([name]);
  }
  expect(without(full, ...FILTER_NAMES)).toEqual({ ...EVERYTHING, order: 'film-roll' });
});
