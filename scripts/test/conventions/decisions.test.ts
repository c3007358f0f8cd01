import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../..', 'docs', 'decisions');
const decisions = readdirSync(folder).toSorted();

test.each(decisions)('%s has its number, and says when it was made and whether it is in force', (name) => {
  const [title, , status] = readFileSync(join(folder, name), 'utf8').split('\n');
  expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. `));
  expect(status).toMatch(/^\*\d{4}-\d{2}-\d{2}\. (In force|Superseded by \[\d+\])/);
});

test('decisions are numbered without gaps', () => {
  expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, at) => at + 1));
});
