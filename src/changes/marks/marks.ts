import type { ChangeResult, ImageChange } from '../../contract/image-change.ts';
import type { WaitingRejects } from '../../contract/waiting-rejects.ts';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { readHeartbeat } from '../../darktable/bridge-heartbeat.ts';
import { runningDarktable } from '../../darktable/running.ts';
import { readTagNames, type Organised } from '../../library/organised.ts';
import { AppError } from '../../platform/errors.ts';
import type { SidecarStep } from '../../sidecars/write-sidecars.ts';
import type { Journal } from '../journal/journal.ts';
import type { Shared } from '../writing/shared.ts';
import { CANCELLED } from '../writing/through-plugin.ts';
import { noSuchChange, type ListedField } from '../journal/change-journal.ts';
import { MarkWriter, type ChangeInWork, type ChangeStep } from './mark-writer.ts';
import { directWay } from './direct.ts';
import { pluginWay } from './plugin.ts';
import { partsTold, type DryRunWatch } from '../writing/dry-run-watch.ts';
import { editsFor, isAsEdited, takenBack, valueOf, type FieldEdit } from './fields.ts';
import type { OrganisedWriteStep } from './mark-transaction.ts';
import type { MarkWay } from './mark-writer.ts';
import { canOrganise, refuseIfOpened } from '../writing/which-way.ts';
import { waysOf } from '../writing/way.ts';
import { RejectRetries } from './reject-retries.ts';
import { isReject, RejectsThatWait } from './rejects-that-wait.ts';
import { PieceSize } from '../writing/piece-size.ts';
import { Outcome, toWrite, withSidecars, type Planned } from '../writing/outcome.ts';
import type { SidecarQueue } from '../writing/sidecar-queue.ts';

export interface ChangeRequest {
  imageIds: readonly number[];
  change: ImageChange;
  /** The client's name. */
  client: string;
  /** Only report what would change, to whom waits for that. */
  dryRun?: DryRunWatch | undefined;
  /** Rejects if the images are not what the caller expects (If-Match). */
  check?: (() => Promise<void>) | undefined;
  /** The result includes the sidecars, unless they take long. */
  isToTellOfSidecars?: boolean | undefined;
}

/** As `ChangeRequest`, with a change of its own for each image. Tags are given by name. */
export interface EachChangeRequest extends Pick<ChangeRequest, 'client' | 'dryRun'> {
  changes: ReadonlyMap<number, ImageChange>;
}

export interface UndoneChange {
  result: ChangeResult;
  /** Fields changed again since, with their present value (`after`). */
  left: ListedField[];
}

/** What photographers mark images with: ratings, labels, tags, texts and places. */
export interface Marks {
  /** Throws `invalid_body` for the id of a tag that does not exist, and `db_write_error` when nothing could be stored. */
  change(request: ChangeRequest): Promise<ChangeResult>;
  /** Several images, each in its own way, as one change. Throws `db_write_error` when nothing could be stored. */
  changeEach(request: EachChangeRequest): Promise<ChangeResult>;
  /** Undoes a change; undoing that restores it. Throws `not_found`, `conflict`, `db_write_error`. */
  undo(id: number, client: string): Promise<UndoneChange>;
  /** Rejects that show as made and wait for darktable: of these images, or all. null: none. */
  waitingRejects(imageIds?: readonly number[]): WaitingRejects | null;
  /** They go on with the next start. */
  close(): Promise<void>;
}

/** For tests of power cuts: called after each step. */
export type MarkStep = OrganisedWriteStep | ChangeStep | SidecarStep;

export interface MarksOptions extends Shared {
  sidecars: Pick<SidecarQueue, 'wake' | 'written'>;
  onStep?: ((step: MarkStep) => void) | undefined;
}

/** How often a change is planned again because somebody else changed an image first. */
const ATTEMPTS = 5;

/** The edits that images need, by their present values. */
type Plan = (ids: readonly number[], images: ReadonlyMap<number, Organised>) => Planned[];

export class LibraryMarks implements Marks {
  readonly #options: MarksOptions;
  readonly #journal: Journal;
  readonly #writer: MarkWriter;
  readonly #chooseWay: () => MarkWay;
  readonly #rejects: RejectsThatWait;
  readonly #retries: RejectRetries;

  constructor(options: MarksOptions) {
    const { dataDir, library, journal, events, sidecars, writes } = options;
    const { organiseDir, editsDir, heartbeat } = bridgePaths(dataDir);
    this.#options = options;
    this.#journal = journal;
    this.#rejects = new RejectsThatWait({ journal, shown: library.waitingRejects, events });
    this.#writer = new MarkWriter({
      ...options,
      rejects: this.#rejects,
      organiseDir,
      heartbeat: () => (runningDarktable(library.file) ? readHeartbeat(heartbeat) : null),
    });
    this.#chooseWay = waysOf(
      { library, heartbeat, can: canOrganise },
      {
        // To look for darktable takes longer than to write; the guard looks once more.
        direct: directWay({ ...options, journal: journal.file, guard: () => refuseIfOpened(library.file) }),
        bridge: pluginWay({ ...options, organiseDir, editsDir }),
      },
    );
    this.#retries = new RejectRetries({
      ...options,
      rejects: this.#rejects,
      chooseWay: this.#chooseWay,
      organiseDir,
      heartbeat,
      onWritten: () => sidecars.wake(),
    });
    writes.onRecover('Interrupted changes', () => this.#recover());
  }

  async change(request: ChangeRequest): Promise<ChangeResult> {
    const result = await this.#change(request);
    return request.isToTellOfSidecars === true ? this.#tellingOfSidecars(result) : result;
  }

  async #change({ imageIds, change, client, dryRun, check }: ChangeRequest): Promise<ChangeResult> {
    let nameOf: (tag: number | string) => string;
    const prepare = async () => {
      await check?.();
      nameOf = await this.#tagNames(change);
    };
    const plan: Plan = (ids, images) =>
      ids.map((imageId) => {
        const image = images.get(imageId);
        return { imageId, edits: image ? editsFor(change, image, nameOf) : null };
      });
    if (dryRun) {
      await prepare();
      return this.#wouldBe(imageIds, plan, dryRun);
    }
    const isReject = change.rejected === true || (change.rating ?? 0) < 0;
    return this.#carryOut({
      client,
      undoes: null,
      imageIds: () => imageIds,
      prepare,
      plan,
      rejected: isReject ? imageIds : [],
    });
  }

  async changeEach({ changes, client, dryRun }: EachChangeRequest): Promise<ChangeResult> {
    const plan: Plan = (ids, images) =>
      ids.map((imageId) => {
        const image = images.get(imageId);
        const change = changes.get(imageId);
        return { imageId, edits: image && change ? editsFor(change, image, String) : null };
      });
    const imageIds = [...changes.keys()];
    if (dryRun) return this.#wouldBe(imageIds, plan, dryRun);
    return this.#carryOut({
      client,
      undoes: null,
      imageIds: () => imageIds,
      prepare: () => undefined,
      plan,
      rejected: [],
    });
  }

  async undo(id: number, client: string): Promise<UndoneChange> {
    const left = new Map<number, ListedField[]>();
    const rejected: number[] = [];
    const plan: Plan = (ids, images) => {
      const made = this.#journal.needed(({ changes }) => changes.imageEdits(id, ids));
      return made.map(({ imageId, edits }) => {
        const image = images.get(imageId);
        if (!image) return { imageId, edits: null };
        const isOurs = (edit: FieldEdit) => isAsEdited(image, [edit]);
        const others = edits.filter((edit) => !isOurs(edit));
        left.set(
          imageId,
          others.map(({ field, after }) => ({ imageId, field, before: after, after: valueOf(image, field) })),
        );
        const back = edits.filter(isOurs).map(takenBack);
        if (back.some(isReject)) rejected.push(imageId);
        return { imageId, edits: back };
      });
    };
    const result = await this.#carryOut({
      client,
      undoes: id,
      plan,
      rejected,
      prepare: () => this.#refuseUndo(id),
      imageIds: () => this.#journal.needed(({ changes }) => changes.imageIds(id)),
    });
    return { result: await this.#tellingOfSidecars(result), left: [...left.values()].flat() };
  }

  /** The next change need not wait for it. */
  async #tellingOfSidecars(result: ChangeResult): Promise<ChangeResult> {
    return withSidecars(result, result.change === null ? null : await this.#options.sidecars.written(result.change));
  }

  waitingRejects(imageIds?: readonly number[]): WaitingRejects | null {
    return this.#rejects.of(imageIds);
  }

  /** Resolves when those that can be made now are made. */
  async ended(): Promise<void> {
    await this.#retries.ended();
  }

  async close(): Promise<void> {
    this.#retries.shut();
    await this.#retries.ended();
  }

  /** One change from its plan to its result. Through darktable it is made in pieces, and other changes may come in between. */
  #carryOut(request: Request): Promise<ChangeResult> {
    const { client, undoes } = request;
    return this.#options.running.run({ client, kind: 'decision', undoes }, async (running) => {
      const { signal, begun } = running;
      const outcome = new Outcome();
      const size = new PieceSize();
      let done = 0;
      const onProgress = (imagesDone: number) => running.progress(done + imagesDone);
      const work: ChangeInWork = { id: null, client, undoes, isAnyStored: false, outcome, signal, begun, onProgress };
      let ids: readonly number[] | null = null;
      do {
        // The first piece follows what it depends on without a break.
        done += await this.#options.writes
          .inTurn(async () => {
            if (ids === null) {
              await request.prepare();
              ids = request.imageIds();
              running.of = ids.length;
            }
            const way = this.#chooseWay();
            const piece = way.route === 'direct' ? ids.slice(done) : ids.slice(done, done + size.images);
            const begin = performance.now();
            await this.#piece(work, way, piece, request.plan);
            size.took(piece.length, performance.now() - begin);
            return piece.length;
          })
          .catch((error: unknown) => {
            // Reports what is stored and why the rest is not.
            if (!work.isAnyStored || !(error instanceof AppError)) throw error;
            outcome.failAll(ids!.slice(done), error.message);
            return Infinity;
          });
        if (!signal.aborted && done < ids!.length) running.progress(done);
        // Whoever hears of the progress may cancel there and then.
        if (signal.aborted) outcome.failAll(ids!.slice(done), CANCELLED);
      } while (done < ids!.length && !signal.aborted);
      if (work.isAnyStored) this.#options.sidecars.wake();
      const waits = this.#rejects.of(request.rejected);
      if (waits) this.#retries.wake();
      return { ...outcome.result(work.isAnyStored ? work.id : null), ...(waits && { waits }) };
    });
  }

  async #piece(work: ChangeInWork, way: MarkWay, ids: readonly number[], plan: Plan): Promise<void> {
    let left = ids;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const planned: Planned[] = [];
      for await (const read of this.#writer.read(left))
        planned.push(...plan(read.ids, this.#rejects.asShown(this.#withoutOver(read.ids, read.images))));
      work.outcome.planned(planned);
      const images = toWrite(planned);
      if (images.length === 0) return;
      left = await this.#writer.write(work, attempt === 0 ? way : this.#chooseWay(), images);
      if (left.length === 0) return;
    }
    if (!work.isAnyStored) throw new AppError('db_write_error', CHANGED_AGAIN_AND_AGAIN);
    work.outcome.failAll(left, CHANGED_AGAIN_AND_AGAIN);
  }

  /** A reject that darktable has made, or that is outdated there, waits no more. */
  #withoutOver(ids: readonly number[], images: ReadonlyMap<number, Organised>): ReadonlyMap<number, Organised> {
    this.#journal.needed(() => this.#rejects.drop(this.#rejects.overIn(ids, images)));
    return images;
  }

  async #recover(): Promise<void> {
    this.#rejects.show();
    await this.#writer.recover();
    this.#options.sidecars.wake();
    this.#retries.wake();
  }

  /** The result of a dry run. */
  async #wouldBe(imageIds: readonly number[], plan: Plan, watch: DryRunWatch): Promise<ChangeResult> {
    const outcome = new Outcome();
    const tell = partsTold(watch, imageIds.length);
    let done = 0;
    for await (const { ids, images } of this.#writer.read(imageIds)) {
      const planned = plan(ids, this.#rejects.asShown(images));
      outcome.planned(planned);
      for (const { imageId } of toWrite(planned)) outcome.stored(imageId);
      tell((done += ids.length), outcome);
    }
    return outcome.result(null);
  }

  #refuseUndo(id: number): void {
    const change = this.#journal.needed(({ changes }) => changes.get(id));
    if (!change) throw noSuchChange(id);
    if (this.#options.running.isRunning(id))
      throw new AppError('conflict', `Change ${id} is being made. DELETE /api/v1/changes/${id} stops it.`);
    if (change.undoneBy !== null && this.#isStill(change.undoneBy))
      throw new AppError('conflict', `Change ${id} was taken back already, by change ${change.undoneBy}.`);
  }

  /** Whether an undo has not been undone itself. */
  #isStill(id: number): boolean {
    const change = this.#journal.needed(({ changes }) => changes.get(id));
    return change !== null && (change.undoneBy === null || !this.#isStill(change.undoneBy));
  }

  /** The full names of the tags that the change gives by id. */
  async #tagNames({ tags }: ImageChange): Promise<(tag: number | string) => string> {
    const given = [...(tags?.add ?? []), ...(tags?.remove ?? []), ...(tags?.set ?? [])];
    const ids = given.filter((tag) => typeof tag === 'number');
    const names = ids.length > 0 ? await this.#options.library.read((reader) => readTagNames(reader, ids)) : new Map();
    for (const id of ids) {
      const name = names.get(id) as string | undefined;
      if (name === undefined) throw new AppError('invalid_body', `tags: there is no tag ${id}`);
      if (name.startsWith('darktable|')) throw new AppError('invalid_body', `tags: ${name} is darktable's own`);
    }
    const nameOf = (tag: number | string) => (typeof tag === 'number' ? (names.get(tag) as string) : tag);
    const added = new Set(tags?.add?.map(nameOf));
    const both = tags?.remove?.map(nameOf).find((name) => added.has(name));
    if (both !== undefined) throw new AppError('invalid_body', `tags.remove: ${both} is in add, too`);
    return nameOf;
  }
}

interface Request {
  client: string;
  undoes: number | null;
  /** Before all others. */
  prepare: () => void | Promise<void>;
  imageIds: () => readonly number[];
  plan: Plan;
  /** Images that it is to reject, as far as it is known. */
  rejected: readonly number[];
}

const CHANGED_AGAIN_AND_AGAIN = 'The images were changed by somebody else again and again. Try once more.';
