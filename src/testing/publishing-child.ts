/**
 * Publishes images 1 to `count` of a library, and goes on where a killed one was:
 *
 *   node src/testing/publishing-child.ts '{ "library": FILE, "dataDir": FOLDER, "place": FOLDER or URL, "count": N, "pictures": FOLDER }'
 *
 * It says `begun` at the first picture that is sent, and at its end, with code 0, once there is nothing left to do, how long all of it, the last
 * plan and reading all pictures from the library took. `pictures` has what is sent, `1.jpg` and so on; without it, texts are.
 */
import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewPublication } from '../contract/publications.ts';
import { NewRecipe } from '../contract/recipes.ts';
import { exportStates } from '../library/export-facts.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { staySmall } from '../platform/small-process.ts';
import { folderDestination } from '../publishing/destinations/files/folder-destination.ts';
import type { KnownMarker } from '../publishing/destinations/files/marker.ts';
import { webdavDestination } from '../publishing/destinations/webdav/webdav-destination.ts';
import { Ledger } from '../publishing/publications/ledger.ts';
import { openPublications } from '../publishing/publications/publications.ts';
import { sourcePictures } from '../publishing/publications/source-pictures.ts';
import { noFilmRolls } from './no-film-rolls.ts';

export interface PublishingTask {
  library: string;
  dataDir: string;
  place: string;
  count: number;
  pictures?: string;
  /** With the memory settings of Safelight itself. */
  isSmall?: boolean;
}

export interface PublishingTimes {
  allMs: number;
  planMs: number;
  readMs: number;
}

const {
  library: file,
  dataDir,
  place,
  count,
  pictures,
  isSmall = false,
} = JSON.parse(process.argv[2]!) as PublishingTask;
if (isSmall) staySmall();
const log = silentLog();
const events = new Events();
const library = openLibrary({ file, isSample: false, log, events });
const recipe = { ...NewRecipe.parse({ name: 'web', keep: ['stars'] }), id: 1 };
// What a settings file would keep; the same place each time.
const marker: KnownMarker = { id: null, keep: () => undefined };
const open = () =>
  place.startsWith('http:')
    ? webdavDestination({ address: new URL(place), user: 'u', password: 'pw' }, null, marker)
    : folderDestination(place, noFilmRolls, marker);
let isBegun = false;

const publications = openPublications({
  ledger: new Ledger(join(dataDir, 'publications.db')),
  workDir: join(dataDir, 'publishing'),
  library,
  index: { ask: () => Promise.reject(new Error('Its pictures are known by their ids.')) },
  recipeOf: () => recipe,
  openDestination: open,
  damagedFile: () => null,
  installation: () => Promise.resolve({ version: '4.2.1' }),
  maker: {
    async make(imageId, _recipe, folder) {
      if (!isBegun) process.stdout.write('begun\n');
      isBegun = true;
      const state = (await library.read((reader) => exportStates(reader, [imageId]))).get(imageId)!;
      const made = join(folder, `${imageId}.jpg`);
      if (pictures !== undefined) linkSync(join(pictures, `${imageId}.jpg`), made);
      else writeFileSync(made, JSON.stringify({ id: imageId, rating: state.record.rating }));
      return { ...state, file: made };
    },
  },
  mayWork: () => true,
  onProgress: () => undefined,
  onEnd: () => undefined,
  events,
  log,
});

const ids = Array.from({ length: count }, (_, at) => at + 1);
const began = performance.now();
const [known] = publications.list();
const definition = { name: 'All', source: { ids }, recipe: 1, destination: 1 };
const { id } = known ?? publications.add(NewPublication.parse(definition));
await publications.settled();
// A kill may have come before it was asked for, and what was changed meanwhile is wanted, too.
for (;;) {
  const allMs = performance.now() - began;
  const planBegan = performance.now();
  const plan = await publications.plan(id);
  if (plan.counts.unchanged === count) {
    const readBegan = performance.now();
    const planMs = readBegan - planBegan;
    await sourcePictures(library, ids, recipe, '4.2.1');
    const times: PublishingTimes = { allMs, planMs, readMs: performance.now() - readBegan };
    process.stdout.write(`${JSON.stringify(times)}\n`);
    break;
  }
  await publications.run(id, { plan: plan.id, yes: plan.needs });
  await publications.settled();
}
await publications.close();
library.close();
