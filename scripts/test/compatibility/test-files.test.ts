import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leftOut, pathOf, testFiles } from './test-files.ts';

test('every test with a real darktable is run with every darktable, or left out with a reason', () => {
  const there = globSync('src/**/*.darktable.test.ts', { cwd: join(import.meta.dirname, '../../..') });
  expect([...testFiles, ...Object.keys(leftOut)].map(pathOf).toSorted()).toEqual(there.toSorted());
});
