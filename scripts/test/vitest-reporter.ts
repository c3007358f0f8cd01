import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { asPattern, quoted, tell } from './report.ts';

/** Tells `npm test` of each file when it ends, and of each failure when it happens. */
export default class implements Reporter {
  #root = '';
  #files = 0;
  #done = 0;
  #passed = 0;
  #failed = 0;

  onInit({ config }: Vitest): void {
    this.#root = config.root;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'passed') this.#passed += 1;
    // A test that was skipped has not passed.
    else this.#fail(test.module, test.fullName, errors ?? [{ message: 'It was skipped.' }], test.fullName);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const tests = [...module.children.allTests()];
    const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    if (errors.length > 0 || tests.length === 0)
      this.#fail(module, 'the file', errors.length > 0 ? errors : [{ message: 'It has no tests.' }]);
    const { duration } = module.diagnostic();
    tell({
      kind: 'file',
      file: { file: this.#path(module), seconds: duration / 1000, tests: tests.map(({ fullName }) => fullName) },
    });
    this.#tellProgress();
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors)
      this.#failWith({ what: 'outside of all tests', errors: [error], again: 'npm run test:unit' });
    this.#tellProgress();
  }

  #path = (module: TestModule) => relative(this.#root, module.moduleId);

  #fail(module: TestModule, test: string, errors: readonly Explained[], name?: string): void {
    const file = this.#path(module);
    const only = name === undefined ? '' : ` -t ${quoted(asPattern(name.replaceAll(' > ', ' ')))}`;
    this.#failWith({ what: `${file} > ${test}`, errors, again: `npm run test:unit -- ${file}${only}` });
  }

  #failWith({ what, errors, again }: { what: string; errors: readonly Explained[]; again: string }): void {
    this.#failed += 1;
    tell({ kind: 'failure', failure: { what, why: errors.map(inLines).join('\n'), again } });
  }

  #tellProgress = () =>
    tell({ kind: 'progress', done: this.#done, of: this.#files, passed: this.#passed, failed: this.#failed });
}

type Explained = { message: string; stack?: string | undefined; diff?: unknown };

function inLines({ message, stack = message, diff }: Explained): string {
  const text = typeof diff === 'string' ? `${message}\n${diff}\n${stack.slice(stack.indexOf('\n    at ') + 1)}` : stack;
  return text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .join('\n');
}
