import { describe, expect, test } from 'vitest';
import { partsOfChange } from './changed.ts';

const namesOf = (files: string[]) => {
  const { sources, groups } = partsOfChange(files);
  return [sources, ...groups].flatMap(({ parts }) => parts.map(({ name }) => name));
};
const argsOf = (files: string[], name: string) => {
  const { sources, groups } = partsOfChange(files);
  return [sources, ...groups].flatMap(({ parts }) => parts).find((part) => part.name === name)!.commands[0]!.args;
};

describe('a change', () => {
  test('of the program is linted alone, and the journeys are tried', () => {
    expect(argsOf(['src/auth/auth.ts', 'README.md'], 'lint')).toEqual(['--no-warn-ignored', 'src/auth/auth.ts']);
    expect(argsOf(['src/auth/auth.ts', 'README.md'], 'format')).toEqual(
      expect.arrayContaining(['src/auth/auth.ts', 'README.md']),
    );
    expect(namesOf(['src/auth/auth.ts'])).toContain('journeys in the browser');
  });

  test('of a browser test runs this one', () => {
    expect(argsOf(['e2e/tags.spec.ts'], 'changed browser tests')).toContain('e2e/tags.spec.ts');
    expect(namesOf(['e2e/tags.spec.ts'])).not.toContain('journeys in the browser');
  });

  test('of a text lints nothing', () => {
    expect(namesOf(['README.md'])).not.toContain('lint');
    expect(namesOf(['README.md'])).toContain('format');
  });
});
