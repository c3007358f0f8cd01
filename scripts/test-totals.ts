/** What the reports of vitest and Playwright say, and of a second run of the few tests that failed. */

/** `again`: tests that failed in the first run and passed in the second. */
export type Totals = { passed: number; failed: number; again: string[] };

/** More test files, or browser tests, than these are no accident. One darktable that crashes fails all tests that use it. */
const MOST_RUN_AGAIN = 3;

type VitestFile = {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
};
export type VitestReport = { testResults: VitestFile[] };

type PlaywrightSpec = { id: string; title: string; file: string; ok: boolean };
type PlaywrightSuite = { specs?: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
export type PlaywrightReport = {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Skipped tests have not passed; a file that could not be loaded is one test that failed. */
export function vitestTotals({ testResults }: VitestReport): Totals {
  const tests = testResults.flatMap(({ status, assertionResults }) =>
    assertionResults.length === 0 ? [{ status }] : assertionResults,
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return { passed, failed: tests.length - passed, again: [] };
}

/** The files to run again: those with tests that failed, unless they are many. */
export function vitestFilesAgain(report: VitestReport): string[] {
  const files = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return files.length > MOST_RUN_AGAIN ? [] : files;
}

/** The totals when those files count as in the second report. A test that is not in it has failed. */
export function vitestTotalsOfBoth(first: VitestReport, second: VitestReport): Totals {
  const filesAgain = vitestFilesAgain(first);
  const others = vitestTotals({ testResults: first.testResults.filter(({ name }) => !filesAgain.includes(name)) });
  const before = vitestTotals({ testResults: first.testResults.filter(({ name }) => filesAgain.includes(name)) });
  const now = vitestTotals(second);
  const missing = Math.max(0, before.passed + before.failed - now.passed - now.failed);
  const passedNow = (name: string) =>
    second.testResults.some(({ assertionResults }) =>
      assertionResults.some(({ fullName, status }) => fullName === name && status === 'passed'),
    );
  const failedBefore = first.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return {
    passed: others.passed + now.passed,
    failed: others.failed + now.failed + missing,
    again: failedBefore.filter(passedNow),
  };
}

export function playwrightTotals({ stats }: PlaywrightReport): Totals {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, again: [] };
}

export const isPlaywrightRunAgain = ({ stats }: PlaywrightReport): boolean =>
  stats.unexpected > 0 && stats.unexpected <= MOST_RUN_AGAIN;

/** The totals when the tests that failed count as in the second report. */
export function playwrightTotalsOfBoth(first: PlaywrightReport, second: PlaywrightReport): Totals {
  const failed = specsOf(first.suites).filter(({ ok }) => !ok);
  const passedNow = new Set(
    specsOf(second.suites)
      .filter(({ ok }) => ok)
      .map(({ id }) => id),
  );
  const again = failed.filter(({ id }) => passedNow.has(id));
  const { passed, failed: failedBefore } = playwrightTotals(first);
  return {
    passed: passed + again.length,
    failed: failedBefore - again.length,
    again: again.map(({ file, title }) => `${file} › ${title}`),
  };
}

const specsOf = (suites: readonly PlaywrightSuite[]): PlaywrightSpec[] =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);
