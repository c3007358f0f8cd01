import { Matching } from '../../contract/many-images.ts';
import { ANOTHER_PLACE, type PublicationSource, type Yes } from '../../contract/publications.ts';
import type { Recipe } from '../../contract/recipes.ts';
import type { Installation } from '../../darktable/installation.ts';
import type { ImageIndex } from '../../image-index/image-index.ts';
import { matchingIds } from '../../image-index/matching-ids.ts';
import { existingIds } from '../../library/existing-ids.ts';
import type { Library } from '../../library/library.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Ledger, LedgerItem, StoredPublication } from './ledger.ts';
import { type Step, stepsOf } from './plan.ts';
import { sourcePictures } from './source-pictures.ts';

export interface LookContext {
  ledger: Ledger;
  library: Pick<Library, 'file' | 'read'>;
  index: Pick<ImageIndex, 'ask'>;
  recipeOf: (id: number) => Recipe | null;
  /** Where the recipes or destinations are kept that were damaged; null: they never were. */
  damagedFile: (what: 'recipe' | 'destination') => string | null;
  installation: () => Promise<Pick<Installation, 'version'> | null>;
}

/** What there is to do, and with what. */
export interface Ready {
  steps: Step[];
  recipe: Recipe;
  version: string;
  destination: Destination;
  identity: string;
}

/** `missing`: what a yes would mend. */
export type Look = { is: 'ready'; ready: Ready } | { is: 'problem'; problem: string; missing: Yes[] };

export interface LookOptions {
  /** Whether all that is there is listed, which may take long. */
  isThorough: boolean;
  yes: ReadonlySet<Yes>;
  signal: AbortSignal;
}

/**
 * Compares the source with what is at the destination. A problem means that nothing may be done: neither sent nor removed. Throws
 * `library_unavailable`, `index_building`, and DestinationFailure when the destination cannot be asked.
 */
export async function lookAt(
  publication: StoredPublication,
  destination: Destination | null,
  context: LookContext,
  { isThorough, yes, signal }: LookOptions,
): Promise<Look> {
  const { ledger, library } = context;
  const problem = (text: string, ...missing: Yes[]): Look => ({ is: 'problem', problem: text, missing });
  if (publication.library !== library.file)
    return problem(`Its pictures belong to another library, ${publication.library}.`);
  const recipe = context.recipeOf(publication.recipe);
  if (!recipe) return problem(goneText('export recipe', context.damagedFile('recipe')));
  if (!destination) return problem(goneText('destination', context.damagedFile('destination')));
  const items = ledger.items(publication.id);
  const ids = await idsOf(publication.source, context);
  const version = (await context.installation())?.version ?? '';
  const pictures = await sourcePictures(library, ids, recipe, version);
  const before = items.filter(({ placed }) => placed).length;
  if (pictures.length === 0 && before > 0)
    return problem(
      `There were ${before} pictures, and now there are none. If that is meant, delete the publication; otherwise mend its source.`,
    );
  const identity = await destination.whoIs(signal);
  if (publication.identity !== null && publication.identity !== identity && !yes.has('other-destination'))
    return problem(
      'Another place or account answers there than before. Nothing is sent or removed until you say that it is the right one.',
      ...ANOTHER_PLACE,
    );
  const there = isThorough ? await versionsThere(destination, publication, items, signal) : null;
  return { is: 'ready', ready: { steps: stepsOf({ pictures, items, there }), recipe, version, destination, identity } };
}

const goneText = (what: string, damaged: string | null) =>
  damaged === null
    ? `Its ${what} was deleted. Choose another one.`
    : `Its ${what} is no longer there. The list was damaged, and is kept as ${damaged}. Choose another one.`;

async function versionsThere(
  destination: Destination,
  { album, albumId }: StoredPublication,
  items: readonly LedgerItem[],
  signal: AbortSignal,
) {
  // Nothing was put there yet.
  if (album !== null && albumId === null) return new Map<string, string>();
  const ours = items.flatMap(({ placed }) => placed?.id ?? []);
  return new Map((await destination.list(albumId, ours, signal)).map(({ id, version }) => [id, version]));
}

async function idsOf(source: PublicationSource, { index, library }: LookContext): Promise<number[]> {
  if ('filter' in source) return matchingIds(index, Matching.parse(source.filter));
  const there = await existingIds(library, source.ids);
  return source.ids.filter((id) => there.has(id));
}
