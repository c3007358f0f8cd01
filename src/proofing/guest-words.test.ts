import { expect, test } from 'vitest';
import { csvCell } from '../contract/csv-cell.ts';
import { freeName, guestName, plainText } from './guest-words.ts';

test.each([
  ['  Anna  ', 'Anna'],
  ['An\u200bna\u202e', 'Anna'],
  ['Anna\nBen\tCleo', 'Anna Ben Cleo'],
  ['A\u0000n\u001b[31mna', 'An[31mna'],
  ['Zoë', 'Zoë'],
  ['山田太郎', '山田太郎'],
  ['\ud800Anna', '\ufffdAnna'],
  ['👩‍👩‍👧 Familie', '👩‍👩‍👧 Familie'],
  ['❤️', '❤️'],
  ['a\u200d\u200db\ufe0f', 'ab'],
])('the name %j is %j', (typed, name) => {
  expect(guestName(typed)).toBe(name);
});

test.each(['', '   ', '\u200b\u200d', '\u202e', '\u2800', '\u3164', '\u0301', '\n\t', '\u00ad', '\u{e0041}'])(
  'a name of which nothing can be seen is none: %j',
  (typed) => {
    expect(guestName(typed)).toBeNull();
  },
);

test('a name that is too long is cut between whole characters', () => {
  expect(guestName('👩‍👩‍👧'.repeat(20))).toBe('👩‍👩‍👧'.repeat(7));
});

test('a text keeps its lines and loses what acts', () => {
  expect(plainText('One\r\ntwo\u2028three\u202e\u0007')).toBe('One\ntwo\nthree');
  expect(plainText('x'.repeat(3_000))).toHaveLength(2_000);
  expect(plainText('\u200b \u2066')).toBe('');
});

test('a name that somebody has gets a number, in whatever case and width', () => {
  expect(freeName('Anna', [])).toBe('Anna');
  expect(freeName('ANNA', ['anna', 'Anna (2)'])).toBe('ANNA (3)');
  expect(freeName('Ａnna', ['Anna'])).toBe('Ａnna (2)');
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-2', `"'-2"`],
  ['@sum', `"'@sum"`],
  [' \n=1', `"' \n=1"`],
  ['＝1', `"'＝1"`],
  ['say "hi", please', '"say ""hi"", please"'],
  ['IMG_1.CR3', '"IMG_1.CR3"'],
  [3, '"3"'],
])('as a cell, %j is %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
