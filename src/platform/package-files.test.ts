import { expect, test } from 'vitest';
import { describeVersion } from './package-files.ts';

test('a package tells the commit and the day of its sources', () => {
  const built = { commit: '8c5c27d', date: '2026-11-23' };
  expect(describeVersion({ version: '1.0.0', built })).toBe(
    '1.0.0 (commit 8c5c27d, built from the sources of 2026-11-23)',
  );
  expect(describeVersion({ version: '1.0.0', built: { ...built, commit: null } })).toBe(
    '1.0.0 (built from the sources of 2026-11-23)',
  );
});

test('a checkout tells its version', () => {
  expect(describeVersion({ version: '1.0.0' })).toBe('1.0.0');
});
