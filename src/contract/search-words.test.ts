import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD_NAMES } from './search-fields.ts';
import { fieldWord } from './field-word.ts';
import { parseSearch, type SearchWord } from './search-words.ts';

/** Each word as it is understood: `-` for images without it, quotes around a phrase, what a field asks for as JSON. */
const words = (text: string) =>
  parseSearch(text)
    .map((group) =>
      group
        .map(({ wants, isNot }) => {
          const said =
            'field' in wants
              ? `${wants.not ? 'not ' : ''}${JSON.stringify(wants.filters)}`
              : wants.isPhrase
                ? `"${wants.text}"`
                : wants.text;
          return `${isNot ? '-' : ''}${said}`;
        })
        .join(' OR '),
    )
    .join(' & ');
const only = (text: string): SearchWord => parseSearch(text)[0]![0]!;
const asked = (text: string) => {
  const { wants } = only(text);
  return 'field' in wants ? wants.filters : null;
};

test.each([
  ['heron lake', 'heron & lake'],
  ['"low tide" lake', '"low tide" & lake'],
  ['„low tide“ lake', '"low tide" & lake'],
  ['"low tide', '"low tide"'],
  ['or gold', 'or & gold'],
  ['heron OR fox', 'heron OR fox'],
  ['a b OR c d', 'a & b OR c & d'],
  ['a OR b OR -c', 'a OR b OR -c'],
  ['OR', 'OR'],
  ['OR gold', 'OR & gold'],
  ['Portland OR', 'Portland & OR'],
  ['a "OR" b', 'a & "OR" & b'],
  ['a OR OR b', 'a & OR OR b'],
  ['-heron', '-heron'],
  ['-"low tide"', '-"low tide"'],
  ['-is:raw', '-{"is_raw":true}'],
  ['-é', '-é'],
  // A minus counts at the start of a word, before a letter, a quote or a field.
  ['-5 -- - 24-70 X-T5', '-5 & -- & - & 24-70 & X-T5'],
  ['"a"-b', '"a" & -b'],
  // Words that only look like fields.
  ['12:30', '12:30'],
  ['C:\\photos', 'C:\\photos'],
  ['f:\\photos F:/photos', 'f:\\photos & F:/photos'],
  ['http://example.org', 'http://example.org'],
  ['note:this', 'note:this'],
  ['"tag:wien"', '"tag:wien"'],
  [', ; * ,;', ''],
  ['""', ''],
  ['a OR , b', 'a OR b'],
  ['', ''],
])('%s means %s', (text, meaning) => {
  expect(words(text)).toBe(meaning);
});

test('a word right behind a quote is text alone', () => {
  expect(only('"a"-b')).toMatchObject({ wants: { text: 'a', isPhrase: true } });
  expect(parseSearch('"a"-b')[1]![0]).toMatchObject({ wants: { text: '-b' }, isNot: false });
  expect(parseSearch('"a"is:raw')[1]![0]).toMatchObject({ wants: { text: 'is:raw' } });
});

test.each([
  ['tag:wien', { tag: '|wien' }],
  ['TAG:Wien,', { tag: '|Wien' }],
  ['tag:"New York"', { tag: '|New York' }],
  ['tag:places|iceland', { tag: '|places|iceland' }],
  ['tag:2024', { tag: '|2024' }],
  ['tag:"say ""hi"""', { tag: '|say "hi"' }],
  ['tag:„New York“', { tag: '|New York' }],
  ['roll:/photos/2024', { film_roll: '/photos/2024' }],
  ['roll:"C:\\photos\\2024"', { film_roll: 'C:\\photos\\2024' }],
  ['camera:"EOS 5D"', { camera: 'EOS 5D' }],
  ['lens:"EF 50mm f/1.8"', { lens: 'EF 50mm f/1.8' }],
  ['title:tide', { title: 'tide' }],
  ['iso:3200', { iso_min: 3200, iso_max: 3200 }],
  ['iso:>=3200', { iso_min: 3200 }],
  ['iso:≤3.200', { iso_max: 3200 }],
  ['iso:3,200..6,400', { iso_min: 3200, iso_max: 6400 }],
  ['f:2.8..4', { aperture_min: 2.8, aperture_max: 4 }],
  ['f:2,8..4', { aperture_min: 2.8, aperture_max: 4 }],
  ['f:f/2.8', { aperture_min: 2.8, aperture_max: 2.8 }],
  ['f:..4', { aperture_max: 4 }],
  ['f:4..', { aperture_min: 4 }],
  ['f:4..2.8', { aperture_min: 2.8, aperture_max: 4 }],
  ['mm:24-70', { focal_length_min: 24, focal_length_max: 70 }],
  ['mm:24–70mm', { focal_length_min: 24, focal_length_max: 70 }],
  ['mp:24.2', { megapixels_min: 24.2, megapixels_max: 24.2 }],
  ['exposure:1/250', { exposure_min: 1 / 250, exposure_max: 1 / 250 }],
  ['exposure:1/60..1/250', { exposure_min: 1 / 250, exposure_max: 1 / 60 }],
  ['exposure:0.01666', { exposure_min: 1 / 60, exposure_max: 1 / 60 }],
  ['exposure:>=2s', { exposure_min: 2 }],
  ['stars:3', { rating_min: 3, rating_max: 3 }],
  ['stars:>=3', { rating_min: 3 }],
  // Rejects are in no number of stars.
  ['stars:<=2', { rating_min: 0, rating_max: 2 }],
  ['stars:0', { rating_min: 0, rating_max: 0 }],
  ['label:red', { color_label: ['red'] }],
  ['label:Blue,red', { color_label: ['red', 'blue'] }],
  ['is:raw', { is_raw: true }],
  ['is:edited', { is_edited: true }],
  ['is:rejected', { rating: -1 }],
  ['is:duplicate', { is_duplicate: true }],
  ['is:grouped', { in_group: true }],
  ['no:lens', { unknown: ['lens'] }],
  ['no:f', { unknown: ['aperture'] }],
  ['no:place', { has_place: false }],
  ['date:2024-05-17', { from: Date.UTC(2024, 4, 17), to: Date.UTC(2024, 4, 18) - 1 }],
  ['date:2024-05', { from: Date.UTC(2024, 4), to: Date.UTC(2024, 5) - 1 }],
  ['date:2024', { from: Date.UTC(2024, 0), to: Date.UTC(2025, 0) - 1 }],
  ['date:2023-12..2024-01', { from: Date.UTC(2023, 11), to: Date.UTC(2024, 1) - 1 }],
  ['date:<=2023', { to: Date.UTC(2024, 0) - 1 }],
  ['date:<2023', { to: Date.UTC(2023, 0) - 1 }],
  ['date:>2023-02', { from: Date.UTC(2023, 2) }],
])('%s asks for %j', (text, filters) => {
  expect(asked(text)).toEqual(filters);
  expect(only(text)).toMatchObject({ from: 0, to: text.length, isNot: false });
});

test('more than a number and less than a number are without the number itself', () => {
  for (const [text, bound, number] of [
    ['iso:>3200', 'iso_min', 3200],
    ['f:>2.8', 'aperture_min', 2.8],
    ['exposure:>1/60', 'exposure_min', 1 / 60],
    ['mm:>0', 'focal_length_min', 0],
  ] as const) {
    const least = asked(text)![bound]!;
    expect(least).toBeGreaterThan(number);
    expect(least).toBeLessThan(number + 1e-9);
  }
  expect(asked('iso:<3200')!.iso_max).toBeLessThan(3200);
});

test('no label at all is without any label', () => {
  expect(only('no:label').wants).toMatchObject({ not: true, filters: { color_label: { length: 5 } } });
});

describe('what is no form is text as it stands, and is told', () => {
  test.each([
    ['iso:abc', { is: 'impossible', field: 'iso', value: 'abc', near: [] }],
    ['-iso:abc', { is: 'impossible', field: 'iso' }],
    ['iso:999999999999', { is: 'impossible', field: 'iso' }],
    ['f:2.8..wide', { is: 'impossible', field: 'f' }],
    ['f:1001', { is: 'impossible', field: 'f' }],
    ['stars:6', { is: 'impossible', field: 'stars', near: [] }],
    ['label:bleu', { is: 'impossible', field: 'label', near: ['blue'] }],
    ['is:rw', { is: 'impossible', field: 'is', near: ['raw'] }],
    ['is:constructor', { is: 'impossible', field: 'is' }],
    ['date:2024-13', { is: 'impossible', field: 'date' }],
    ['date:2024-02-31', { is: 'impossible', field: 'date' }],
    ['exposure:1/0', { is: 'impossible', field: 'exposure' }],
    ['tag:', { is: 'unfinished', field: 'tag' }],
    ['tag:"', { is: 'unfinished', field: 'tag' }],
    ['iso:>', { is: 'unfinished', field: 'iso' }],
    ['f:..', { is: 'unfinished', field: 'f' }],
  ])('%s', (text, trouble) => {
    expect(only(text)).toMatchObject({ isNot: false, wants: { text, isPhrase: true }, trouble });
  });

  test.each([
    ['tags:wien', ['tag']],
    ['film:wien', ['roll']],
    ['len:50', ['lens']],
    ['rating:3', ['stars']],
    ['note:this', []],
  ])('%s, which is searched as a word', (text, near) => {
    const { wants, trouble } = only(text);
    expect(wants).toEqual({ text, isPhrase: false });
    expect(trouble).toMatchObject({ is: 'unknown', near: expect.arrayContaining(near) as unknown });
  });

  test('OR at the end lacks a word; a time, a path and an address are nothing to tell of', () => {
    expect(parseSearch('heron OR')[1]![0]).toMatchObject({ trouble: { is: 'unfinished', field: null } });
    for (const text of ['12:30', 'C:\\photos', 'f:\\photos', 'http://example.org', 'OR', '-5'])
      expect(only(text).trouble, text).toBeUndefined();
  });
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 });
const anySearch = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom('OR', '-', '"', 'tag:', '-tag:', 'iso:>', '..', '3200', ' ', '„', 'is:raw', 'C:\\', 'x:'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('anything may be typed: every letter is in one word or between words, in order', () => {
  fc.assert(
    fc.property(anySearch, (text) => {
      let last = 0;
      for (const { from, to, wants } of parseSearch(text).flat()) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        if (!('field' in wants)) expect(text.slice(from, to)).toContain(wants.text);
        last = to;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('a text without these forms means the words and phrases that it always meant', () => {
  const former = (text: string) =>
    text
      .split(/["“”„]/)
      .flatMap((piece, place) => (place % 2 === 1 ? [piece] : piece.split(/[\s\p{Cc}]+/u)))
      .filter((part) => /[^,;*]/.test(part));
  fc.assert(
    fc.property(
      fc.oneof(anyText, fc.stringMatching(/^[a-zA-Z0-9"„“ ,;*./\\-]{0,60}$/)).filter(
        // Neither a minus before a letter or a quote, nor a field, nor OR.
        (text) => !/(^|[\s\p{Cc}])(-[\p{L}"“”„]|\p{L}[\p{L}\p{N}_]*:|OR([\s\p{Cc}]|$))/u.test(text),
      ),
      (text) => {
        const groups = parseSearch(text);
        expect(groups.every((group) => group.length === 1 && !group[0]!.isNot && !group[0]!.trouble)).toBe(true);
        expect(groups.map(([word]) => ('field' in word!.wants ? null : word!.wants.text))).toEqual(former(text));
      },
    ),
    { numRuns: 1000 },
  );
});

test('a name of any letters is read as it was written', () => {
  const value = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((name) => /[^|]/.test(name.replace(/^\|+/, '')));
  fc.assert(
    fc.property(value, fc.constantFrom('roll', 'camera', 'lens', 'title' as const), (name, field) => {
      const text = `heron ${fieldWord(field, name)} fox`;
      const [before, word, after] = parseSearch(text).flat();
      expect(word!.wants).toMatchObject({ field, value: name });
      expect([before, after].map((one) => text.slice(one!.from, one!.to))).toEqual(['heron', 'fox']);
    }),
  );
});

test('no two fields have the same name, and each tells of a value that it lacks', () => {
  expect(new Set(FIELD_NAMES).size).toBe(FIELD_NAMES.length);
  for (const field of FIELD_NAMES) expect(only(`${field}:`).trouble).toEqual({ is: 'unfinished', field });
});
