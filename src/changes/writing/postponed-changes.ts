import type { EditsResult } from '../../contract/history.ts';
import { MOST_FAILED } from '../../contract/image-change.ts';
import type { PostponedChange } from '../../contract/postponed.ts';
import type { DarktableState } from '../../darktable/darktable-state.ts';
import type { WriteQueue } from './write-queue.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistories } from '../../library/whole-history.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { CANCELLED } from './through-plugin.ts';
import { isClosed } from './which-way.ts';
import { copiedFor } from '../histories/plans.ts';
import type { ChangesOfHistories } from '../histories/histories.ts';
import type { PostponableChange, PostponedEntry, PostponedJournal } from '../journal/postponed-journal.ts';
import type { Journal } from '../journal/journal.ts';
import { encodedRow, rowsRead, type Row } from './row-changes.ts';
import { stepsOfStyle } from '../styles/style-steps.ts';

/** How often it is looked whether darktable was closed, while a change waits for that. */
const LOOK_MS = 2_000;
/** When it is tried again, if the library could not be written although darktable is closed. */
const TRY_AGAIN_MS = 30_000;
/** More could wait only by mistake of a program. */
const MOST_WAITING = 500;

export interface PostponedChangesOptions {
  library: Pick<Library, 'file' | 'read'>;
  journal: Journal;
  histories: Pick<ChangesOfHistories, 'change' | 'changePostponed'>;
  writes: Pick<WriteQueue, 'inTurn'>;
  /** Of the darktable that may have the library open. */
  state: () => DarktableState;
  /** Whether nothing may be written now: they wait. */
  isReadOnly: () => boolean;
  events: Pick<Events, 'emit'>;
  log: Log;
  lookMs?: number | undefined;
}

/** What was made of one so far, and the images that are left. */
interface Rest extends ReturnType<PostponedJournal['made']> {
  rest: number[];
}

/**
 * Changes of histories that wait until no darktable has the library open. They are made one after the other, in the order in which they were
 * asked for, with the look of that moment, for the images of that moment. When darktable is opened in the middle, the rest waits again and
 * becomes part of the same change. They survive the end of Safelight.
 */
export class PostponedChanges {
  readonly #options: PostponedChangesOptions;
  #running: Promise<void> | null = null;
  /** Resolve when those that are made at once have ended. */
  readonly #doing = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #isShut = false;
  /** Those that are being made. */
  readonly #active = new Set<number>();
  /** Why the next one is not made, although darktable is closed. */
  #problem: string | null = null;

  constructor(options: PostponedChangesOptions) {
    this.#options = options;
  }

  get #journal(): PostponedJournal {
    return this.#options.journal.postponed;
  }

  /** Makes the change if darktable is closed and none waits, else notes it. Throws as the change does, and `conflict` when too many wait. */
  async postpone(
    imageIds: readonly number[],
    change: PostponableChange,
    client: string,
  ): Promise<EditsResult | PostponedChange> {
    const { library, histories, journal, state } = this.#options;
    if (isClosed(state()) && journal.needed(() => this.#journal.waiting()) === 0)
      return histories.change(imageIds, change, client);
    const taken = await readWholeHistories(library, (reader) => ({
      value: withTakenEdits(change, rowsRead(reader)),
      imageIds: change.do === 'paste' ? [change.from] : [],
    }));
    if (journal.needed(() => this.#journal.waiting()) >= MOST_WAITING)
      throw new AppError('conflict', `${MOST_WAITING} changes wait until darktable is closed: no more are noted.`);
    const id = journal.needed(() => this.#journal.add({ client, time: Date.now(), change: taken, imageIds }));
    const noted = this.#told(this.#journal.get(id)!);
    this.#tell();
    this.wake();
    return noted;
  }

  /** In the order in which they were asked for. Throws `db_error`. */
  list(): PostponedChange[] {
    return this.#options.journal.read(({ postponed }) => postponed.list().map((entry) => this.#told(entry)));
  }

  /** Drops one that waits; a part that is made stays. One that has ended leaves the list. Throws `not_found`, `conflict`. */
  drop(id: number): void {
    this.#entry(id);
    if (this.#active.has(id)) throw beingMade(id, this.#made(id).changes.at(-1)?.id);
    this.#options.journal.needed(() => this.#journal.remove(id));
    this.#tell();
  }

  /** What waits of a change that is taken back would not be wanted any more. */
  dropRestOf(changeId: number): void {
    for (const id of this.#options.journal.needed(() => this.#journal.waitingOf(changeId))) {
      if (this.#active.has(id)) throw beingMade(id, changeId);
      this.#end(this.#journal.get(id)!, CANCELLED);
      this.#tell();
    }
  }

  /** Makes one that waits at once: by the plugin while darktable has the library open. It stays postponed when nothing could be stored, which throws. */
  doNow(id: number): Promise<EditsResult> {
    const doing = this.#doNow(id);
    const ended = doing.then(
      () => undefined,
      () => undefined,
    );
    this.#doing.add(ended);
    void ended.then(() => this.#doing.delete(ended));
    return doing;
  }

  async #doNow(id: number): Promise<EditsResult> {
    const { histories, library, state, writes } = this.#options;
    const entry = this.#entry(id);
    const { change, client, result } = entry;
    if (result !== null) throw new AppError('conflict', `Postponed change ${id} has already ended.`);
    if (this.#active.has(id)) throw beingMade(id, this.#made(id).changes.at(-1)?.id);
    if (isClosed(state())) {
      this.wake();
      await this.#running;
      const after = this.#entry(id).result;
      if (after === null) throw new AppError('db_write_error', this.#problem ?? 'darktable was opened meanwhile.');
      return after;
    }
    this.#active.add(id);
    try {
      this.#tell();
      if (change.do === 'style') await library.read((reader) => refuseAnotherStyle(rowsRead(reader), change));
      // Nobody else makes a part of it meanwhile.
      const { rest, changes, imageIds: done } = await writes.inTurn(() => Promise.resolve(this.#rest(entry)));
      this.#refuseAtTheEnd();
      const made = await histories.change(rest, change, client, { postponed: id });
      this.#refuseAtTheEnd();
      if (made.change === null && made.failed > 0)
        throw new AppError('db_write_error', made.failures[0]?.reason ?? 'Nothing was stored.');
      this.#journal.remove(id);
      return { ...made, change: made.change ?? changes.at(-1)?.id ?? null, changed: made.changed + done.size };
    } finally {
      this.#active.delete(id);
      this.#tell();
    }
  }

  /** What Safelight's own end has canceled waits for the next start. */
  #refuseAtTheEnd(): void {
    if (this.#isShut) throw new AppError('db_write_error', 'Safelight is closing. The change stays postponed.');
  }

  /** Looks whether they can be made now, and from then on every two seconds while one waits. */
  wake(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    if (this.#isShut) return;
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when those that can be made now are made. */
  async ended(): Promise<void> {
    await Promise.all([this.#running, ...this.#doing]);
  }

  /** They go on with the next start. To be called before running changes are stopped. */
  shut(): void {
    this.#isShut = true;
    clearTimeout(this.#timer ?? undefined);
  }

  async #work(): Promise<void> {
    const { log, lookMs = LOOK_MS } = this.#options;
    let later: number | null;
    try {
      later = (await this.#makeAll()) ? null : this.#problem === null ? lookMs : TRY_AGAIN_MS;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Changes that wait for darktable to be closed could not be looked at');
      later = TRY_AGAIN_MS;
    }
    if (later !== null && !this.#isShut) this.#timer = setTimeout(() => this.wake(), later).unref();
  }

  /** false: some wait. */
  async #makeAll(): Promise<boolean> {
    const { state, isReadOnly, log } = this.#options;
    const isShut = () => this.#isShut;
    for (;;) {
      const entry = this.#journal.next();
      if (entry === null) return true;
      if (this.#isShut || isReadOnly() || this.#active.size > 0 || !isClosed(state())) return false;
      const before = this.#problem;
      this.#problem = null;
      this.#active.add(entry.id);
      this.#tell();
      try {
        const result = await this.#make(entry);
        // What Safelight's own end has canceled waits for the next start.
        if (isShut()) return false;
        this.#journal.end(entry.id, result);
        log.info(
          { changed: result.changed, failed: result.failed },
          'darktable is closed: a change that waited for that is made',
        );
      } catch (error) {
        if (isShut() || !isClosed(state())) return false;
        if (error instanceof AppError && FINAL.has(error.code)) {
          this.#end(entry, error.message);
          continue;
        }
        this.#problem = reasonOf(error);
        if (this.#problem !== before)
          log.warn({ reason: this.#problem }, 'A change that waited for darktable is not made yet');
        return false;
      } finally {
        this.#active.delete(entry.id);
        this.#tell();
      }
    }
  }

  /** What is left of it. */
  async #make(entry: PostponedEntry): Promise<EditsResult> {
    const { id, change, client } = entry;
    let before: Rest = { changes: [], imageIds: new Set(), rest: [] };
    const made = await this.#options.histories.changePostponed(id, change, {
      client,
      ids: () => (before = this.#rest(entry)).rest,
      goesOn: () => before.changes.findLast(({ isDirect }) => isDirect)?.id ?? null,
    });
    return {
      ...made,
      change: made.change ?? before.changes.at(-1)?.id ?? null,
      changed: made.changed + before.imageIds.size,
    };
  }

  /** Without what is left of it, for this reason. */
  #end({ id, imageIds }: PostponedEntry, reason: string): void {
    const { changes, imageIds: done } = this.#made(id);
    const rest = imageIds.filter((imageId) => !done.has(imageId));
    this.#journal.end(id, {
      change: changes.at(-1)?.id ?? null,
      changed: done.size,
      unchanged: 0,
      failed: rest.length,
      failures: rest.slice(0, MOST_FAILED).map((imageId) => ({ id: imageId, reason })),
    });
  }

  /** What was made of it and what is left, to be asked for when its turn has come. Throws `db_write_error` while that cannot be told. */
  #rest({ id, imageIds }: PostponedEntry): Rest {
    const made = this.#made(id);
    if (made.changes.some(({ isSettled }) => !isSettled)) throw new AppError('db_write_error', UNSETTLED);
    return { ...made, rest: imageIds.filter((imageId) => !made.imageIds.has(imageId)) };
  }

  #entry(id: number): PostponedEntry {
    const entry = this.#options.journal.needed(() => this.#journal.get(id));
    if (entry === null) throw new AppError('not_found', `This library has no postponed change ${id}.`);
    return entry;
  }

  #made(id: number) {
    return this.#options.journal.needed(() => this.#journal.made(id));
  }

  #told({ id, client, time, change, imageIds, result }: PostponedEntry): PostponedChange {
    const { changes, imageIds: done } = this.#journal.made(id);
    const isActive = this.#active.has(id);
    const isNext = result === null && !isActive && this.#journal.next()?.id === id;
    return {
      id,
      state: result !== null ? 'ended' : isActive ? 'running' : 'waiting_for_darktable',
      kind: change.do === 'paste' ? 'copy' : 'style',
      from: change.do === 'paste' ? change.from : null,
      style: change.do === 'style' ? change.name : null,
      time,
      client,
      images: imageIds.length,
      done: done.size,
      change: changes.at(-1)?.id ?? null,
      problem: isNext ? this.#problem : null,
      result,
    };
  }

  #tell(): void {
    try {
      this.#options.events.emit('postponed.changed', { waiting: this.#journal.waiting() });
    } catch (error) {
      this.#options.log.warn({ reason: reasonOf(error) }, 'How many changes wait for darktable is not known');
    }
  }
}

/** Errors that trying again does not mend. */
const FINAL: ReadonlySet<string> = new Set(['not_found', 'conflict', 'invalid_body', 'module_not_found']);

const UNSETTLED = 'How a part of it ended cannot be told yet, as the library cannot be read.';

const beingMade = (id: number, change: number | undefined) =>
  new AppError(
    'conflict',
    `Postponed change ${id} is being made now${change === undefined ? '' : `. DELETE /api/v1/changes/${change} stops it`}.`,
  );

/** The change with what the image or the style holds now. */
function withTakenEdits(change: PostponableChange, read: Parameters<typeof copiedFor>[0]): PostponableChange {
  return change.do === 'paste'
    ? { ...change, taken: copiedFor(read, change) }
    : { ...change, taken: stepsOfStyle(read, change.name) };
}

/** darktable puts on what the style holds now. */
function refuseAnotherStyle(
  read: Parameters<typeof copiedFor>[0],
  { name, taken }: Extract<PostponableChange, { do: 'style' }>,
): void {
  const text = ({ copied, list }: { copied: readonly Row[]; list: string }) =>
    JSON.stringify([copied.map(encodedRow), list]);
  if (taken === undefined || text(stepsOfStyle(read, name)) === text(taken)) return;
  throw new AppError(
    'conflict',
    `The style ${name} has been changed since. Close darktable to apply it as it was, or drop this change and choose again.`,
  );
}
