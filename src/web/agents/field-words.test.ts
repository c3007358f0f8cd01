import { expect, test } from 'vitest';
import { fieldWords, wantedWords } from './field-words.ts';

const GERMAN = { exposure: 'Belichtung', sharpen: 'Schärfen' };

test.each([
  ['rating', '4', 'Stars', '4'],
  ['rejected', 'true', 'Rejected', 'yes'],
  ['add_tags', 'lake, people|Anna', 'Tags added', 'lake, people|Anna'],
  ['clear', 'title, latitude', 'Emptied', 'Title, Latitude'],
  ['modules', 'exposure, agx', 'Modules', 'Belichtung, agx'],
  [
    'edits',
    'exposure: exposure 0.5\nsharpen: enabled false',
    'Modules',
    'Belichtung: exposure 0.5\nSchärfen: enabled false',
  ],
  ['mode', 'replace', 'Copied edits', 'in place of its edits'],
  ['action', 'ungroup', 'Groups and versions', 'out of the group'],
  ['style', 'group', 'Style', 'group'],
])('an agent that asked for %s %j: %s, %s', (name, value, ...words) => {
  expect(wantedWords({ name, value }, GERMAN)).toEqual(words);
});

test('a field of a module has the name of the module', () => {
  expect(fieldWords('exposure black', GERMAN)).toBe('Belichtung black');
  expect(fieldWords('tag lake view', GERMAN)).toBe('Tag lake view');
  expect(fieldWords('group', GERMAN)).toBe('group');
});
