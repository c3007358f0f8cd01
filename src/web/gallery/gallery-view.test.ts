import { expect, test } from 'vitest';
import { ImageQuery } from '../../contract/image-query.ts';
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

const full: GalleryView = {
  search: 'coast "low tide" & 100%',
  ratingMin: -1,
  ratingMax: 4,
  labels: ['red', 'purple'],
  undecided: false,
  films: [7],
  filmsNot: true,
  tags: ['places|iceland', 'sea'],
  tagsAll: true,
  tagsNot: ['New York'],
  tagged: true,
  album: 'Wales|2024',
  raw: false,
  hdr: true,
  edited: false,
  from: '2024-01-01',
  to: '2024-12-31',
  changedSince: '2024-02-01',
  duplicate: false,
  grouped: true,
  leaders: true,
  placed: false,
  cameras: ['X-T3', 'EOS 5D'],
  lenses: ['XF18-55mmF2.8-4 R LM OIS'],
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
    search: 'tag:places|iceland tag:sea -tag:"New York" camera:X-T3 OR camera:"EOS 5D" coast "low tide" & 100%',
    has_tag: 'true',
    album: 'album|Wales|2024',
    undecided: 'false',
    changed_since: '2024-02-01',
    is_duplicate: 'false',
    in_group: 'true',
    group: 'leaders',
    has_place: 'false',
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
    not_film_id: '7',
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
      // These say how others are meant.
      if (part === 'filmsNot' || part === 'tagsAll') continue;
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
    // This view has all others.
    'film_id',
    // By its id.
    'film_roll',
    // In the search, because there are several in this view.
    'camera',
    // A word of the search.
    'title',
    'tag',
    // Agents ask so.
    'without_places',
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

test.each([
  [{ tags: ['a|b'] }, { tag: 'a|b' }, 'a › b'],
  [{ tags: ['a', 'b'] }, { search: 'tag:a OR tag:b' }, 'a or b'],
  [{ tags: ['a', 'b'], tagsAll: true }, { search: 'tag:a tag:b' }, 'a + b'],
  [{ tagsNot: ['a'], search: 'heron' }, { search: '-tag:a heron' }, 'not a'],
  [{ tags: ['a'], search: 'OR' }, { tag: 'a', search: '"OR"' }, 'a'],
])('tags %j are asked for as %j', (part, parameters, words) => {
  const view = { ...EVERYTHING, ...part };
  expect(filterParameters(view)).toEqual(parameters);
  expect(FILTERS.tag.words(view, {})).toBe(words);
});

test('one film roll is called by its name, several are counted, and they may be left out', () => {
  const words = (part: Partial<GalleryView>) => FILTERS.film.words({ ...EVERYTHING, ...part }, { film: 'lake' });
  expect(words({ films: [7] })).toBe('lake');
  expect(words({ films: [7], filmsNot: true })).toBe('not lake');
  expect(words({ films: [7, 9] })).toBe('2 film rolls');
  expect(filterParameters({ ...EVERYTHING, films: [7, 9] })).toEqual({ film_id: '7,9' });
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
