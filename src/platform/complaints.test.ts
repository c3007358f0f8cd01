import { expect, test } from 'vitest';
import { complaintLine, noSuch, refusedFields } from './complaints.ts';

test('every complaint is told with its name, one about the whole without', () => {
  expect(
    complaintLine([
      { path: 'limit', message: 'must be 1 to 500' },
      { path: '', message: 'must be an object' },
    ]),
  ).toBe('limit: must be 1 to 500; must be an object');
});

test('of a hundred thousand long complaints fifty are told, shortened, and how many there are besides', () => {
  const complaints = Array.from({ length: 100_000 }, (_, at) => ({
    path: `${at}${'x'.repeat(500)}`,
    message: 'y'.repeat(5000),
  }));
  const error = refusedFields('invalid_body', complaints);
  expect(error.message).toMatch(/; and 99950 more$/);
  expect(error.message.length).toBeLessThan(60_000);
  expect(Object.keys(error.fields!)).toHaveLength(50);
  expect(JSON.stringify(error.fields).length).toBeLessThan(60_000);
});

test('a name that is not known comes with the nearest, or with all', () => {
  expect(noSuch('field', 'ratin', ['rating', 'offset'])).toBe('no such field, did you mean rating?');
  expect(noSuch('field', 'q', ['rating', 'offset'])).toBe('no such field (there are rating, offset)');
});
