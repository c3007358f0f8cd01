/**
 * Publishes images 1 to COUNT of a library into a folder, and goes on where a killed one was:
 *
 *   node src/testing/publishing-child.ts LIBRARY DATA-DIR FOLDER COUNT
 *
 * It says `begun` at the first picture that is sent, and ends with code 0 once there is nothing left to do.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewPublication } from '../contract/publications.ts';
import { NewRecipe } from '../contract/recipes.ts';
import { exportStates } from '../library/export-facts.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { folderDestination } from '../publishing/destinations/files/folder-destination.ts';
import type { KnownMarker } from '../publishing/destinations/files/marker.ts';
import { Ledger } from '../publishing/publications/ledger.ts';
import { openPublications } from '../publishing/publications/publications.ts';

const [file, dataDir, place, count] = process.argv.slice(2) as [string, string, string, string];
const log = silentLog();
const events = new Events();
const library = openLibrary({ file, isSample: false, log, events });
const recipe = { ...NewRecipe.parse({ name: 'web', keep: ['stars'] }), id: 1 };
// What a settings file would keep; the same place each time.
const marker: KnownMarker = { id: null, keep: () => undefined };
let isBegun = false;

const publications = openPublications({
  ledger: new Ledger(join(dataDir, 'publications.db')),
  workDir: join(dataDir, 'publishing'),
  library,
  index: { ask: () => Promise.reject(new Error('Its pictures are known by their ids.')) },
  recipeOf: () => recipe,
  openDestination: () => folderDestination(place, { relationOf: () => Promise.resolve(null) }, marker),
  damagedFile: () => null,
  installation: () => Promise.resolve({ version: '4.2.1' }),
  maker: {
    async make(imageId, _recipe, folder) {
      if (!isBegun) process.stdout.write('begun\n');
      isBegun = true;
      const state = (await library.read((reader) => exportStates(reader, [imageId]))).get(imageId)!;
      const made = join(folder, `${imageId}.jpg`);
      writeFileSync(made, JSON.stringify({ id: imageId, rating: state.record.rating }));
      return { ...state, file: made };
    },
  },
  mayWork: () => true,
  onProgress: () => undefined,
  onEnd: () => undefined,
  events,
  log,
});

let [publication] = publications.list();
if (!publication) {
  const ids = Array.from({ length: Number(count) }, (_, at) => at + 1);
  const definition = { name: 'All', source: { ids }, recipe: 1, destination: 1 };
  publication = publications.add(NewPublication.parse(definition));
}
const { id } = publication;
await publications.settled();
// A kill may have come before it was asked for, and what was changed meanwhile is wanted, too.
for (;;) {
  const plan = await publications.plan(id);
  if (plan.counts.unchanged === Number(count)) break;
  await publications.run(id, { plan: plan.id, yes: plan.needs });
  await publications.settled();
}
await publications.close();
library.close();
process.exit(0);
