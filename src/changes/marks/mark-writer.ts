import { setImmediate as breathe } from 'node:timers/promises';
import type { Heartbeat } from '../../darktable/bridge-heartbeat.ts';
import { endLeftoverMarks } from '../../darktable/organise-jobs.ts';
import { noteEnding } from '../writing/note-ending.ts';
import { notWritten } from '../writing/direct-write.ts';
import type { WriteQueue } from '../writing/write-queue.ts';
import type { Library } from '../../library/library.ts';
import { readOrganised, type Organised } from '../../library/organised.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { ChangeRoute, FieldOfImage } from '../journal/change-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { isAsBefore, isAsEdited } from './fields.ts';
import type { ImageEdit } from './mark-transaction.ts';
import type { MarksWritten, MarkWork } from './mark-work.ts';
import type { Way } from '../writing/way.ts';
import type { Outcome } from '../writing/outcome.ts';
import type { MissingField, RejectsThatWait } from './rejects-that-wait.ts';

export type MarkWay = Way<MarkWork, MarksWritten>;

/** A change while it is being made, in one or more pieces. */
export interface ChangeInWork {
  /** Its id in the journal; null: not begun. */
  id: number | null;
  client: string;
  undoes: number | null;
  /** Whether any field of it is in the library. */
  isAnyStored: boolean;
  outcome: Outcome;
  /** Called with its id. */
  begun: (id: number) => void;
  onProgress: (imagesDone: number) => void;
  signal: AbortSignal;
}

export interface MarkWriterOptions {
  library: Pick<Library, 'file' | 'read'>;
  journal: Journal;
  rejects: RejectsThatWait;
  /** Gets the writes whose outcome is unknown. */
  writes: Pick<WriteQueue, 'unsettled' | 'warnOnce'>;
  organiseDir: string;
  /** The heartbeat of the darktable that has the library open; null: none has. */
  heartbeat: () => Heartbeat | null;
  onStep?: ((step: ChangeStep) => void) | undefined;
  log: Log;
}

/** For tests of power cuts. */
export const CHANGE_STEPS = ['journaled', 'written', 'settled'] as const;
export type ChangeStep = (typeof CHANGE_STEPS)[number];

/** How many images are read, or written to the journal, before this thread does other work. */
const BREATH = 1_000;

/** Records changes in the journal, has them written, and reads from the library what was stored. */
export class MarkWriter {
  readonly #options: MarkWriterOptions;

  constructor(options: MarkWriterOptions) {
    this.#options = options;
  }

  /** What the library holds about these images now, piece by piece. */
  async *read(imageIds: readonly number[], options?: { afterOwnWrite: boolean }) {
    for (const ids of inPieces(imageIds)) {
      yield { ids, images: await this.#options.library.read((reader) => readOrganised(reader, ids), options) };
      if (imageIds.length > BREATH) await breathe();
    }
  }

  /**
   * Records the outcome of each image. Returns those to be planned again. Throws `db_write_error` when nothing was stored, for a
   * reason that all images share.
   */
  async write(work: ChangeInWork, way: MarkWay, images: readonly ImageEdit[]): Promise<number[]> {
    const { library, rejects, onStep, log } = this.#options;
    const written = rejects.toWrite(images);
    if (written.length > 0) way.refuse();
    const id = await this.#begin(work, way.route, images);
    onStep?.('journaled');
    let answer: MarksWritten | null = null;
    let failure: unknown = null;
    try {
      const { onProgress, signal } = work;
      answer =
        written.length > 0 ? await way.write({ images: written, change: id, onProgress, signal }) : NOTHING_TO_WRITE;
    } catch (error) {
      failure = error;
    }
    onStep?.('written');
    if (answer !== null && way.route === 'direct' && answer.again.size > 0) {
      noteEnding(this.#options, () => this.#options.journal.changes.forget(id));
      return images.map(({ imageId }) => imageId);
    }
    // Whatever was reported, only what the library holds now counts.
    const ending = await this.#settle(id, way.route, images, answer);
    onStep?.('settled');
    if (ending.is === 'unknown')
      throw new AppError(
        'db_write_error',
        `Safelight cannot tell whether the change was stored: ${reasonOf(ending.reason)}`,
        { cause: failure ?? ending.reason },
      );
    const lost = new Set(ending.lost.map(({ imageId }) => imageId));
    const fields = images.reduce((sum, { edits }) => sum + edits.length, 0);
    if (ending.lost.length < fields) work.isAnyStored = true;
    if (failure !== null && lost.size === images.length) throw notWritten(failure, library.file);
    if (failure !== null) log.warn({ err: failure, change: id }, 'A change is stored although writing it failed');
    const otherwise = failure === null ? OVERTAKEN : notWritten(failure, library.file).message;
    const again: number[] = [];
    for (const { imageId } of images) {
      if (!lost.has(imageId)) work.outcome.stored(imageId);
      else if (answer?.again.has(imageId) === true) again.push(imageId);
      else work.outcome.failed(imageId, answer?.reasons.get(imageId) ?? otherwise);
    }
    return again;
  }

  /** Settles changes that an earlier Safelight was interrupted in, or whose outcome this one could not tell. */
  async recover(): Promise<void> {
    const { journal, writes, organiseDir, heartbeat } = this.#options;
    const areEnded = endLeftoverMarks(organiseDir, heartbeat());
    const unfinished = journal.changes.unfinished();
    for (const { id, route } of unfinished) {
      if (route === 'bridge' && !areEnded) {
        writes.warnOnce({ change: id }, 'Safelight was interrupted in a change, at which darktable still is');
        writes.unsettled();
        continue;
      }
      const images = journal.changes.inWork(id);
      const ending = await this.#settle(id, route, images, null);
      const outcome =
        ending.is === 'unknown'
          ? { outcome: 'unknown', reason: reasonOf(ending.reason) }
          : { stored: images.length - new Set(ending.lost.map(({ imageId }) => imageId)).size, of: images.length };
      writes.warnOnce({ change: id, ...outcome }, 'Safelight was interrupted in a change');
    }
  }

  /** Nothing is written before the journal has all of it. */
  async #begin(work: ChangeInWork, route: ChangeRoute, images: readonly ImageEdit[]): Promise<number> {
    const { journal } = this.#options;
    const { client, undoes } = work;
    for (const some of inPieces(images)) {
      work.id = journal.needed(() => {
        // It is not there either where all that was tried before was in vain.
        if (work.id === null || !journal.changes.has(work.id))
          return journal.changes.begin({ client, route, time: Date.now(), undoes }, some);
        journal.changes.add(work.id, route, some);
        return work.id;
      });
      work.begun(work.id);
      if (images.length > BREATH) await breathe();
    }
    return work.id!;
  }

  /** Finds out from the library how a write ended and records it in the journal. `answer`: what was reported, if anything. */
  async #settle(
    id: number,
    route: ChangeRoute,
    images: readonly ImageEdit[],
    answer: MarksWritten | null,
  ): Promise<Ending> {
    const { journal, rejects, writes } = this.#options;
    try {
      if (route === 'direct') {
        const isStored = await this.#isWholeStored(rejects.toWrite(images), answer !== null);
        noteEnding(this.#options, () => {
          if (isStored) journal.changes.stored(id, rejects.after(images));
          else journal.changes.forget(id);
          rejects.show();
        });
        return { is: 'known', lost: isStored ? [] : fieldsOf(images) };
      }
      const { lost, ...ofRejects } = rejects.after(images, await this.#missingOf(images), answer?.waits);
      const isOpen = answer?.isOpen === true && lost.length > 0;
      noteEnding(this.#options, () => {
        journal.changes.storedBut(id, { ...ofRejects, ...(isOpen ? { lost: [], open: lost } : { lost, open: [] }) });
        rejects.show(answer?.waits);
      });
      if (isOpen) writes.unsettled();
      return { is: 'known', lost };
    } catch (error) {
      writes.unsettled();
      return { is: 'unknown', reason: error };
    }
  }

  /** One transaction stores all images or none. An image that somebody changed since tells nothing. */
  async #isWholeStored(images: readonly ImageEdit[], isOwnWrite: boolean): Promise<boolean> {
    const edits = new Map(images.map((image) => [image.imageId, image.edits]));
    let isAny = images.length === 0;
    for await (const { images: present } of this.read([...edits.keys()], { afterOwnWrite: isOwnWrite })) {
      const all: Organised[] = [...present.values()];
      if (all.some((image) => isAsEdited(image, edits.get(image.id)!))) return true;
      if (all.some((image) => isAsBefore(image, edits.get(image.id)!))) return false;
      isAny ||= all.length > 0;
    }
    // It was committed, and somebody changed all of its images right after; or there was nothing to write.
    return isAny && (isOwnWrite || images.length === 0);
  }

  /** The fields that do not have the requested values. */
  async #missingOf(images: readonly ImageEdit[]): Promise<MissingField[]> {
    const edits = new Map(images.map((image) => [image.imageId, image.edits]));
    const missing: MissingField[] = [];
    for await (const { ids, images: present } of this.read([...edits.keys()])) {
      for (const imageId of ids) {
        const image = present.get(imageId);
        const others = edits.get(imageId)!.filter((edit) => image === undefined || !isAsEdited(image, [edit]));
        missing.push(...others.map(({ field }) => ({ imageId, field, stars: image?.stars ?? null })));
      }
    }
    return missing;
  }
}

type Ending = { is: 'known'; lost: readonly FieldOfImage[] } | { is: 'unknown'; reason: unknown };

const NOTHING_TO_WRITE: MarksWritten = { again: new Set(), waits: new Map(), reasons: new Map(), isOpen: false };

const OVERTAKEN = 'Another program changed it at the same moment. Look at it and try again.';

const fieldsOf = (images: readonly ImageEdit[]): FieldOfImage[] =>
  images.flatMap(({ imageId, edits }) => edits.map(({ field }) => ({ imageId, field })));

function* inPieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += BREATH) yield all.length > BREATH ? all.slice(at, at + BREATH) : all;
}
