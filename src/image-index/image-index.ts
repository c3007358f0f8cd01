import { resolve } from 'node:path';
import type { AlbumOrders } from './album-orders.ts';
import type { ImageQuery, FilmQuery, NameQuery, TagBranchQuery } from '../contract/image-query.ts';
import type { Film, Tag, TagBranch } from '../contract/image-record.ts';
import { AppError, libraryUnavailable } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Library } from '../library/library.ts';
import { dataBeside } from '../darktable/locate.ts';
import type { Log } from '../platform/log.ts';
import { oncePerBatch } from '../platform/request-batch.ts';
import {
  type ImageHistory,
  type ImageListing,
  ImageLists,
  type ListedRecord,
  type Listing,
  type Question,
} from './image-lists.ts';
import type { KnownHistory } from './histories.ts';
import { IndexerClient } from './indexer-client.ts';
import type { FromIndexer } from './indexer-process.ts';
import { isDamage, isNotThere } from './trouble.ts';

export type { KnownHistory } from './histories.ts';
export type { ImageHistory, ImageListing, ListedRecord, Listing } from './image-lists.ts';

export type IndexStatus = {
  /**
   * `unavailable`: the library cannot be read or the index cannot be written; lists show the last complete state, if
   * there is one.
   */
  state: 'building' | 'ready' | 'unavailable';
  /** Grows with every change that lists can show. */
  generation: number;
  images: number;
  /** Images indexed so far, during a build. */
  progress: { done: number; total: number } | null;
  /** A text for people. */
  message: string;
};

/** The mirror of the library that answers lists. */
export interface ImageIndex {
  /**
   * A page of images from one state of the library. It includes every earlier change to the library that can be read
   * within 250 ms. Throws `index_building` when the very first build takes too long, `library_unavailable` when there
   * was nothing to build from.
   */
  listImages(query: ImageQuery): Promise<ImageListing>;
  /** Asks about many images of one state of the library: see `overview.ts`. Throws as above. */
  ask<T>(question: Question<T>): Promise<T>;
  /** Ordered by name, without darktable's own tags. Throws as above. */
  listTags(query: NameQuery): Promise<Listing<Tag>>;
  /** Ordered by folder. Throws as above. */
  listFilms(query: FilmQuery): Promise<Listing<Film>>;
  /** One level of the tag tree. */
  listTagBranches(query: TagBranchQuery): Promise<Listing<TagBranch>>;
  /** What is known about an image's history; null: nothing. May lag behind the library. */
  history(id: number): KnownHistory | null;
  /** The same, but proven current by the library's stamp. null: the library itself must be asked. */
  presentHistory(id: number): ImageHistory | null;
  /** The record of an image, proven current in the same way. */
  presentRecord(id: number): ListedRecord | null;
  status(): IndexStatus;
  /** Resolves when the index is in step with the library, or when the library or the disk keeps it from that. */
  settled(): Promise<void>;
  /** The indexer process, for `doctor` and tests. */
  readonly indexerPid: number | null;
  close(): Promise<void>;
}

export type ImageIndexOptions = {
  /** index.db; created when missing. */
  file: string;
  library: Library;
  log: Log;
  events: Events;
  /** Default: albums have no order. */
  albumOrders?: AlbumOrders;
  /** How long the indexer may be silent before it counts as hung and is replaced. */
  silenceMs?: number;
  /** How long a list waits for the very first build. */
  buildWaitMs?: number;
  /** How long a list waits for an earlier change. */
  waitMs?: number;
};

/** How long a list waits for a change that the index does not have yet. */
const WAIT_MS = 250;
/**
 * How long a list waits for the very first build: right after the start, people would rather see pictures than an
 * error.
 */
const BUILD_WAIT_MS = 20_000;

/** Starts the indexer process. Never throws for a bad file or library: see `status`. */
export function openImageIndex(options: ImageIndexOptions): ImageIndex {
  return new MirrorIndex(options);
}

class MirrorIndex implements ImageIndex {
  readonly #file: string;
  readonly #library: Library;
  readonly #log: Log;
  readonly #events: Events;
  readonly #albumOrders: AlbumOrders | null;
  readonly #client: IndexerClient;
  readonly #buildWaitMs: number;
  readonly #waitMs: number;
  readonly #libraryStamp = oncePerBatch(() => this.#library.stamp());
  readonly #hasHeldImages = oncePerBatch(() => this.#held !== null && this.#library.hasImagesOf(this.#held));
  #lists: ImageLists | null = null;
  /** The library stamp that the index holds. */
  #held: string | null = null;
  /** The version of the rejects that wait which it shows, too. */
  #heldRejects = 0;
  #known = { generation: 0, images: 0 };
  #progress: { done: number; total: number } | null = null;
  #trouble: string | null = null;
  /** How long the last pass took. */
  #passMs = 0;
  #waiting: { ticket: number; resolve: () => void }[] = [];
  #isClosed = false;

  constructor({
    file,
    library,
    log,
    events,
    albumOrders,
    silenceMs,
    buildWaitMs = BUILD_WAIT_MS,
    waitMs = WAIT_MS,
  }: ImageIndexOptions) {
    this.#buildWaitMs = buildWaitMs;
    this.#waitMs = waitMs;
    this.#file = resolve(file);
    this.#library = library;
    this.#log = log;
    this.#events = events;
    this.#albumOrders = albumOrders ?? null;
    this.#client = new IndexerClient({
      task: { index: this.#file, library: library.file, data: dataBeside(library.file) },
      log,
      onMessage: (message) => this.#hear(message),
      ...(silenceMs === undefined ? {} : { silenceMs }),
    });
    library.waitingRejects.onChange(() => this.#showWaitingRejects());
    // A complete index from the previous run can be shown at once.
    const state = this.#read((lists) => lists.state());
    if (!state) return;
    this.#held = state.stamp;
    this.#known = { generation: state.generation, images: state.images };
  }

  get indexerPid(): number | null {
    return this.#client.pid;
  }

  listImages(query: ImageQuery): Promise<ImageListing> {
    return this.#answer((lists) => lists.images(query));
  }

  ask<T>(question: Question<T>): Promise<T> {
    return this.#answer((lists) => lists.ask(question));
  }

  listTags(query: NameQuery): Promise<Listing<Tag>> {
    return this.#answer((lists) => lists.tags(query));
  }

  listFilms(query: FilmQuery): Promise<Listing<Film>> {
    return this.#answer((lists) => lists.films(query));
  }

  listTagBranches(query: TagBranchQuery): Promise<Listing<TagBranch>> {
    return this.#answer((lists) => lists.tagBranches(query));
  }

  history(id: number): KnownHistory | null {
    return this.#lists?.history(id) ?? null;
  }

  presentHistory(id: number): ImageHistory | null {
    return this.#lists !== null && this.#hasHeldImages() ? this.#lists.imageHistory(id) : null;
  }

  presentRecord(id: number): ListedRecord | null {
    if (!this.#isPresent()) return null;
    return this.#read((lists) => ({ record: lists.record(id) }))?.record ?? null;
  }

  status(): IndexStatus {
    const library = this.#library.state();
    const numbers = { ...this.#known, progress: this.#progress };
    if (library.status === 'problem') return { state: 'unavailable', ...numbers, message: library.message };
    if (this.#trouble !== null) return { state: 'unavailable', ...numbers, message: this.#trouble };
    if (this.#lists === null || this.#progress)
      return { state: 'building', ...numbers, message: this.#buildingMessage() };
    return { state: 'ready', ...numbers, message: library.message };
  }

  async settled(): Promise<void> {
    while (!this.#isClosed) {
      await this.#pass();
      const stamp = this.#library.stamp();
      if (stamp === null || (stamp === this.#held && this.#hasRejects()) || this.#trouble !== null) return;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Closed before the indexer, so that the indexer is the last to close the file and tidies up.
    this.#forget();
    await this.#client.close();
    this.#release(Infinity);
  }

  async #answer<T>(ask: (lists: ImageLists) => T | null): Promise<T> {
    await this.#inStep();
    const answer = this.#read(ask);
    if (answer !== null) return answer;
    const library = this.#library.state();
    if (library.status === 'problem') throw libraryUnavailable(library.message);
    throw new AppError('index_building', this.#trouble ?? this.#buildingMessage(), {
      retryAfterSeconds: this.#trouble === null ? 1 : 5,
    });
  }

  /**
   * Whether the library is as the columns show it. They are never older than the held state, and if they were newer the
   * library would have another stamp.
   */
  #isPresent(): boolean {
    return this.#held !== null && this.#lists !== null && this.#libraryStamp() === this.#held && this.#hasRejects();
  }

  #hasRejects(): boolean {
    return this.#heldRejects === this.#library.waitingRejects.version;
  }

  #showWaitingRejects(): void {
    const { json, version } = this.#library.waitingRejects;
    this.#client.setWaitingRejects(json, version);
    void this.#pass();
  }

  /** Waits for earlier changes to the library when that is worthwhile. */
  async #inStep(): Promise<void> {
    const stamp = this.#libraryStamp();
    if (stamp === null || (stamp === this.#held && this.#hasRejects()) || this.#trouble !== null) return;
    if (this.#lists !== null && this.#passMs > this.#waitMs) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>(
      (resolve) => (timer = setTimeout(resolve, this.#lists === null ? this.#buildWaitMs : this.#waitMs)),
    );
    await Promise.race([this.#pass(), patience]);
    clearTimeout(timer);
  }

  /** A pass over the library that begins from now on. */
  #pass(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) {
        resolve();
        return;
      }
      this.#waiting.push({ ticket: this.#client.askForPass(), resolve });
      this.#client.keepAwake(true);
    });
  }

  #release(ticket: number): void {
    const ready = this.#waiting.filter((each) => each.ticket <= ticket);
    this.#waiting = this.#waiting.filter((each) => each.ticket > ticket);
    for (const { resolve } of ready) resolve();
    if (this.#waiting.length === 0) this.#client.keepAwake(false);
  }

  #hear(message: FromIndexer): void {
    if (this.#isClosed) return;
    switch (message.kind) {
      case 'opened':
        if (message.incarnation !== null && message.incarnation === this.#lists?.incarnation) return;
        this.#held = null;
        this.#forget();
        if (message.incarnation !== null) this.#events.emit('index.begun');
        return;
      case 'progress':
        this.#progress = { done: message.done, total: message.total };
        this.#events.emit('index.progress', this.#progress);
        return;
      case 'synced': {
        const isNew = message.generation !== this.#known.generation || this.#lists === null;
        this.#held = message.stamp;
        this.#heldRejects = message.rejects;
        this.#passMs = message.tookMs;
        this.#known = { generation: message.generation, images: message.images };
        if (this.#progress)
          this.#log.info({ images: message.images, ms: Math.round(message.tookMs) }, 'The images are indexed');
        this.#progress = null;
        if (this.#trouble !== null) this.#log.info('The index is up to date again');
        this.#trouble = null;
        if (isNew) {
          this.#read((lists) => lists.state());
          this.#events.emit('index.changed', this.#known);
        }
        return;
      }
      case 'trouble':
        // Problems with the library are logged by the library room.
        if (message.with === 'index' && message.message !== this.#trouble) this.#log.error(message.message);
        this.#trouble = message.message;
        this.#held = null;
        return;
      case 'done':
        this.#release(message.ticket);
        return;
      case 'log':
        this.#log[message.level](message.fields, message.message);
        return;
      case 'pong':
        return;
    }
  }

  /** null: there is no complete index at the moment. */
  #read<T>(ask: (lists: ImageLists) => T | null): T | null {
    if (this.#isClosed) return null;
    try {
      this.#lists ??= new ImageLists(this.#file, this.#library.file, this.#albumOrders);
      const answer = ask(this.#lists);
      if (answer === null) this.#forget();
      return answer;
    } catch (error) {
      this.#forget();
      if (isNotThere(error)) return null;
      if (!isDamage(error)) throw error;
      this.#log.warn({ err: error, file: this.#file }, 'The index is damaged');
      this.#client.askForRebuild('it is damaged');
      return null;
    }
  }

  #forget(): void {
    this.#lists?.close();
    this.#lists = null;
  }

  #buildingMessage(): string {
    const { done, total } = this.#progress ?? { done: 0, total: 0 };
    const soFar = total > 0 ? ` (${done} of ${total} images)` : '';
    return `The library is being indexed${soFar}. Try again in a moment.`;
  }
}
