import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  type ExistingItem,
  type ExistingList,
  MOST_UNCERTAIN,
  type TakenOver,
  type TakeOver,
} from '../../contract/publication-existing.ts';
import { isRendered } from '../../contract/recipe-formats.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { type Destination, DestinationFailure, type Item } from '../destinations/destination.ts';
import { inParallel } from '../destinations/services/in-parallel.ts';
import { outputOf } from '../recipe-output.ts';
import type { Ledger, LedgerItem, StoredPublication } from './ledger.ts';
import { lookAt, type LookContext, type Ready } from './look.ts';
import { fitByName, type Recognized, recognized } from './recognize.ts';
import { hashesOf } from './run-step.ts';
import type { SourcePicture } from './source-pictures.ts';

/** What is not published yet, with what is known of an attempt. */
interface OpenPicture extends SourcePicture {
  former: LedgerItem | null;
}

/** When files there were taken, as far as somebody looked: by place, path and version. */
export type KnownTimes = Map<string, string | null>;

interface Found {
  items: Recognized<OpenPicture>[];
  untimed: number;
  album: string | null;
  ready: Ready;
}

/** What others put where a publication goes, each with the picture that it shows. Throws `conflict`, DestinationFailure, and as `lookAt`. */
export async function existingOf(
  publication: StoredPublication,
  destination: Destination | null,
  context: LookContext & { times: KnownTimes },
  signal: AbortSignal,
): Promise<ExistingList> {
  const { items, untimed } = await find(publication, destination, context, signal);
  const [matched, uncertain] = partition(items, ({ picture }) => picture !== null);
  const [ambiguous, unmatched] = partition(uncertain, ({ couldBe }) => couldBe.length > 0);
  return {
    matched: matched.length,
    ambiguous: ambiguous.length,
    unmatched: unmatched.length,
    untimed,
    items: [...matched, ...ambiguous.slice(0, MOST_UNCERTAIN), ...unmatched.slice(0, MOST_UNCERTAIN)].map(told),
  };
}

/**
 * Makes the items that somebody has confirmed the publication's own: they show their pictures as these are now, and nothing is uploaded. Throws
 * `conflict` for any pair that is not found, or not certain, by now.
 */
export async function takeOver(
  publication: StoredPublication,
  asked: TakeOver['items'],
  destination: Destination | null,
  context: LookContext & { times: KnownTimes },
  signal: AbortSignal,
): Promise<TakenOver> {
  const wanted = new Set(asked.map(({ item }) => item));
  const { items, album, ready } = await find(publication, destination, context, signal, wanted);
  const byId = new Map(items.map((each) => [each.item.id, each]));
  const pairs = asked.map(({ item: id, image_id }) => {
    const { item, picture } = byId.get(id) ?? {};
    if (!item || picture?.imageId !== image_id)
      throw new AppError('conflict', `What shows image ${image_id} there is not certain. Look at the list again.`);
    return { item, picture };
  });
  const { ledger } = context;
  ledger.pin(publication.id, ready.identity);
  if (album !== null) ledger.keepAlbum(publication.id, album);
  const failed: TakenOver['failed'] = [];
  for (const { item, picture } of pairs) {
    const taken = ownItem(publication, item, picture, ledger);
    try {
      await ready.destination.claim(item, taken.mark, signal);
      ledger.put(publication.id, taken);
    } catch (error) {
      const isOfItem = error instanceof DestinationFailure && ['never', 'changed_there'].includes(error.kind);
      if (!isOfItem) throw error;
      failed.push({ item: item.id, reason: reasonOf(error) });
    }
  }
  return { taken: pairs.length - failed.length, failed };
}

/** `wanted`: the ids of the items that matter. */
async function find(
  publication: StoredPublication,
  destination: Destination | null,
  context: LookContext & { times: KnownTimes },
  signal: AbortSignal,
  wanted: ReadonlySet<string> | null = null,
): Promise<Found> {
  const look = await lookAt(publication, destination, context, { isThorough: false, yes: new Set(), signal });
  if (look.is === 'problem') throw new AppError('conflict', look.problem);
  const { ready } = look;
  const { album: name, albumId } = publication;
  const album = name === null ? null : await ready.destination.albumNamed(name, albumId, signal);
  if (name !== null && album === null) return { items: [], untimed: 0, album, ready };
  const isOurs = ownItems(publication, context.ledger);
  const listed = (await ready.destination.list(album, [], signal)).filter((item) => !isOurs(item));
  const pictures = ready.steps.flatMap(({ picture, item }) =>
    picture && !item?.placed && !item?.sending ? [{ ...picture, former: item }] : [],
  );
  const fits = fitByName(pictures, ready.recipe.pattern);
  const first = wanted ? listed.filter(({ id }) => wanted.has(id)) : [...partition(listed, fits)].flat();
  const timeOf = await timesOf(first, wanted ? first.length : MOST_TIMES, context.times, ready, signal);
  const there = listed.map((item) => ({ item, takenAt: timeOf(item) ?? null }));
  const untimed = listed.filter((item) => timeOf(item) === undefined).length;
  return { items: await recognized(pictures, there, evidenceOf(ready, signal)), untimed, album, ready };
}

/** Whether a publication of this Safelight has put it there. */
function ownItems({ destination }: StoredPublication, ledger: Ledger): (item: Item) => boolean {
  const known = ledger.list().flatMap((each) => (each.destination === destination ? ledger.items(each.id) : []));
  const ids = new Set(known.flatMap(({ placed, sending }) => [placed?.id, sending?.chosen]));
  const marks = new Set(known.map(({ mark }) => mark));
  return ({ id, mark }) => ids.has(id) || (mark !== null && marks.has(mark));
}

/** So many files are looked into at once, as each is asked for by itself; the next look goes on. */
const MOST_TIMES = 1_000;
const MOST_KNOWN = 200_000;
const AT_ONCE = 4;

/** When items were taken, the first of which are asked for if that is not known; undefined: nobody has asked. */
async function timesOf(
  items: readonly Item[],
  most: number,
  known: KnownTimes,
  { destination, identity }: Ready,
  signal: AbortSignal,
): Promise<(item: Item) => string | null | undefined> {
  const nameOf = ({ id, version }: Item) => JSON.stringify([identity, id, version]);
  const told = (item: Item) => item.takenAt ?? known.get(nameOf(item));
  if (known.size > MOST_KNOWN) known.clear();
  const asked = items.filter((item) => told(item) === undefined).slice(0, most);
  await inParallel(asked, AT_ONCE, async (item) => known.set(nameOf(item), await destination.takenAt(item, signal)));
  return told;
}

function evidenceOf({ recipe, destination }: Ready, signal: AbortSignal) {
  const isOriginal = !isRendered(recipe.format);
  const endingOf = ({ key }: OpenPicture) => (isOriginal ? extname(key.filename) : `.${outputOf(recipe).ending}`);
  return {
    pattern: recipe.pattern,
    isKind: ({ name }: Item, picture: OpenPicture) => kindOf(extname(name)) === kindOf(endingOf(picture)),
    async isFile(item: Item, { key }: OpenPicture) {
      if (!isOriginal) return false;
      const file = join(key.folder, key.filename);
      const bytes = (await stat(file).catch(() => null))?.size;
      if (bytes === undefined || (item.bytes !== null && item.bytes !== bytes)) return false;
      return destination.isFile(item, { bytes, ...(await hashesOf(file)) }, signal);
    },
  };
}

function kindOf(ending: string): string {
  const kind = ending.toLowerCase();
  return { '.jpeg': '.jpg', '.tiff': '.tif' }[kind] ?? kind;
}

/** The mark is the same each time, so that what a crash left half taken over is taken over as a whole. */
function ownItem(
  { id, library }: StoredPublication,
  { id: at, version, name, bytes }: Item,
  { imageId, key, shown, former }: OpenPicture,
  ledger: Ledger,
): LedgerItem {
  const mark =
    former?.mark ??
    createHash('sha256')
      .update(JSON.stringify([library, id, at]))
      .digest('hex');
  return { ...ledger.newItem(imageId, key, name), mark, placed: { id: at, version }, shown, bytes };
}

const told = ({ item, picture, match, couldBe }: Recognized<OpenPicture>): ExistingItem => ({
  item: item.id,
  name: item.name,
  image_id: picture?.imageId ?? null,
  match,
  could_be: couldBe.slice(0, 10).map(({ imageId }) => imageId),
});

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
