import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** A wait in a loop that asks for something is none. In Lua, less than a tenth of a second lets darktable breathe. */
const SLEEP =
  /(?<!while \(.*)await (?:sleep|setTimeout)\(|setTimeout\(\w+, \d|waitForTimeout\(|control\.sleep\((?:\d{3,}|\D)/;

const ALLOWED = {
  'a gesture is a length of time': ['e2e/fingers.ts'],
  'what must not happen has no end: a request, a start, another try': [
    'e2e/budget.spec.ts',
    'src/image-index/faults.test.ts',
    'src/renderer/farm/security.test.ts',
    'src/tray/tray.test.ts',
  ],
  'one is killed, closed or overtaken at whatever moment': [
    'src/app/replaced-library.test.ts',
    'src/changes/marks/faults.test.ts',
    'src/changes/marks/plugin-faults.darktable.test.ts',
    'src/changes/modules/faults.test.ts',
    'src/darktable/bridge-hard.darktable.test.ts',
    'src/darktable/bridge-plugin.darktable.test.ts',
    'src/image-index/busy-library.test.ts',
  ],
  'a worker goes by what it heard a second ago': ['src/renderer/farm/fetched-ahead.test.ts'],
  'a length of time is what is measured': ['src/darktable/bridge-wake.darktable.test.ts'],
  'darktable tells of no event: what its lists show, and what a press of a key has done': [
    'src/changes/histories/direct.darktable.test.ts',
    'src/changes/histories/plugin-pixels.darktable.test.ts',
    'src/changes/histories/plugin-whole.darktable.test.ts',
    'src/changes/histories/plugin.darktable.test.ts',
    'src/changes/marks/rejects-that-wait.darktable.test.ts',
    'src/changes/modules/panel-values.darktable.test.ts',
    'src/darktable/bridge-darkroom.darktable.test.ts',
    'src/darktable/organise-jobs.darktable.test.ts',
    'src/renderer/resident/module-defaults.darktable.test.ts',
    'src/server/routes/darktable/noise-profiles.darktable.test.ts',
  ],
};

test('no test sleeps for a length of time, but where nothing else can be waited for', () => {
  const files = globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/*.ts'], { cwd: root });
  const sleeping = files.filter((file) => SLEEP.test(readFileSync(join(root, file), 'utf8')));
  expect(sleeping.toSorted()).toEqual(Object.values(ALLOWED).flat().toSorted());
});
