import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forUnitTests } from './system-packages.ts';
import { neededPrograms } from './needed-programs.ts';

const root = join(import.meta.dirname, '../..');

test('each file that needs a program is there, and the program can be installed', () => {
  expect(
    Object.values(neededPrograms)
      .flat()
      .filter((file) => !existsSync(join(root, file))),
  ).toEqual([]);
  expect(Object.keys(neededPrograms).filter((program) => !(program in forUnitTests))).toEqual(['nats-server']);
});
