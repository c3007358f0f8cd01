import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { again, tell } from './report.ts';

/** Tells `npm test` of each file when it ends, and of each failure when it happens. */
export default class implements Reporter {
  #root = '';
  #files = 0;
  #done = 0;
  #passed = 0;

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'passed') this.#passed += 1;
    else if (state === 'failed') this.#fail(test.module, test.fullName, errors, test.fullName);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const tests = [...module.children.allTests()];
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    if (errors.length > 0 || tests.length === 0)
      this.#fail(module, 'the file', errors.length > 0 ? errors : [{ message: 'It has no tests.' }]);
    // Where a hook failed, all tests below it are skipped.
    else
      for (const test of tests)
        if (test.result().state === 'skipped')
          tell({ kind: 'skipped', what: `${this.#path(module)} > ${test.fullName}` });
    const { duration } = module.diagnostic();
    tell({
      kind: 'file',
      file: { file: this.#path(module), seconds: duration / 1000, tests: tests.map(({ fullName }) => fullName) },
    });
    this.#tellProgress();
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length > 0) tellFailure('outside of all tests', errors, again('npm run test:unit', ''));
    this.#tellProgress();
  }

  #path = (module: TestModule) => relative(this.#root, module.moduleId);

  #fail(module: TestModule, what: string, errors: readonly Explained[], name?: string): void {
    const file = this.#path(module);
    const command = again('npm run test:unit', file, '-t', name?.replaceAll(' > ', ' '));
    tellFailure(`${file} > ${what}`, errors, command);
  }

  #tellProgress = () => tell({ kind: 'progress', done: this.#done, of: this.#files, passed: this.#passed });
}

const tellFailure = (what: string, errors: readonly Explained[], command: string) =>
  tell({ kind: 'failure', failure: { what, why: errors.map(inLines).join('\n'), again: command } });

type Explained = { message: string; stack?: string | undefined; diff?: unknown };

function inLines({ message, stack = message, diff }: Explained): string {
  const text = typeof diff === 'string' ? `${message}\n${diff}\n${stack.slice(stack.indexOf('\n    at ') + 1)}` : stack;
  return text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .join('\n');
}
