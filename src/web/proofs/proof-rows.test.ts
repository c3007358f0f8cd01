import { expect, test } from 'vitest';
import type { ProofMarks } from '../../contract/proofs.ts';
import { proofCsv } from './proof-csv.ts';
import { fitting, rowsOf } from './proof-rows.ts';

const at = '2026-11-28T12:00:00Z';
const unmarked = { favorite: false, stars: 0, verdict: null, at };
const guest = { link: 1, done_at: null, final_text: '' };
const MARKS: ProofMarks = {
  pictures: [
    { picture: 'a', image_id: 1, filename: 'church.jpg' },
    { picture: 'b', image_id: 2, filename: '=cake,"1".jpg' },
    { picture: 'c', image_id: null, filename: 'dance.jpg' },
    { picture: 'd', image_id: 4, filename: 'night.jpg' },
  ],
  guests: [
    { id: 1, name: 'Anna', ...guest },
    { id: 2, name: '+Ben', ...guest },
  ],
  marks: [
    { ...unmarked, picture: 'a', guest: 1, favorite: true, stars: 4 },
    { ...unmarked, picture: 'b', guest: 2, verdict: 'no' },
    { ...unmarked, picture: 'd', guest: 1 },
  ],
  comments: [
    {
      id: 7,
      picture: 'c',
      guest: 2,
      text: '@all: without the uncle\nplease',
      point: { x: 0.2, y: 0.4 },
      is_earlier: false,
      at,
    },
  ],
};
const rows = rowsOf(MARKS);

test.each([
  ['marked', null, ['a', 'b', 'c']],
  ['marked', 1, ['a']],
  ['favorite', null, ['a']],
  ['favorite', 2, []],
  ['no', null, ['b']],
  ['yes', null, []],
  ['comments', null, ['c']],
  ['comments', 1, []],
  ['all', 1, ['a', 'b', 'c', 'd']],
] as const)('the filter %s of guest %s leaves %j', (filter, by, keys) => {
  expect(fitting(rows, filter, by).map(({ key }) => key)).toEqual(keys);
});

test('a spreadsheet finds no formula in what guests said, and one cell for each', () => {
  expect(proofCsv(rows, MARKS.guests)).toBe(
    [
      '"file","guest","favorite","stars","verdict","comments"',
      '"church.jpg","Anna","yes","4","",""',
      `"'=cake,""1"".jpg","'+Ben","","","no",""`,
      `"dance.jpg","'+Ben","","","","'@all: without the uncle\nplease"`,
      '',
    ].join('\r\n'),
  );
});
