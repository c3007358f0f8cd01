import type { ModulePatch } from '../../api/modules.ts';
import type { Render, RenderedPicture } from '../../api/render.ts';
import { ApiError, ConnectionError } from '../../api/request.ts';
import type { Box, Size } from '../zoom.ts';
import { DraftSize } from './draft-size.ts';
import { partOf, placeIn, type StageView, type Wanted, wholeOf } from './stage-view.ts';
import { type ChangeToken, type Instance, UnstoredChanges } from './unstored-changes.ts';
import { Signal } from '../../stores/store.ts';

/** A picture that is decoded and can be shown at once. */
export interface LiveShown {
  /** `blob:…`, valid until the next one. */
  url: string;
  blob: Blob;
  isDraft: boolean;
  /** Where it lies in the whole picture, in shares of its sides. */
  place: Box;
}

export interface LiveState {
  whole: LiveShown | null;
  /** The visible part, when zoomed: it lies over the whole. */
  part: LiveShown | null;
  /** The whole picture at 100 %; null until it is known. */
  size: Size | null;
  /** The same of the newest one, which may be a draft: then it is smaller, but has the shape. */
  picture: Size | null;
  /** The hand has changed something that is not stored yet. */
  isUnstored: boolean;
  /** Why no pictures come; null while they do. */
  problem: ApiError | null;
}
const NOTHING_LIVE: LiveState = {
  whole: null,
  part: null,
  size: null,
  picture: null,
  isUnstored: false,
  problem: null,
};

export interface LiveSource {
  /** Whether this session may ask at all. */
  mayRender: () => boolean;
  render: (request: Render, signal: AbortSignal) => Promise<RenderedPicture>;
  /** Resolves when the browser has decoded it. */
  decode: (url: string) => Promise<void>;
  /** Something that concerns the whole page: the session has ended, … */
  onRefusal?: (error: ApiError) => void;
}

/** The hand rests: now the exact picture. */
const REST_MS = 150;
const MOMENT_MS = 5_000;
/** The service itself tries again after this time. */
const UNAVAILABLE_MS = 60_000;

/** `opening`: a draft that nobody sees, so that darktable has the picture open. */
type Kind = 'opening' | 'draft' | 'part' | 'whole';
type ExactKind = 'part' | 'whole';
const isExact = (kind: Kind): kind is ExactKind => kind === 'part' || kind === 'whole';

/** By a request that this page has stopped, and that came late: a newer one would have stopped this one. */
const isSuperseded = (error: unknown) => error instanceof ApiError && error.code === 'superseded';

interface Making {
  kind: Kind;
  /** What it shows. */
  wish: string;
  stop: AbortController;
}

/**
 * The picture of one image as its unstored changes make it. While the hand moves, small pictures follow it, one request at a time, the
 * newest wish first; when it rests, the exact picture at the size of the stage comes. It stays until the stored preview is there.
 */
export class LivePicture {
  readonly #source: LiveSource;
  readonly #viewer: string;
  readonly #changes = new UnstoredChanges();
  readonly #draftSize = new DraftSize();
  readonly #told = new Signal();
  #state: LiveState = NOTHING_LIVE;
  #view: StageView | null = null;
  /** What is to be made next, in this order. */
  #due: Kind[] = [];
  /** What is being made. */
  #making: Making | null = null;
  /** What the exact pictures show. */
  #exact: Record<ExactKind, string | null> = { part: null, whole: null };
  /** Counts the stored changes, which a wish does not name. */
  #stored = 0;
  /** The stored preview does not show the stored history. */
  #isAhead = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #silentUntil = -Infinity;

  /** `viewer`: names this page to the service. */
  constructor(source: LiveSource, viewer: string) {
    this.#source = source;
    this.#viewer = viewer;
  }

  subscribe = this.#told.subscribe;
  snapshot = (): LiveState => this.#state;

  /** The stage shows another part, or has another size. */
  look(view: StageView): void {
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return;
    this.#view = view;
    if (!this.#isShown) return;
    if (view.part === null && this.#state.part !== null) this.#change({ part: null });
    if (view.part === null) this.#exact.part = null;
    // Those on their way are finished: otherwise none would come while the picture is being moved.
    this.#wantExact({ isUrgent: false });
  }

  /** What to ask for to see as much as the stage shows; null: nothing yet. */
  visible(): Wanted | null {
    const [view, size] = [this.#view, this.#size];
    return view && ((size && partOf(view, size)) ?? wholeOf(view));
  }

  /** What to ask for to see the whole picture; null: nothing yet. */
  fitted(): Wanted | null {
    return this.#view && wholeOf(this.#view);
  }

  /** The hand moves a control; null: it has given up. */
  move(module: Instance, patch: ModulePatch | null): void {
    if (patch === null && !this.#changes.isMoving) return;
    this.#changes.move(module, patch);
    this.#noteUnstored();
    if (patch === null && this.#hasNothingToShow) this.#drop();
    else this.#wantSoon();
  }

  /** A change is being stored: `stored` or `refused` will follow. */
  change(module: Instance, patch: ModulePatch): ChangeToken {
    const token = this.#changes.add(module, patch);
    this.#noteUnstored();
    this.#silentUntil = -Infinity;
    this.#wantExact();
    return token;
  }

  stored(token: ChangeToken): void {
    const shown = [this.#wishOf('part'), this.#wishOf('whole')];
    this.#changes.remove(token);
    this.#noteUnstored();
    this.#stored++;
    this.#isAhead = true;
    // The same picture under another name.
    const renamed = (wish: string | null) => {
      const at = wish === null ? -1 : shown.indexOf(wish);
      return at === -1 ? null : this.#wishOf(at === 0 ? 'part' : 'whole');
    };
    this.#exact = { part: renamed(this.#exact.part), whole: renamed(this.#exact.whole) };
    if (this.#making) this.#making.wish = renamed(this.#making.wish) ?? this.#making.wish;
  }

  refused(token: ChangeToken): void {
    this.#changes.remove(token);
    this.#noteUnstored();
    if (this.#hasNothingToShow) this.#drop();
    else this.#wantExact();
  }

  /** The stored history has changed by other means than `change`. */
  refresh(): void {
    this.#stored++;
    this.#isAhead = true;
    this.#wantExact();
  }

  /** The stored preview is on the screen: it takes over, unless the hand has moved on. */
  previewShown(): void {
    this.#isAhead = false;
    if (this.#hasNothingToShow) this.#drop();
  }

  /** Somebody is about to edit: darktable starts and opens the picture, so that the first movement is followed at once. */
  warmUp(): void {
    if (this.#isShown || this.#making !== null || this.#isSilent) return;
    this.#due = ['opening'];
    void this.#work();
  }

  /** Another picture is opened, or none. */
  end(): void {
    // Edits that are still being stored ask for no picture without it.
    this.#view = null;
    this.#drop();
  }

  get #isSilent(): boolean {
    return performance.now() < this.#silentUntil || !this.#source.mayRender();
  }

  /** A crop that is being changed makes it another one than the stored. */
  get #size(): Size | null {
    return this.#state.size ?? this.#view?.full ?? null;
  }

  get #hasNothingToShow(): boolean {
    return this.#changes.isEmpty && !this.#isAhead;
  }

  get #isShown(): boolean {
    return this.#state.whole !== null || this.#state.part !== null;
  }

  #wantSoon(): void {
    if (this.#isSilent) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#wantExact(), REST_MS);
    this.#due = ['draft'];
    // An exact picture takes too long to wait for.
    if (this.#making !== null && isExact(this.#making.kind)) this.#making.stop.abort();
    void this.#work();
  }

  #wantExact({ isUrgent = true } = {}): void {
    clearTimeout(this.#rest);
    if (this.#isSilent) return;
    // The visible part first; the whole lies below it when the picture is moved.
    const kinds: ExactKind[] = this.#view?.part ? ['part', 'whole'] : ['whole'];
    this.#due = kinds.filter((kind) => this.#exact[kind] !== this.#wishOf(kind));
    const making = this.#making;
    if (making && isExact(making.kind)) {
      if (making.wish === this.#wishOf(making.kind)) this.#due = this.#due.filter((kind) => kind !== making.kind);
      else if (isUrgent) making.stop.abort();
    }
    void this.#work();
  }

  /** Makes what is due, one after the other. */
  async #work(): Promise<void> {
    if (this.#making !== null) return;
    for (let kind = this.#due.shift(); kind !== undefined; kind = this.#due.shift()) {
      const request = this.#requestFor(kind);
      if (request === null) continue;
      const making = { kind, wish: this.#wishOf(kind), stop: new AbortController() };
      this.#making = making;
      // Its picture takes the place of the exact one.
      if (kind === 'draft') this.#exact[request.region ? 'part' : 'whole'] = null;
      try {
        await this.#make(making, request);
      } catch (error) {
        this.#note(error, making.stop.signal);
        const isLost = isExact(kind) && !making.stop.signal.aborted && isSuperseded(error);
        if (isLost && this.#due.length === 0) this.#due = [kind];
      } finally {
        this.#making = null;
      }
    }
  }

  async #make(making: Making, request: Render): Promise<void> {
    const { kind, stop } = making;
    const begun = performance.now();
    const { blob, whole, region } = await this.#source.render(request, stop.signal);
    if (kind === 'opening') {
      this.#change({ problem: null });
      return;
    }
    const url = URL.createObjectURL(blob);
    await this.#source.decode(url).catch(() => undefined);
    if (stop.signal.aborted) {
      URL.revokeObjectURL(url);
      return;
    }
    if (isExact(kind)) this.#exact[kind] = making.wish;
    else this.#draftSize.note(performance.now() - begun);
    const shown = { url, blob, isDraft: kind === 'draft', place: placeIn(request, { whole, region }) };
    this.#change({
      ...(request.region ? { part: shown } : { whole: shown }),
      // An older part would hide the newer whole.
      ...(!request.region && this.#view?.part === null && { part: null }),
      // Drafts are made from a smaller picture.
      ...(request.draft !== true && { size: whole }),
      picture: whole,
      problem: null,
    });
  }

  #requestFor(kind: Kind): Render | null {
    const [view, size] = [this.#view, this.#size];
    if (view === null) return null;
    const most = isExact(kind) ? undefined : this.#draftSize.mostPixels;
    const part = kind === 'whole' || size === null ? null : partOf(view, size, most);
    if (kind === 'part' && part === null) return null;
    return {
      modules: this.#changes.modules(),
      ...(part ?? wholeOf(view, most)),
      // A draft's region would be one of a smaller picture.
      draft: !isExact(kind) && part === null,
      viewer: this.#viewer,
    };
  }

  /** Tells exact pictures apart. */
  #wishOf(kind: Kind): string {
    return JSON.stringify([this.#stored, this.#requestFor(kind)]);
  }

  #note(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || error instanceof ConnectionError) return;
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) this.#source.onRefusal?.(error);
    // What is being typed is not allowed, or was changed elsewhere: whoever stores it says so.
    if (error.status < 500 && error.code !== 'not_rendered') return;
    this.#due = [];
    clearTimeout(this.#rest);
    const isUnavailable = error.code === 'renderer_unavailable';
    this.#silentUntil = performance.now() + (isUnavailable ? UNAVAILABLE_MS : MOMENT_MS);
    this.#change({ problem: error });
  }

  /** The stored preview shows all there is to show. */
  #drop(): void {
    clearTimeout(this.#rest);
    this.#due = [];
    this.#making?.stop.abort();
    this.#exact = { part: null, whole: null };
    this.#change({ whole: null, part: null, size: null, picture: null });
  }

  #noteUnstored(): void {
    if (this.#state.isUnstored === this.#changes.isEmpty) this.#change({});
  }

  #change(change: Partial<LiveState>): void {
    const before = this.#state;
    this.#state = { ...before, ...change, isUnstored: !this.#changes.isEmpty };
    for (const layer of ['whole', 'part'] as const) {
      const old = before[layer];
      // An `<img>` that shows it keeps its pixels.
      if (old !== null && old !== this.#state[layer]) URL.revokeObjectURL(old.url);
    }
    this.#told.tell();
  }
}
