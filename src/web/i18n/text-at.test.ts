import { expect, test } from 'vitest';
import { filled, textAt } from './text-at.ts';

const words = {
  save: 'Save',
  gallery: {
    pictures_one: '{{number}} picture',
    pictures_few: '{{number}} zdjęcia',
    pictures_other: '{{number}} pictures',
  },
};

test.each([
  ['save', undefined, 'Save'],
  ['save', 'one', 'Save'],
  ['gallery.pictures', 'one', '{{number}} picture'],
  ['gallery.pictures', 'few', '{{number}} zdjęcia'],
  ['gallery.pictures', 'other', '{{number}} pictures'],
  ['gallery.pictures', 'many', '{{number}} pictures'],
  ['gallery.pictures', undefined, undefined],
  ['gallery', undefined, undefined],
  ['gallery.none', undefined, undefined],
  ['save.none', undefined, undefined],
  ['none.none', undefined, undefined],
  ['constructor', undefined, undefined],
  ['constructor.name', undefined, undefined],
] as const)('the text with the key %s, for a number of the form %s', (key, form, text) => {
  expect(textAt(words, key, form)).toBe(text);
});

test('values take their places as they are, also those that look like a place themselves', () => {
  expect(filled('{{name}} and {{name}}: {{count}} of {{total}}', { name: '{{count}} & $1', count: 0, total: 3 })).toBe(
    '{{count}} & $1 and {{count}} & $1: 0 of 3',
  );
  expect(filled('{{nothing}}!', {})).toBe('!');
});
