import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { NewPublication, type PublicationPlan, type Yes } from '../contract/publications.ts';
import { NewRecipe, type Recipe } from '../contract/recipes.ts';
import { exportStates } from '../library/export-facts.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { Destination } from '../publishing/destinations/destination.ts';
import { folderDestination } from '../publishing/destinations/files/folder-destination.ts';
import type { KnownMarker } from '../publishing/destinations/files/marker.ts';
import { Ledger } from '../publishing/publications/ledger.ts';
import { openPublications, type Publications } from '../publishing/publications/publications.ts';
import type { PublisherOptions } from '../publishing/publications/publisher.ts';
import { indexOfTest } from './index-of-test.ts';
import type { FixtureImage } from './library-fixture.ts';
import type { TestIndex } from './start-index.ts';

const noRolls: FilmRolls = { relationOf: () => Promise.resolve(null) };
type Make = PublisherOptions['maker']['make'];

export interface PublicationStage {
  it: TestIndex;
  /** The folder that is published to. */
  place: string;
  recipe: Recipe;
  make: Make;
  /** Every picture that was made, by id. */
  made: number[];
  /** Whose run has ended. */
  ended: number[];
  publications: Publications;
  /** What it logged as an error. */
  logged: string[];
  /** Replaces what the stage hands to the publications from now on. */
  use(parts: {
    make?: Make;
    wrap?: (destination: Destination, id: number) => Destination;
    version?: string;
    mayWork?: boolean;
  }): void;
  /** The files there by name, without what Safelight keeps there for itself. */
  files(folder?: string): Record<string, string>;
  /** Waits for the index, plans, and runs what the plan needs and `yes` allows. */
  publish(id: number, ...yes: Yes[]): Promise<PublicationPlan>;
  /** As a restart does it: the data folder stays. */
  restart(): Promise<void>;
}

/** A library, a folder as destination, and publications between them. What darktable would make is a text that tells what is in it. */
export async function publicationStage(images: readonly FixtureImage[] | number): Promise<PublicationStage> {
  const it = await indexOfTest({ images });
  const place = join(it.folder, 'published');
  const dataDir = join(it.folder, 'data');
  for (const folder of [place, dataDir]) mkdirSync(folder);
  const recipe: Recipe = { ...NewRecipe.parse({ name: 'web', keep: ['stars', 'texts', 'tags'] }), id: 1 };
  const made: number[] = [];
  const ended: number[] = [];
  const logged: string[] = [];
  const marker: KnownMarker = { id: null, keep: () => undefined };
  const make: Make = async (imageId, { name }, folder) => {
    const state = (await it.library.read((reader) => exportStates(reader, [imageId]))).get(imageId)!;
    made.push(imageId);
    const file = join(folder, `${imageId}.jpg`);
    const { rating, title, filename } = state.record;
    writeFileSync(file, JSON.stringify({ by: name, filename, rating, title, development: state.development }));
    return { ...state, file };
  };
  const parts = {
    make,
    wrap: (destination: Destination, _id: number) => destination,
    version: '4.2.1',
    mayWork: true,
  };
  const open = () =>
    openPublications({
      ledger: new Ledger(join(dataDir, 'publications.db')),
      workDir: join(dataDir, 'publishing'),
      library: it.library,
      index: it.index,
      recipeOf: (id) => (id === recipe.id ? recipe : null),
      openDestination: (id) => (id > 2 ? null : parts.wrap(folderDestination(place, noRolls, marker), id)),
      damagedFile: () => null,
      installation: () => Promise.resolve({ version: parts.version }),
      maker: { make: (...asked) => parts.make(...asked) },
      mayWork: () => parts.mayWork,
      onProgress: () => undefined,
      onEnd: (id) => ended.push(id),
      events: it.events,
      quietMs: 50,
      log: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
    });
  const stage: PublicationStage = {
    it,
    place,
    recipe,
    make,
    made,
    ended,
    logged,
    publications: open(),
    use: (change) => void Object.assign(parts, change),
    files(folder = '') {
      const names = readdirSync(join(place, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
      return Object.fromEntries(
        names
          .filter(({ name }) => !name.startsWith('.safelight'))
          .map(({ name }) => [name, readFileSync(join(place, folder, name), 'utf8')]),
      );
    },
    async publish(id, ...yes) {
      await it.index.settled();
      const plan = await stage.publications.plan(id);
      await stage.publications.run(id, { plan: plan.id, yes });
      await stage.publications.settled();
      return plan;
    },
    async restart() {
      await stage.publications.close();
      stage.publications = open();
    },
  };
  onTestFinished(() => stage.publications.close());
  return stage;
}

/** The best of the library, into the folder's top. */
export const best = (change: Partial<NewPublication> = {}): NewPublication =>
  NewPublication.parse({ name: 'Best', source: { filter: { rating_min: 3 } }, recipe: 1, destination: 1, ...change });

/** Two that are published and one that is not. */
export const IMAGES = [
  { id: 1, filename: 'dawn.nef', stars: 5, title: 'Dawn' },
  { id: 2, filename: 'noon.nef', stars: 3 },
  { id: 3, filename: 'dusk.nef', stars: 1 },
];

export async function published(
  images: Parameters<typeof publicationStage>[0] = IMAGES,
  change: Parameters<typeof best>[0] = {},
) {
  const stage = await publicationStage(images);
  const { id } = stage.publications.add(best(change));
  await stage.publish(id);
  return { stage, id };
}

/** How many steps a plan has of each kind. */
export const kinds = async ({ it, publications }: PublicationStage, id: number) => {
  await it.index.settled();
  const { counts } = await publications.plan(id);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};
