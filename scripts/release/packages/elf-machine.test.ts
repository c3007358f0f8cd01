import { expect, test } from 'vitest';
import { elfMachine } from './elf-machine.ts';
import { linuxTargets } from './targets.ts';

test('a program tells which processor it is for, and a text tells none', () => {
  const here = linuxTargets.find(({ cpu }) => cpu === process.arch);
  expect(elfMachine(process.execPath)).toBe(here?.elfMachine);
  expect(elfMachine(import.meta.filename)).toBeNull();
});
