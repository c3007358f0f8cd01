import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Recipe } from '../../contract/recipes.ts';
import {
  type Destination,
  DestinationFailure,
  type Outgoing,
  type PictureFacts,
  type Placed,
} from '../destinations/destination.ts';
import { keptTags } from '../keep-metadata.ts';
import type { Made } from '../recipe-picture.ts';
import type { Ledger, LedgerItem, Sending, Shown } from './ledger.ts';
import type { Step } from './plan.ts';
import { isSameShown, keyOf, shownBy } from './source-pictures.ts';

export interface StepContext {
  publication: number;
  ledger: Ledger;
  destination: Destination;
  /** The id of the album there. */
  album: string | null;
  recipe: Recipe;
  /** Names a new picture, by its ending. */
  nameOf: (record: ImageRecord, ending: string) => string;
  /** Of the darktable that renders. */
  version: string;
  make: (imageId: number, recipe: Recipe, signal: AbortSignal) => Promise<Made>;
  /** What the library tells of an image now; null: it is gone. */
  factsOf: (imageId: number) => Promise<ImageRecord | null>;
  signal: AbortSignal;
}

/**
 * Does one step of a plan. What is about to be sent is in the ledger before the first byte leaves, and what is there before anything else is
 * done. Throws DestinationFailure, and what `make` throws.
 */
export async function runStep(step: Step, context: StepContext): Promise<void> {
  const { kind, picture } = step;
  const item = step.item && (await settled(step.item, picture?.imageId ?? null, context));
  if (kind === 'gone-here') return takeAway(item!, context);
  if (kind === 'metadata' && context.destination.abilities.describes)
    return describe(picture!.imageId, item!, picture!.shown, context);
  if (item?.placed && item.shown && isSameShown(item.shown, picture!.shown) && kind === 'unfinished') return;
  await send(step, item, context);
}

/** Looks for a file whose answer was lost, so that it is never sent twice. */
async function settled(item: LedgerItem, imageId: number | null, context: StepContext): Promise<LedgerItem> {
  if (!item.sending) return item;
  const { ledger, publication, destination, recipe, signal } = context;
  const { bytes, sha256, sha1, md5, chosen, begun = null, ...shown } = item.sending;
  // Where they are no part of the file, they may not have been told yet.
  const record = destination.abilities.describes && imageId !== null ? await context.factsOf(imageId) : null;
  const facts = record ? factsFor(recipe, record) : NO_FACTS;
  const told = { ...outgoingOf(item, context), bytes, sha256, sha1, md5, facts, chosen, begun };
  const found = await destination.find(told, signal);
  const known: LedgerItem = found
    ? { ...item, placed: found, shown, sending: null, bytes, sentAt: now() }
    : { ...item, sending: null };
  // A replacement under another name broke off before the former file went. Photo services end theirs when they find it.
  const former = item.isOurs && found && found.id !== item.placed?.id ? item.placed : null;
  if (former && !destination.abilities.describes) await removeUnlessChanged(former, context);
  ledger.put(publication, known);
  return known;
}

async function removeUnlessChanged(placed: Placed, { destination, signal }: StepContext): Promise<void> {
  await destination.remove(placed, signal).catch((error: unknown) => {
    if (!(error instanceof DestinationFailure) || error.kind !== 'changed_there') throw error;
  });
}

async function takeAway(item: LedgerItem, { ledger, destination, signal }: StepContext): Promise<void> {
  if (item.placed && item.isOurs) await destination.remove(item.placed, signal);
  ledger.forget(item);
}

async function describe(imageId: number, item: LedgerItem, shown: Shown, context: StepContext): Promise<void> {
  const { ledger, publication, destination, recipe, factsOf, signal } = context;
  const record = await factsOf(imageId);
  // The next plan tells.
  if (!record) return;
  const placed = await destination.describe(item.placed!, factsFor(recipe, record), signal);
  const described = { ...item.shown!, metadata: shown.metadata };
  ledger.put(publication, { ...item, placed, shown: described, sentAt: now(), failure: null });
}

async function send(step: Step, known: LedgerItem | null, context: StepContext): Promise<void> {
  const { ledger, publication, destination, recipe, version, signal } = context;
  const { imageId } = step.picture!;
  const made = await context.make(imageId, recipe, signal);
  try {
    const ending = extname(made.file);
    const first = ledger.newItem(imageId, keyOf(made.record), '');
    const item: LedgerItem = {
      ...(known ?? first),
      // One that never got there has no name yet.
      name: known?.placed ? known.name : context.nameOf(made.record, ending),
      // The library may have been imported anew.
      imageId,
      key: keyOf(made.record),
    };
    // What was rendered counts, not what was planned: it may have changed since.
    const shown = shownBy(made, recipe, version);
    const where: Pick<Sending, 'chosen' | 'begun'> = { chosen: item.placed?.id ?? null, begun: null };
    // What file stores put under a temporary name is nobody's: they choose the name before anything is there.
    const keep = (change: Partial<typeof where>, isFoundAgain = false) => {
      Object.assign(where, change);
      const { bytes, sha256, sha1, md5 } = outgoing;
      const sending = { ...shown, bytes, sha256, sha1, md5, ...where };
      ledger.put(publication, { ...item, sending, failure: null }, { isFoundAgain });
    };
    const outgoing: Outgoing = {
      ...outgoingOf(item, context),
      file: made.file,
      name: withEnding(item.name, ending),
      bytes: (await stat(made.file)).size,
      ...(await (destination.abilities.describes ? hashesOf(made.file) : sha256Of(made.file))),
      facts: factsFor(recipe, made.record),
      choose: (chosen) => keep({ chosen }),
      begin: (begun) => keep({ begun }),
    };
    keep({}, !destination.abilities.describes && !item.placed);
    const before = await presentOf(step, item, context);
    const placed = before
      ? { ...(await destination.replace(before, outgoing, signal)), isOurs: true }
      : await destination.upload(outgoing, signal);
    const { isOurs, ...there } = placed;
    const { bytes } = outgoing;
    const arrived = { placed: there, isOurs, shown, sending: null, bytes, sentAt: now(), failure: null };
    // Until it is on disk, what was sent is, and is looked for.
    ledger.put(publication, { ...item, ...arrived }, { isFoundAgain: true });
  } finally {
    await rm(made.file, { force: true });
  }
}

/** What is to be replaced; null: nothing is there. Who said yes to what others did there replaces what they left. */
async function presentOf({ kind }: Step, { placed }: LedgerItem, context: StepContext): Promise<Placed | null> {
  if (!placed || kind === 'gone-there') return null;
  return kind === 'changed-there' ? context.destination.look(placed.id, context.signal) : placed;
}

const outgoingOf = ({ mark, name }: LedgerItem, { album }: StepContext): Outgoing => ({
  file: '',
  bytes: 0,
  sha256: '',
  sha1: '',
  md5: '',
  name,
  album,
  mark,
  facts: NO_FACTS,
  chosen: null,
  choose: () => undefined,
  begun: null,
  begin: () => undefined,
});

const NO_FACTS: PictureFacts = { title: null, description: null, creator: null, stars: null, tags: [], takenAt: null };

function factsFor(recipe: Recipe, record: ImageRecord): PictureFacts {
  const keeps = (what: Recipe['keep'][number]) => recipe.keep.includes(what);
  const { title, description, creator, rating, datetime_taken } = record;
  return {
    ...(keeps('texts') ? { title, description, creator } : { title: null, description: null, creator: null }),
    stars: keeps('stars') ? Math.max(0, rating) : null,
    tags: keeps('tags') ? keptTags(recipe, record) : [],
    takenAt: keeps('time') ? datetime_taken : null,
  };
}

const now = () => new Date().toISOString();

const withEnding = (name: string, ending: string) => `${name.slice(0, name.length - extname(name).length)}${ending}`;

/** All that file stores ask for. */
async function sha256Of(file: string): Promise<Pick<Outgoing, 'sha256' | 'sha1' | 'md5'>> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return { sha256: hash.digest('hex'), sha1: '', md5: '' };
}

/** Of a file here, as destinations know what they have. */
export async function hashesOf(file: string): Promise<Pick<Outgoing, 'sha256' | 'sha1' | 'md5'>> {
  const [sha256, sha1, md5] = [createHash('sha256'), createHash('sha1'), createHash('md5')];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const hash of [sha256, sha1, md5]) hash.update(chunk);
  return { sha256: sha256.digest('hex'), sha1: sha1.digest('hex'), md5: md5.digest('hex') };
}
