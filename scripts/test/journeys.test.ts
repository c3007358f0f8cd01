import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const e2e = join(import.meta.dirname, '../../e2e');

test('each journey is a browser test, so that a new name does not take it out of `npm test`', () => {
  const journeys = readFileSync(join(e2e, 'journeys.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));
  const missing = journeys.filter((journey) => {
    const [file, ...titles] = journey.split(' › ');
    const text = readFileSync(join(e2e, file!), 'utf8');
    return titles.some((title) => !text.includes(`'${title.replaceAll("'", "\\'")}'`) && !text.includes(`"${title}"`));
  });
  expect(missing).toEqual([]);
  expect(journeys.length).toBeGreaterThan(30);
});
