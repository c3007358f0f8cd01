import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { again, tell, type TestFile } from './report.ts';

/** Tells `npm test` of each browser test when it ends, and of each failure when it happens. */
export default class implements Reporter {
  readonly #files = new Map<string, TestFile>();
  #root = '';
  #tests = 0;
  #done = 0;
  #passed = 0;

  printsToStdio(): boolean {
    return false;
  }

  onBegin({ configFile = '' }: FullConfig, suite: Suite): void {
    this.#root = relative('.', configFile).replace(/[^/\\]*$/, '');
    this.#tests = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { status, errors, duration, attachments }: TestResult): void {
    const file = `${this.#root}${test.location.file.split(/[/\\]/).at(-1)}`;
    const known = this.#files.get(file) ?? { file, seconds: 0, tests: [] };
    // The first three of a path are the root, the project and the file.
    const name = test.titlePath().slice(3).join(' ');
    this.#files.set(file, { ...known, seconds: known.seconds + duration / 1000, tests: [...known.tests, name] });
    this.#done += 1;
    const what = `${file} > ${name}`;
    if (status === 'passed') this.#passed += 1;
    else if (status === 'skipped') tell({ kind: 'skipped', what });
    else {
      const why = errors.map(inLines).join('\n') || `It was ${status}.`;
      tellFailure(what, why + pageShown(attachments), again(COMMAND, file, '-g', name));
    }
    this.#tellProgress();
  }

  onError(error: TestError): void {
    tellFailure('outside of all browser tests', inLines(error), COMMAND);
  }

  onEnd(): void {
    for (const file of this.#files.values()) tell({ kind: 'file', file });
  }

  #tellProgress = () => tell({ kind: 'progress', done: this.#done, of: this.#tests, passed: this.#passed });
}

const COMMAND = 'npm run test:e2e';

const tellFailure = (what: string, why: string, command: string) =>
  tell({ kind: 'failure', failure: { what, why, again: command } });

const inLines = ({ message = '', stack = message }: TestError): string =>
  stack
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .join('\n');

/** What Playwright saw on the page when the test failed: where a failure comes once in a hundred runs, its output is all there is. */
function pageShown(attachments: TestResult['attachments']): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const snapshot = path === undefined ? undefined : /```yaml\n([^]*?)\n```/.exec(readFileSync(path, 'utf8'))?.[1];
  if (snapshot === undefined) return '';
  const lines = snapshot.replaceAll(/ \[(ref=e\d+|cursor=pointer)\]/g, '').split('\n');
  return `\nThe page:\n${lines.filter((line) => !/^ *- (generic|img):?$/.test(line)).join('\n')}`;
}
