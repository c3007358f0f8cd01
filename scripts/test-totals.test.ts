import { describe, expect, test } from 'vitest';
import {
  isPlaywrightRunAgain,
  playwrightTotalsOfBoth,
  type VitestReport,
  vitestFilesAgain,
  vitestTotals,
  vitestTotalsOfBoth,
} from './test-totals.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status, k) => ({ status, fullName: `${name} ${k}` })),
});
const report = (...testResults: VitestReport['testResults']): VitestReport => ({ testResults });

describe('unit tests', () => {
  test('count what was skipped, and a file that could not be loaded, as failed', () => {
    expect(vitestTotals(report(file('a', 'passed', 'pending'), file('b')))).toMatchObject({ passed: 1, failed: 2 });
  });

  test('that failed are run again, and named when they pass', () => {
    const first = report(file('a', 'passed', 'failed'), file('b', 'passed'));
    expect(vitestFilesAgain(first)).toEqual(['a']);
    const second = report(file('a', 'passed', 'passed'));
    expect(vitestTotalsOfBoth(first, second)).toEqual({ passed: 3, failed: 0, again: ['a 1'] });
  });

  test('that fail twice have failed', () => {
    const first = report(file('a', 'passed', 'failed'));
    expect(vitestTotalsOfBoth(first, first)).toEqual({ passed: 1, failed: 1, again: [] });
  });

  test('that are not in the second report have failed', () => {
    const first = report(file('a', 'passed', 'failed'));
    expect(vitestTotalsOfBoth(first, report())).toEqual({ passed: 0, failed: 2, again: [] });
  });

  test('are not run again when they are of many files', () => {
    const failed = ['a', 'b', 'c', 'd'].map((name) => file(name, 'failed', 'failed'));
    expect(vitestFilesAgain(report(...failed.slice(1)))).toEqual(['b', 'c', 'd']);
    expect(vitestFilesAgain(report(...failed))).toEqual([]);
  });
});

describe('browser tests', () => {
  const browser = (oks: Record<string, boolean>) => ({
    suites: [
      {
        suites: [
          { specs: Object.entries(oks).map(([id, ok]) => ({ id, ok, title: `test ${id}`, file: 'x.spec.ts' })) },
        ],
      },
    ],
    stats: {
      expected: Object.values(oks).filter((ok) => ok).length,
      unexpected: Object.values(oks).filter((ok) => !ok).length,
      ...{ flaky: 0, skipped: 0 },
    },
  });

  test('that failed and pass in a second run are named', () => {
    const first = browser({ a: true, b: false, c: false });
    expect(isPlaywrightRunAgain(first)).toBe(true);
    expect(playwrightTotalsOfBoth(first, browser({ b: true, c: false }))).toEqual({
      passed: 2,
      failed: 1,
      again: ['x.spec.ts › test b'],
    });
  });

  test('are not run again when none or many failed', () => {
    expect(isPlaywrightRunAgain(browser({ a: true }))).toBe(false);
    expect(isPlaywrightRunAgain(browser({ a: false, b: false, c: false, d: false }))).toBe(false);
  });
});
