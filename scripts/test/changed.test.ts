import { describe, expect, test } from 'vitest';
import { partsOfChange, sourcesOfChange } from './changed.ts';

const partsOf = (...files: string[]) =>
  [sourcesOfChange(files), ...partsOfChange(files, [])].flatMap(({ parts }) => parts);
const namesOf = (...files: string[]) => partsOf(...files).map(({ name }) => name);
const argsOf = (name: string, ...files: string[]) =>
  partsOf(...files).find((part) => part.name === name)!.commands[0]!.args;

describe('a change', () => {
  test('of the program is tried by the journeys, and its format alone is checked', () => {
    expect(argsOf('format', 'src/auth/auth.ts', 'README.md')).toEqual(
      expect.arrayContaining(['src/auth/auth.ts', 'README.md']),
    );
    expect(namesOf('src/auth/auth.ts')).toContain('journeys in the browser');
  });

  test('that takes a file away checks types, not its format, and tries the journeys', () => {
    expect(namesOf('src/auth/gone.ts')).toContain('types and lint');
    expect(namesOf('src/auth/gone.ts')).not.toContain('format');
    expect(namesOf('src/auth/gone.ts')).toContain('journeys in the browser');
  });

  test('of a browser test runs this one, of what they share the journeys', () => {
    expect(argsOf('changed browser tests', 'e2e/tags.spec.ts')).toContain('e2e/tags.spec.ts');
    expect(namesOf('e2e/tags.spec.ts')).not.toContain('journeys in the browser');
    expect(namesOf('e2e/safelight.ts')).toContain('journeys in the browser');
  });

  test('runs no test for which a program is missing', () => {
    const [unit] = partsOfChange(['src/auth/auth.ts'], ['src/tray/tray.test.ts']).flatMap(({ parts }) => parts);
    expect(Object.values(unit!.commands[0]!.env!)).toContain('src/tray/tray.test.ts');
  });
});
