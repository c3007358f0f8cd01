import { expect, test } from 'vitest';
import { isNewer, isVersion } from './semver.ts';

/** Each is older than the next: the examples of https://semver.org/#spec-item-11, and a few more. */
const ORDER = [
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
  '2.1.0',
  '2.1.1',
  '10.0.0',
];

test('versions are ordered as SemVer says', () => {
  for (const [at, one] of ORDER.entries())
    for (const [otherAt, other] of ORDER.entries())
      expect([one, other, isNewer(one, other)]).toEqual([one, other, at > otherAt]);
});

test('the build does not count, and what is no version is never newer', () => {
  expect(isNewer('1.0.0+2', '1.0.0+1')).toBe(false);
  for (const text of [
    '',
    '1',
    '1.0',
    'v1.0.0',
    '1.0.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0+1\n',
    '99.0.0\n',
    '../1.0.0',
  ]) {
    expect(isVersion(text), text).toBe(false);
    expect(isNewer(text, '0.1.0')).toBe(false);
    expect(isNewer('9.0.0', text)).toBe(false);
  }
});
