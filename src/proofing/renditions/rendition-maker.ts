import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GUEST_SIZES } from '../../contract/guest-proof.ts';
import type { Library } from '../../library/library.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { RecipeFailure } from '../../publishing/recipe-failure.ts';
import type { RecipeMaker } from '../../publishing/recipe-maker.ts';
import { RenderError } from '../../renderer/darktable-cli.ts';
import { Turns } from '../../renderer/turns.ts';
import type { RenderedProof, RenderedProofs, Renditions } from '../renditions.ts';
import { obstacleOf, refuseWithoutRoom } from './obstacles.ts';
import { movePoint } from './picture-geometry.ts';
import { type PictureNow, picturesNow } from './pictures-now.ts';
import { renderForGuests } from './render-for-guests.ts';
import { fileOf, writeSizes } from './rendition-sizes.ts';
import { RenditionStore, type StoredRendition } from './rendition-store.ts';

export interface RenditionsOptions {
  dataDir: string;
  library: Pick<Library, 'file' | 'read'>;
  proofs: RenderedProofs;
  maker: Pick<RecipeMaker, 'make' | 'keep'>;
  /** null: nothing is in the way. Else why nothing may be made now, in a sentence. */
  whyNot: () => string | null;
  events: Pick<Events, 'on' | 'off'>;
  log: Log;
  now?: () => number;
  /** Bytes left on the disk of a folder. */
  roomIn?: (folder: string) => Promise<number>;
}

/** What is known of a proof's pictures, until the library or the proof are others. */
interface Watched {
  proof: RenderedProof;
  rules: string;
  now: Map<string, PictureNow>;
  /** When an edit that guests do not see was first found to be so. */
  changes: Map<string, { development: string; sinceMs: number }>;
  /** Those that are to be shown without waiting. */
  released: Set<string>;
  /** By what it was to be made of; for an hour it is not tried again with the same. */
  failures: Map<string, { of: string; atMs: number }>;
}

interface Job {
  watched: Watched;
  picture: string;
  of: PictureNow;
}

const LOOK_MS = 10_000;
/** After what may be over soon, such as a full disk. */
const RETRY_MS = 60_000;
/** Its file may have been on a disk that was away. */
const FAILED_MS = 60 * 60_000;
const MAKING = 'making';

export interface RunningRenditions extends Renditions {
  /** Resolves when nothing more can be done now. For tests. */
  settled(): Promise<void>;
}

export function openRenditions(options: RenditionsOptions): RunningRenditions {
  const renditions = new RenditionMaker(options);
  renditions.start();
  return renditions;
}

class RenditionMaker implements RunningRenditions {
  readonly #options: RenditionsOptions;
  readonly #folder: string;
  readonly #store: RenditionStore;
  readonly #stopping = new AbortController();
  readonly #turns: Turns;
  readonly #now: () => number;
  readonly #watched = new Map<number, Watched>();
  /** Proofs that guests or photographers look at again: all of them after a change of the library. */
  readonly #stale = new Set<number>();
  #isAllStale = true;
  #isTidy = false;
  /** What somebody waits for, the newest last. */
  readonly #asked = new Set<string>();
  /** Folders that somebody may just be reading. */
  readonly #outdated: string[] = [];
  #problem: string | null = null;
  #notBeforeMs = 0;

  constructor(options: RenditionsOptions) {
    this.#options = options;
    this.#folder = join(options.dataDir, 'proofs');
    this.#store = new RenditionStore(join(options.dataDir, 'proof-renditions.db'));
    this.#now = options.now ?? Date.now;
    this.#turns = new Turns({
      take: () => this.#take(),
      onError: (error) => this.#failed(error),
      lookMs: LOOK_MS,
      soonMs: LOOK_MS / 10,
      stopping: this.#stopping.signal,
    });
  }

  start(): void {
    this.#options.events.on('index.changed', this.#onLibrary);
    this.#turns.wake();
  }

  of(proof: number): ReadonlyMap<string, StoredRendition> {
    return this.#store.of(proof);
  }

  progress(proof: number) {
    const made = this.#store.of(proof);
    const watched = this.#watched.get(proof);
    const missing = watched?.proof.pictures.filter(({ picture }) => !made.has(picture)) ?? [];
    const changed = watched?.changes.size ?? 0;
    return {
      made: watched ? watched.proof.pictures.length - missing.length : made.size,
      failed: missing.filter(({ picture }) => watched?.failures.has(picture)).length,
      changed,
      problem: missing.length + changed > 0 ? this.#problemOf(watched) : null,
    };
  }

  file(...asked: Parameters<Renditions['file']>): Promise<string | null> {
    return Promise.resolve(this.#file(...asked));
  }

  #file(...[proof, picture, size]: Parameters<Renditions['file']>): string | null {
    const watched = this.#watched.get(proof);
    const made = this.#store.of(proof).get(picture);
    if (!made) {
      if (watched?.proof.pictures.some((each) => each.picture === picture)) this.#ask(proof, picture);
      return null;
    }
    const folder = join(this.#folder, String(proof), made.version);
    // What may be kept is made by the rules of now: with its watermark, and without the metadata that is not to leave any more.
    const isByRules = watched?.rules === made.rules;
    if (size === 'full') return isByRules && watched.proof.downloads === 'full' ? fileOf(folder, size) : null;
    return fileOf(folder, size === 'large' && !isByRules ? 'screen' : size);
  }

  pointNow(proof: number, picture: string, ...[point, on]: [Parameters<typeof movePoint>[0], string]) {
    const madeOn = this.#store.geometryOf(proof, picture, on);
    const shown = this.#store.of(proof).get(picture);
    return madeOn && shown ? movePoint(point, madeOn, shown.geometry) : null;
  }

  showChanges(proof: number): void {
    const watched = this.#watched.get(proof);
    for (const picture of watched?.changes.keys() ?? []) watched!.released.add(picture);
    this.#turns.wake();
  }

  look(proof: number): void {
    this.#stale.add(proof);
    this.#watched.get(proof)?.failures.clear();
    this.#turns.wake();
  }

  forget(proof: number): void {
    this.#watched.delete(proof);
    this.#stale.delete(proof);
    this.#store.forget(proof);
    this.#isTidy = false;
    this.#turns.wake();
  }

  settled(): Promise<void> {
    return this.#turns.taken();
  }

  async close(): Promise<void> {
    this.#options.events.off('index.changed', this.#onLibrary);
    this.#turns.close();
    this.#stopping.abort(new Error('Safelight is closing.'));
    await this.#turns.taken();
    this.#store.close();
  }

  readonly #onLibrary = (): void => {
    this.#isAllStale = true;
    this.#turns.wakeSoon();
  };

  #ask(proof: number, picture: string): void {
    const name = `${proof} ${picture}`;
    this.#asked.delete(name);
    this.#asked.add(name);
    this.#turns.wake();
  }

  #problemOf(watched: Watched | undefined): string | null {
    if (watched && watched.proof.library !== this.#options.library.file)
      return `Its pictures are of another library, ${watched.proof.library}.`;
    return this.#options.whyNot() ?? this.#problem;
  }

  async #take(): Promise<void> {
    await this.#tidy();
    for (;;) {
      if (this.#stopping.signal.aborted) return;
      await this.#look();
      if (this.#now() < this.#notBeforeMs || this.#options.whyNot() !== null) return;
      const job = this.#next();
      if (!job) break;
      await this.#make(job);
    }
    this.#setProblem(null);
  }

  /** What proofs left behind that have ended, and what a crash did. */
  async #tidy(): Promise<void> {
    if (this.#isTidy) return;
    const open = new Set(this.#options.proofs.open().map(({ id }) => String(id)));
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = join(this.#folder, name);
      if (!open.has(name)) {
        await rm(folder, { recursive: true, force: true });
        if (/^\d+$/.test(name)) this.#store.forget(Number(name));
        continue;
      }
      const versions = new Set([...this.#store.of(Number(name)).values()].map(({ version }) => version));
      for (const version of await readdir(folder))
        if (!versions.has(version)) await rm(join(folder, version), { recursive: true, force: true });
    }
    this.#isTidy = true;
  }

  /** Reads what may have changed. */
  async #look(): Promise<void> {
    if (!this.#isAllStale && this.#stale.size === 0) return;
    const isAll = this.#isAllStale;
    const stale = new Set(this.#stale);
    this.#isAllStale = false;
    this.#stale.clear();
    try {
      const open = this.#options.proofs.open();
      for (const id of this.#watched.keys()) if (!open.some((proof) => proof.id === id)) this.#watched.delete(id);
      for (const proof of open)
        if (isAll || stale.has(proof.id) || !this.#watched.has(proof.id)) await this.#lookAt(proof);
    } catch (error) {
      this.#isAllStale ||= isAll;
      for (const id of stale) this.#stale.add(id);
      throw error;
    }
  }

  async #lookAt(proof: RenderedProof): Promise<void> {
    const { library, proofs } = this.#options;
    const before = this.#watched.get(proof.id);
    const watched: Watched = { ...(before ?? nothingKnown()), proof, rules: rulesOf(proof) };
    const { changes } = watched;
    // Also while the library cannot be read.
    this.#watched.set(proof.id, watched);
    const now = proof.library === library.file ? await picturesNow(library, proof) : new Map<string, PictureNow>();
    watched.now = now;
    if (this.#watched.get(proof.id) !== watched) return;
    const moved = proof.pictures.flatMap(({ picture, imageId }): [string, number][] => {
      const found = now.get(picture)?.imageId ?? imageId;
      return found === imageId ? [] : [[picture, found]];
    });
    if (moved.length > 0) proofs.foundAgain(proof.id, new Map(moved));
    await this.#dropOthers(proof);
    const told = changes.size;
    for (const { picture } of proof.pictures) this.#noteChange(watched, picture);
    if (changes.size !== told) proofs.changed(proof.id);
  }

  #noteChange({ proof, now, changes, released }: Watched, picture: string): void {
    const development = now.get(picture)?.development;
    const shown = this.#store.of(proof.id).get(picture);
    if (!shown || development === undefined || development === shown.development) {
      changes.delete(picture);
      released.delete(picture);
    } else if (changes.get(picture)?.development !== development)
      changes.set(picture, { development, sinceMs: this.#now() });
  }

  /** Of pictures that were taken out. */
  async #dropOthers({ id, pictures }: RenderedProof): Promise<void> {
    const keys = new Set(pictures.map(({ picture }) => picture));
    for (const [picture, { version }] of [...this.#store.of(id)]) {
      if (keys.has(picture)) continue;
      this.#store.remove(id, picture);
      await rm(join(this.#folder, String(id), version), { recursive: true, force: true });
    }
  }

  /** What somebody waits for comes first, then what nobody can see yet. */
  #next(): Job | null {
    for (const name of [...this.#asked].reverse()) {
      const [proof, picture] = name.split(' ') as [string, string];
      const job = this.#jobOf(this.#watched.get(Number(proof)), picture);
      if (job) return job;
      this.#asked.delete(name);
    }
    let later: Job | null = null;
    for (const watched of this.#watched.values())
      for (const { picture } of watched.proof.pictures) {
        const job = this.#jobOf(watched, picture);
        if (job && !this.#store.of(watched.proof.id).has(picture)) return job;
        later ??= job;
      }
    return later;
  }

  /** null: there is nothing to be made, or nothing that would do. */
  #jobOf(watched: Watched | undefined, picture: string): Job | null {
    const of = watched?.now.get(picture);
    if (!of || this.#hasFailed(watched!, picture, of)) return null;
    const job = { watched: watched!, picture, of };
    const shown = this.#store.of(watched!.proof.id).get(picture);
    if (!shown || shown.rules !== watched!.rules) return job;
    if (shown.development === of.development) return shown.metadata === of.metadata ? null : job;
    return this.#isQuiet(watched!, picture) ? job : null;
  }

  #hasFailed(watched: Watched, picture: string, of: PictureNow): boolean {
    const failure = watched.failures.get(picture);
    return failure?.of === nameOf(of, watched) && this.#now() - failure.atMs < FAILED_MS;
  }

  #isQuiet({ proof, changes, released }: Watched, picture: string): boolean {
    if (released.has(picture)) return true;
    const change = changes.get(picture);
    if (!change || proof.quiet_minutes === null) return false;
    return this.#now() - change.sinceMs >= proof.quiet_minutes * 60_000;
  }

  async #make(job: Job): Promise<void> {
    const { watched, picture, of } = job;
    for (const outdated of this.#outdated.splice(0)) await rm(outdated, { recursive: true, force: true });
    const folder = join(this.#folder, String(watched.proof.id));
    const draft = join(folder, MAKING);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    try {
      await refuseWithoutRoom(folder, this.#options.roomIn);
      await this.#makeIn(draft, job);
      watched.failures.delete(picture);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      // Anything else may be over soon: the library away, the disk full, no darktable-cli.
      if (!(error instanceof RecipeFailure || error instanceof RenderError)) throw error;
      watched.failures.set(picture, { of: nameOf(of, watched), atMs: this.#now() });
      this.#options.log.warn(
        { proof: watched.proof.id, reason: reasonOf(error) },
        'A picture of a proof cannot be made',
      );
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    this.#setProblem(null);
    this.#asked.delete(`${watched.proof.id} ${picture}`);
    // It has ended meanwhile.
    if (this.#watched.get(watched.proof.id) === watched) this.#options.proofs.changed(watched.proof.id);
  }

  async #makeIn(draft: string, { watched, picture, of }: Job): Promise<void> {
    const { proof, rules } = watched;
    const { key } = proof.pictures.find((each) => each.picture === picture)!;
    const signal = this.#stopping.signal;
    const rendered = await renderForGuests({ imageId: of.imageId, key }, proof, draft, { ...this.#options, signal });
    if (!rendered) {
      this.#isAllStale = true;
      throw new RecipeFailure('it is not in the library any more');
    }
    const { file, describe, ...seen } = rendered;
    const { development, metadata, pixels } = seen;
    const former = this.#store.of(proof.id).get(picture);
    const looksSame = former?.rules === rules && former.pixels === pixels;
    const shown = { ...seen, rules };
    // What was rendered counts: the library may have changed since it was looked at.
    watched.now.set(picture, { imageId: of.imageId, development, metadata });
    if (looksSame && former.metadata === metadata) {
      // An edit that nobody sees.
      this.#store.put(proof.id, picture, { ...former, ...shown });
      this.#noteChange(watched, picture);
      return;
    }
    const size = await writeSizes(file, draft, {
      watermark: proof.watermark,
      isFullWanted: proof.downloads === 'full',
      describe,
    });
    if (this.#watched.get(proof.id)?.rules !== rules) return;
    const version = randomUUID().replaceAll('-', '');
    const folder = join(draft, '..');
    await rename(draft, join(folder, version));
    const isNew = !former || (former.development !== development && !looksSame);
    const sinceMs = isNew ? this.#now() : former.sinceMs;
    this.#store.put(proof.id, picture, { version, ...size, sinceMs, ...shown });
    this.#noteChange(watched, picture);
    if (former) this.#outdated.push(join(folder, former.version));
  }

  /** It is tried again in a minute, or by the next start. */
  #failed(error: unknown): void {
    this.#notBeforeMs = this.#now() + RETRY_MS;
    this.#setProblem(obstacleOf(error), error);
  }

  #setProblem(problem: string | null, error?: unknown): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    if (problem !== null) this.#options.log.warn({ err: error }, 'Pictures of proofs wait');
    for (const id of this.#watched.keys()) this.#options.proofs.changed(id);
  }
}

const nothingKnown = (): Omit<Watched, 'proof' | 'rules'> => ({
  now: new Map(),
  changes: new Map(),
  released: new Set(),
  failures: new Map(),
});

const nameOf = ({ development, metadata }: PictureNow, { rules }: Watched) => `${development} ${metadata} ${rules}`;

const rulesOf = ({ keep, watermark, downloads }: RenderedProof): string =>
  createHash('sha1')
    .update(JSON.stringify([keep.toSorted(), watermark, downloads === 'full', GUEST_SIZES]))
    .digest('base64url');
