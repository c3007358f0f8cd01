import { MOST_IDS } from '../../contract/most-ids.ts';
import {
  ANOTHER_PLACE,
  MOST_PUBLICATIONS,
  type NewPlan,
  type NewPublication,
  type NewRun,
  type Publication,
  type PublicationPlan,
  type PublicationSource,
  type PublishedImage,
  type Yes,
} from '../../contract/publications.ts';
import type { ExistingList, TakenOver, TakeOver } from '../../contract/publication-existing.ts';
import type { FeedbackItem, FeedbackRule } from '../../contract/publication-feedback.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { type Destination, DestinationFailure, PlaceLost } from '../destinations/destination.ts';
import { feedbackOn } from './feedback.ts';
import { type StoredPublication, UNASKED } from './ledger.ts';
import { lookAt } from './look.ts';
import { toldPlan } from './plan.ts';
import { publishedOf } from './published.ts';
import { Publisher, type PublisherOptions } from './publisher.ts';
import { existingOf, type KnownTimes, takeOver } from './taking-over.ts';
import { followSchedule, type ScheduleOptions } from './schedule.ts';

export interface Publications {
  /** By name. Throws `storage_error`, as all do. */
  list(): Publication[];
  /** Whether the library that is shown has any; false also where that cannot be told. */
  isUsed(): boolean;
  /** Throws `not_found`, as all that take an id. */
  find(id: number): Publication;
  /** Throws `conflict` when there are too many, or another one has the name. */
  add(definition: NewPublication): Publication;
  /** Throws `conflict` when another one has the name, and for another place while it is published. What stopped it may be mended by it. */
  replace(id: number, definition: NewPublication): Publication;
  /** What it put at the destination stays there; parts of what it was sending are given up. */
  remove(id: number): void;
  /** The name of a publication that uses this, of whichever library; null: none does. */
  userOf(what: 'recipe' | 'destination', id: number): string | null;
  /** Throws `conflict`, which names the publication, when one uses this: also one of another library. Ids recur, and would mean another. */
  refuseUsed(what: 'recipe' | 'destination', id: number): void;
  /** Looks at library and destination, and changes nothing. Throws `library_unavailable`, `index_building`, `conflict` for images that cannot be added. */
  plan(id: number, asked?: NewPlan): Promise<PublicationPlan>;
  /** What is published of these images, by publication. Throws `library_unavailable`. */
  published(imageIds: readonly number[]): Promise<PublishedImage[]>;
  /** What people made of its pictures there. Throws `conflict` where nobody can, or when it cannot be told, and as `plan`. */
  feedback(id: number, rule: FeedbackRule): Promise<FeedbackItem[]>;
  /** What others put there, and which pictures it shows. Throws `conflict` when it cannot be told, and as `plan`. */
  existing(id: number): Promise<ExistingList>;
  /** Makes what was confirmed its own, without an upload. Throws `conflict` for what is not certain, while it runs, and as `plan`. */
  takeOver(id: number, asked: TakeOver): Promise<TakenOver>;
  /** Begins a run. Throws `conflict` when the plan is another by now or has a problem, and as `plan`. */
  run(id: number, asked: NewRun): Promise<Publication>;
  /** Ends the run after the picture that is on its way. */
  stop(id: number): Publication;
  /** Resolves when nothing more can be done now. For tests. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function openPublications(
  options: PublisherOptions & Pick<ScheduleOptions, 'events' | 'quietMs' | 'now'>,
): Publications {
  const { ledger, library } = options;
  const publisher = new Publisher(options);
  const schedule = followSchedule({ ...options, library: library.file, publisher });
  const stopping = new AbortController();
  const there = { ...options, times: new Map() as KnownTimes };
  /** What deleted publications have left. */
  let tidying: Promise<unknown> = Promise.resolve();

  function stored(id: number): StoredPublication {
    const found = ledger.find(id);
    if (!found) throw new AppError('not_found', `There is no publication ${id}.`);
    return found;
  }

  function told({ id, identity: _, albumId: __, wanted, ...definition }: StoredPublication): Publication {
    const { state, done, of, problem, nextTryMs } = publisher.progressOf(id);
    const { placed, failed, runs, trouble } = kept(id);
    return {
      ...definition,
      id,
      is_shown: definition.library === library.file,
      progress: {
        state: state === 'idle' && wanted ? 'waiting' : state,
        items: placed,
        failed,
        done,
        of,
        problem: trouble ?? problem,
        next_try: nextTryMs === null ? null : new Date(nextTryMs).toISOString(),
        runs,
      },
    };
  }

  /** Uploads in parts whose end is not known. */
  const leftParts = (id: number) =>
    itemsOf(id).flatMap(({ sending }) => (sending?.begun ? [{ chosen: sending.chosen, begun: sending.begun }] : []));

  /** Parts cost money until somebody gives them up, and nobody else will. */
  async function giveUpParts(id: number, parts: ReturnType<typeof leftParts>): Promise<void> {
    if (parts.length === 0) return;
    await publisher.quiet(id);
    try {
      await withDestination({ destination: id }, async (destination) => {
        for (const left of parts) await destination?.giveUp?.(left, stopping.signal);
      });
    } catch (error) {
      options.log.warn({ reason: reasonOf(error) }, 'Parts of uploads that a deleted publication began may be left');
    }
  }

  /** What is damaged in the ledger hides neither the publication nor the others. */
  function kept(id: number) {
    try {
      return { ...ledger.counts(id), runs: ledger.runs(id), trouble: null };
    } catch (error) {
      return { placed: 0, failed: 0, runs: [], trouble: reasonOf(error) };
    }
  }

  function itemsOf(id: number) {
    try {
      return ledger.items(id);
    } catch {
      return [];
    }
  }

  function refuseTakenName({ name }: NewPublication, own: number | null): void {
    const other = ledger.list().find((each) => each.id !== own && sameName(each.name, name));
    if (other) throw new AppError('conflict', `There is a publication named ${other.name}.`);
  }

  /** The plan, and the marks of what it would remove. */
  async function look(
    publication: StoredPublication,
    yes: NewRun['yes'],
  ): Promise<{ plan: PublicationPlan; removals: string[] }> {
    const destination = options.openDestination(publication.destination);
    try {
      const found = await lookAt(publication, destination, options, {
        isThorough: true,
        yes: new Set(yes),
        signal: stopping.signal,
      });
      if (found.is === 'problem') return { plan: toldPlan([], found.problem, found.missing), removals: [] };
      const { steps, destination: there } = found.ready;
      const removals = steps.flatMap(({ kind, item }) => (kind === 'gone-here' && item ? [item.mark] : []));
      return { plan: toldPlan(steps, null, [], there.abilities.describes), removals };
    } catch (error) {
      if (!(error instanceof DestinationFailure)) throw error;
      const missing: Yes[] = error instanceof PlaceLost ? ANOTHER_PLACE : [];
      return { plan: toldPlan([], reasonOf(error), missing), removals: [] };
    } finally {
      await destination?.close();
    }
  }

  /** What the destination refuses is a `conflict`. */
  async function withDestination<Result>(
    { destination: id }: Pick<StoredPublication, 'destination'>,
    work: (destination: Destination | null) => Promise<Result>,
  ): Promise<Result> {
    const destination = options.openDestination(id);
    try {
      return await work(destination);
    } catch (error) {
      if (error instanceof DestinationFailure) throw new AppError('conflict', error.message, { cause: error });
      throw error;
    } finally {
      await destination?.close();
    }
  }

  /** Somebody says that the place is the right one, though it is another than before. */
  async function adopt(id: number, yes: readonly Yes[]): Promise<void> {
    const { identity: _, albumId: __, library: ___, wanted: ____, id: _____, ...definition } = stored(id);
    await withDestination(definition, async (destination) => destination?.adopt?.(stopping.signal));
    if (yes.includes('start-anew')) ledger.change(id, definition, { isElsewhere: true });
  }

  const userOf = (what: 'recipe' | 'destination', id: number) =>
    ledger.list().find((each) => each[what] === id)?.name ?? null;

  return {
    list: () => ledger.list().map(told),
    isUsed() {
      try {
        return ledger.list().some((each) => each.library === library.file);
      } catch {
        return false;
      }
    },
    find: (id) => told(stored(id)),
    add(definition) {
      refuseTakenName(definition, null);
      if (ledger.list().length >= MOST_PUBLICATIONS)
        throw new AppError('conflict', `No more than ${MOST_PUBLICATIONS} can be kept. Delete a publication first.`);
      const added = ledger.add(library.file, definition);
      options.onProgress(added.id);
      return told(added);
    },
    replace(id, definition) {
      const { destination, album, wanted } = stored(id);
      const isElsewhere = destination !== definition.destination || album !== definition.album;
      const { state } = publisher.progressOf(id);
      refuseTakenName(definition, id);
      // What is on its way would be taken for something at the new place.
      if (isElsewhere && state === 'running')
        throw new AppError('conflict', 'Pictures are on their way to the former place. Stop that first.');
      ledger.change(id, definition, { isElsewhere });
      // What was said yes to was the plan of the former definition.
      if (wanted) ledger.want(id, UNASKED);
      if (state === 'waiting') publisher.wake(id);
      options.onProgress(id);
      return told(stored(id));
    },
    remove(id) {
      const { destination } = stored(id);
      const parts = leftParts(id);
      publisher.stop(id);
      ledger.remove(id);
      options.onProgress(id);
      tidying = Promise.all([tidying, giveUpParts(destination, parts)]);
    },
    userOf,
    refuseUsed(what, id) {
      const user = userOf(what, id);
      if (user !== null)
        throw new AppError('conflict', `The publication ${user} uses it. Change or delete that first.`);
    },
    published: (imageIds) => publishedOf(imageIds, options),
    async plan(id, { add = [] } = {}) {
      const publication = stored(id);
      return (await look({ ...publication, source: withImages(publication.source, add) }, [])).plan;
    },
    async feedback(id, rule) {
      const publication = stored(id);
      if (publication.library !== library.file)
        throw new AppError('conflict', 'Its pictures belong to another library than the one that is shown.');
      const context = { library, signal: stopping.signal };
      return withDestination(publication, (destination) =>
        feedbackOn(publication, ledger.items(id), destination, rule, context),
      );
    },
    existing: (id) =>
      withDestination(stored(id), (destination) => existingOf(stored(id), destination, there, stopping.signal)),
    takeOver: (id, { items }) =>
      publisher.hold(id, async () => {
        const taken = await withDestination(stored(id), (destination) =>
          takeOver(stored(id), items, destination, there, stopping.signal),
        );
        options.onProgress(id);
        return taken;
      }),
    async run(id, { plan: looked, yes }) {
      // Of another place, what was looked at is the question whether it is the right one.
      const isElsewhere = yes.includes('other-destination');
      const isAnswered = isElsewhere && (await look(stored(id), [])).plan.id === looked;
      if (isAnswered) await adopt(id, yes);
      const { plan: now, removals } = await look(stored(id), isElsewhere ? yes : []);
      const isSame = now.id === looked;
      if (now.problem !== null) throw new AppError('conflict', now.problem);
      if (!isSame && !isAnswered) throw new AppError('conflict', 'The plan is another by now. Look at it again.');
      ledger.want(id, { yes, removals: isSame ? removals : [] });
      publisher.wake(id);
      return told(stored(id));
    },
    stop(id) {
      stored(id);
      publisher.stop(id);
      return told(stored(id));
    },
    async settled() {
      await publisher.settled();
      await tidying;
    },
    async close() {
      schedule.close();
      stopping.abort(new Error('Safelight is closing.'));
      await publisher.close();
      await tidying;
      ledger.close();
    },
  };
}

/** Throws `conflict` unless images can be added to it. */
function withImages(source: PublicationSource, add: readonly number[]): PublicationSource {
  if (add.length === 0) return source;
  if ('filter' in source) throw new AppError('conflict', 'Its pictures are found by a search: none can be added.');
  const ids = [...new Set([...source.ids, ...add])];
  if (ids.length > MOST_IDS) throw new AppError('conflict', `It would have more than ${MOST_IDS} pictures.`);
  return { ids };
}

const sameName = (one: string, other: string) => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
