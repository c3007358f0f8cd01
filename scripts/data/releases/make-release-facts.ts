/**
 * Writes what the installed darktable says of itself into assets/releases: `node scripts/data/releases/make-release-facts.ts`, in a system of each
 * release that is to be known from the start.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { openLibrary } from '../../../src/library/library.ts';
import { darkroomLayouts } from '../../../src/develop/darkroom-layouts.ts';
import { Events } from '../../../src/platform/events.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { withDarktable } from '../../../src/testing/real-darktable.ts';
import { residentStage } from '../../../src/testing/resident-stage.ts';

await using stage = residentStage({ isUntested: true, shipped: [] });
const [configDir, cacheDir] = ['config', 'cache'].map((name) => join(stage.folder, name)) as [string, string];
await withDarktable({ configDir, cacheDir }, (darktable) => darktable.lua('darktable.control.sleep(1000)'));
const options = { isSample: false, log: silentLog(), events: new Events() };
const library = openLibrary({ file: join(configDir, 'library.db'), ...options });
const facts = { ...(await stage.renderer.release()), layouts: await library.read(darkroomLayouts) };
library.close();
const file = join(import.meta.dirname, '../../..', 'assets', 'releases', `${facts.release}.json`);
// A line a module and an order, so that a diff of two releases shows what differs.
writeFileSync(file, await format(JSON.stringify(facts), { parser: 'json', printWidth: 2_000, objectWrap: 'collapse' }));
console.log(file);
