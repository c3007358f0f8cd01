import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** A wait in a loop that asks for something is none. In Lua, less than a tenth of a second lets darktable breathe. */
const SLEEP =
  /(?<!while \(.*)await (?:sleep|setTimeout)\(|setTimeout\(\w+, \d|waitForTimeout\(|control\.sleep\((?:\d{3,}|\D)/;

const ALLOWED: Record<string, string[]> = {};

test('no test sleeps for a length of time, but where nothing else can be waited for', () => {
  const files = globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/*.ts'], { cwd: root });
  const sleeping = files.filter((file) => SLEEP.test(readFileSync(join(root, file), 'utf8')));
  expect(sleeping.toSorted()).toEqual(Object.values(ALLOWED).flat().toSorted());
});
