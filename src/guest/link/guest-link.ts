import type { GuestDenial, GuestEntry, GuestState } from '../../contract/guest-proof.ts';
import { ask, LINK, told } from './link.ts';
import { Outbox } from './outbox.ts';
import { NOTHING_WAITS, type View } from './view.ts';
import { ViewStore } from './view-store.ts';

const ASK_EVERY_MS = 15_000;
/** Who comes back sooner has not been away. */
const SHORTLY_MS = 20_000;
/** So long nothing is shown while the server is asked; a computer that sleeps does not answer at all. */
const VEILED_MS = 2_500;

/** What this page knows of its link. What the guest says goes through its outbox. */
export class GuestLink {
  readonly #view = new ViewStore();
  readonly outbox = new Outbox(this.#view, {
    heard: () => {
      this.#tag = null;
      this.#said++;
    },
    learn: (state) => this.#learn(state, null),
    ask: () => this.ask(),
    askNow: () => this.#askNow(),
  });
  #tag: string | null = null;
  #asking: Promise<void> | null = null;
  /** How many answers came to what was said: a state that was asked for before one of them is an old one. */
  #said = 0;
  #hereBefore: number | null = null;
  #visited = '';
  #hiddenAt: number | null = null;

  subscribe = this.#view.subscribe;
  snapshot = (): View => this.#view.now;

  open(): void {
    this.outbox.restore();
    void this.ask();
    setInterval(() => {
      if (document.visibilityState === 'visible') void this.ask();
    }, ASK_EVERY_MS);
    addEventListener('online', () => void this.ask());
    addEventListener('offline', () => this.#view.set({ isAway: true }));
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#cameBack();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#hiddenAt = Date.now();
      else this.#cameBack();
    });
    for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, () => this.#visit(), { passive: true });
  }

  /** What is new, and then what waits is sent. */
  ask(): Promise<void> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async enter(entry: GuestEntry): Promise<GuestDenial['why'] | 'away' | null> {
    const response = await ask('POST', 'enter', entry);
    if (response === null) return 'away';
    if (response.ok) {
      const state = await told<GuestState>(response);
      if (state?.is === 'open') this.#learn(state, null);
      else await this.ask();
      return null;
    }
    if (response.status === 404) {
      this.#end();
      return null;
    }
    return (await told<GuestDenial>(response))?.why ?? (response.status === 429 ? 'wait' : 'away');
  }

  async deviceCode(): Promise<string | null> {
    const response = await ask('POST', 'code', {});
    return response?.ok ? ((await told<{ code: string }>(response))?.code ?? null) : null;
  }

  #cameBack(): void {
    const awayMs = this.#hiddenAt === null ? Infinity : Date.now() - this.#hiddenAt;
    this.#hiddenAt = null;
    if (this.#view.now.is !== 'open') return;
    if (awayMs > SHORTLY_MS) {
      this.#view.set({ isVeiled: true });
      setTimeout(() => this.#view.set({ isVeiled: false }), VEILED_MS);
    }
    void this.ask();
  }

  async #askNow(): Promise<void> {
    if (this.#view.now.is === 'gone') return;
    const said = this.#said;
    const response = await ask('GET', 'state', undefined, this.#tag === null ? {} : { 'if-none-match': this.#tag });
    if (response === null || response.status === 429) {
      this.#view.set({ isAway: response === null, isVeiled: false });
      return;
    }
    if (response.status === 404) {
      this.#end();
      return;
    }
    if (response.status === 403) {
      this.#view.set({ is: 'not-secure', state: null, isAway: false });
      return;
    }
    if (response.status !== 304) {
      const state = await told<GuestState>(response);
      if (!response.ok || state === null) {
        this.#view.set({ isAway: true, isVeiled: false });
        return;
      }
      if (said === this.#said || this.#view.now.state === null) this.#learn(state, response.headers.get('etag'));
    }
    this.#view.set({ isAway: false, isVeiled: false });
    void this.outbox.send();
  }

  #learn(state: GuestState, tag: string | null): void {
    this.#tag = tag;
    if (state.is === 'closed') {
      this.#view.set({ is: 'closed', needs: state.needs, state: null });
      return;
    }
    // When the guest came for this visit, that is: the visit itself is not what was before it.
    this.#hereBefore ??= state.here_before;
    this.#view.set({ is: 'open', state: { ...state, here_before: this.#hereBefore }, isAway: false });
    this.outbox.settle(state);
    void this.outbox.send();
  }

  /** Nothing of the pictures and marks stays in the browser. */
  #end(): void {
    const refusals = this.outbox.giveUp();
    this.#tag = null;
    this.#view.set({ is: 'gone', state: null, isAway: false, isVeiled: false, ...NOTHING_WAITS, refusals });
    history.replaceState(null, '', LINK);
  }

  /** A visit begins with a gesture: whoever only looks whether a link is harmless makes none. */
  #visit(): void {
    const day = new Date().toDateString();
    if (this.#view.now.is !== 'open' || this.#visited === day) return;
    this.#visited = day;
    void ask('POST', 'visit', {}).then((response) => {
      if (response === null) this.#visited = '';
    });
  }
}
