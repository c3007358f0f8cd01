import { expect, test } from 'vitest';
import { INDEX_VERSION, tablesSql, versionOf } from './index-schema.ts';

test('an index with another column, or with other content, has another version; comments and line breaks do not count', () => {
  const version = versionOf('CREATE TABLE entry (id INTEGER, -- of the image\n  rating INTEGER)', 8);
  expect(versionOf('CREATE TABLE entry (id INTEGER, rating INTEGER)', 8)).toBe(version);
  expect(versionOf('CREATE TABLE entry (id INTEGER, rating INTEGER, pixels INTEGER)', 8)).not.toBe(version);
  expect(versionOf('CREATE TABLE entry (id INTEGER, rating INTEGER)', 9)).not.toBe(version);
});

test('the version fits into the header of the file, and 0 is an empty one', () => {
  expect(INDEX_VERSION).toBeGreaterThan(0);
  expect(INDEX_VERSION).toBeLessThan(2 ** 31);
  expect(tablesSql).toContain(`PRAGMA user_version = ${INDEX_VERSION};`);
});
