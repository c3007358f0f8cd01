import type {
  GuestComment,
  GuestDenial,
  GuestEntry,
  GuestMark,
  GuestRefusal,
  GuestState,
  StoredMark,
  ToldComment,
} from '../../contract/guest-proof.ts';
import type { Mark } from '../../contract/proofs.ts';
import { Keeping } from './keeping.ts';
import { ask, LINK, newId, told } from './link.ts';
import { isSame, MARK_PARTS, merged, type Merged, type PendingMark, plain, UNMARKED, withoutFull } from './merged.ts';
import { NOTHING_WAITS, type Refusal, type View, type WaitingComment } from './view.ts';

const ASK_EVERY_MS = 15_000;
/** Who comes back sooner has not been away. */
const SHORTLY_MS = 20_000;
/** So long nothing is shown while the server is asked; a computer that sleeps does not answer at all. */
const VEILED_MS = 2_500;
/** After more than anybody makes in a minute. */
const TOO_MANY_MS = 30_000;
const MOST_TRIES = 4;

type Sent = 'sent' | 'away' | 'later';

/** What this page knows of its link, and what is still to be said. The one place that speaks to the server. */
export class GuestLink {
  readonly #kept = new Keeping(LINK);
  readonly #listeners = new Set<() => void>();
  readonly #tries = new Map<string, number>();
  #now: View = { is: 'asking', needs: [], state: null, isAway: false, isVeiled: false, refusals: [], ...NOTHING_WAITS };
  #tag: string | null = null;
  #asking: Promise<void> | null = null;
  #sending = false;
  /** How many answers came to what was said: a state that was asked for before one of them is an old one. */
  #said = 0;
  #hereBefore: number | null = null;
  #visited = '';
  #hiddenAt: number | null = null;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  snapshot = (): View => this.#now;

  open(): void {
    this.#restore();
    void this.ask();
    setInterval(() => {
      if (document.visibilityState === 'visible') void this.ask();
    }, ASK_EVERY_MS);
    addEventListener('online', () => void this.ask());
    addEventListener('offline', () => this.#set({ isAway: true }));
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

  mark(key: string, change: Partial<Mark>): void {
    const before = this.#now.marks.get(key);
    const seen: StoredMark = before?.seen ?? this.#now.state?.marks[key] ?? { ...UNMARKED, version: 0 };
    const mark = { ...(before?.mark ?? plain(seen)), ...change };
    const sent = before?.sent ?? [];
    this.#setMark(key, sent.length === 0 && isSame(mark, seen) ? null : { mark, seen, sent });
    void this.#send();
  }

  comment(comment: Omit<GuestComment, 'id'>): void {
    const waiting: WaitingComment = { ...comment, id: newId(), at: Date.now() };
    this.#set({ comments: new Map(this.#now.comments).set(waiting.id, waiting) });
    this.#kept.set(`comment ${waiting.id}`, waiting);
    void this.#send();
  }

  removeComment(id: string): void {
    if (this.#now.comments.has(id)) this.#forgetComment(id);
    this.#set({ removed: new Set(this.#now.removed).add(id) });
    this.#kept.set(`remove ${id}`, true);
    void this.#send();
  }

  write(text: string): void {
    this.#set({ text });
    this.#kept.set('text', text);
    void this.#send();
  }

  finish(): void {
    this.#set({ wantsDone: true });
    this.#kept.set('done', true);
    void this.#send();
  }

  /** The guest has read what was not stored. */
  dismissRefusals(): void {
    this.#set({ refusals: [] });
    this.#kept.remove('refusals');
  }

  #set(change: Partial<View>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener();
  }

  #restore(): void {
    const marks = new Map<string, PendingMark>();
    const comments = new Map<string, WaitingComment>();
    const removed = new Set<string>();
    const kept = this.#kept.read();
    for (const [name, value] of kept) {
      const [kind, id = ''] = name.split(' ');
      if (kind === 'mark') marks.set(id, value as PendingMark);
      if (kind === 'comment') comments.set(id, value as WaitingComment);
      if (kind === 'remove') removed.add(id);
    }
    this.#set({
      marks,
      comments,
      removed,
      text: (kept.get('text') as string | undefined) ?? null,
      wantsDone: kept.has('done'),
      refusals: (kept.get('refusals') as Refusal[] | undefined) ?? [],
    });
  }

  #cameBack(): void {
    const awayMs = this.#hiddenAt === null ? Infinity : Date.now() - this.#hiddenAt;
    this.#hiddenAt = null;
    if (this.#now.is !== 'open') return;
    if (awayMs > SHORTLY_MS) {
      this.#set({ isVeiled: true });
      setTimeout(() => this.#set({ isVeiled: false }), VEILED_MS);
    }
    void this.ask();
  }

  async #askNow(): Promise<void> {
    if (this.#now.is === 'gone') return;
    const said = this.#said;
    const response = await ask('GET', 'state', undefined, this.#tag === null ? {} : { 'if-none-match': this.#tag });
    if (response === null || response.status === 429) {
      this.#set({ isAway: response === null, isVeiled: false });
      return;
    }
    if (response.status === 404) {
      this.#end();
      return;
    }
    if (response.status === 403) {
      this.#set({ is: 'not-secure', state: null, isAway: false });
      return;
    }
    if (response.status !== 304) {
      const state = await told<GuestState>(response);
      if (!response.ok || state === null) {
        this.#set({ isAway: true, isVeiled: false });
        return;
      }
      if (said === this.#said || this.#now.state === null) this.#learn(state, response.headers.get('etag'));
    }
    this.#set({ isAway: false, isVeiled: false });
    void this.#send();
  }

  #learn(state: GuestState, tag: string | null): void {
    this.#tag = tag;
    if (state.is === 'closed') {
      this.#set({ is: 'closed', needs: state.needs, state: null });
      return;
    }
    // When the guest came for this visit, that is: the visit itself is not what was before it.
    this.#hereBefore ??= state.here_before;
    this.#set({ is: 'open', state: { ...state, here_before: this.#hereBefore }, isAway: false });
    for (const [key, pending] of this.#now.marks) {
      const server = state.marks[key];
      if (server) this.#settle(key, merged(pending, server), 'newer');
    }
    void this.#send();
  }

  /** Nothing of the pictures and marks stays in the browser. */
  #end(): void {
    const { marks, comments, text, refusals } = this.#now;
    const ended: Refusal[] = [
      ...[...marks].flatMap(([key, { mark, seen }]) =>
        MARK_PARTS.filter((part) => mark[part] !== seen[part]).map((part) => this.#refusal('ended', part, key)),
      ),
      ...[...comments.values()].map((each) => this.#refusal('ended', 'comment', each.picture, each.text)),
      ...(text === null ? [] : [this.#refusal('ended', 'text', null, text)]),
    ];
    this.#kept.clear();
    this.#tag = null;
    const nothing = { state: null, isAway: false, isVeiled: false, ...NOTHING_WAITS };
    this.#set({ is: 'gone', ...nothing, refusals: [...refusals, ...ended] });
    history.replaceState(null, '', LINK);
  }

  /** A visit begins with a gesture: whoever only looks whether a link is harmless makes none. */
  #visit(): void {
    const day = new Date().toDateString();
    if (this.#now.is !== 'open' || this.#visited === day) return;
    this.#visited = day;
    void ask('POST', 'visit', {}).then((response) => {
      if (response === null) this.#visited = '';
    });
  }

  /** One after the other, in the order in which they were said; done comes last. */
  async #send(): Promise<void> {
    if (this.#sending || this.#now.is !== 'open') return;
    this.#sending = true;
    try {
      for (;;) {
        const next = this.#next();
        if (!next) return;
        const result = await next();
        if (result === 'away') {
          this.#set({ isAway: true });
          return;
        }
        if (result === 'later') {
          setTimeout(() => void this.#send(), TOO_MANY_MS);
          return;
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  #next(): (() => Promise<Sent>) | null {
    const { is, marks, comments, removed, text, wantsDone } = this.#now;
    if (is !== 'open') return null;
    for (const [key, pending] of marks) return () => this.#sendMark(key, pending);
    for (const comment of comments.values()) return () => this.#sendComment(comment);
    for (const id of removed) return () => this.#sendRemoval(id);
    if (text !== null) return () => this.#sendText(text);
    return wantsDone ? () => this.#sendDone() : null;
  }

  async #sendMark(key: string, pending: PendingMark): Promise<Sent> {
    const { mark, seen, sent } = pending;
    this.#setMark(key, { ...pending, sent: [...sent.filter((each) => !isSame(each, mark)), mark] });
    const body: GuestMark = { ...mark, version: seen.version };
    return this.#say('PUT', `mark/${key}`, body, {
      stored: (answer) => {
        const stored = answer as StoredMark;
        this.#know(key, stored);
        const now = this.#now.marks.get(key);
        if (now) this.#settle(key, merged(now, stored), 'newer');
      },
      refused: ({ why, mark: newer }) => {
        const now = this.#now.marks.get(key) ?? pending;
        const isStuck = this.#tried(key) > MOST_TRIES;
        if (why === 'newer' && newer && !isStuck) {
          this.#know(key, newer);
          this.#settle(key, merged(now, newer), 'newer');
        } else if (why === 'full') {
          const { state } = this.#now;
          const limited = { favorite: state?.most_favorites !== null, verdict: state?.most_yes !== null };
          this.#settle(key, withoutFull({ ...now, sent: [] }, limited), 'full');
        } else {
          const lost = MARK_PARTS.filter((part) => now.mark[part] !== now.seen[part]);
          this.#settle(key, { pending: null, lost }, why);
        }
      },
    });
  }

  async #sendComment({ at: _at, ...comment }: WaitingComment): Promise<Sent> {
    return this.#say('POST', 'comment', comment, {
      stored: (answer) => {
        const stored = answer as ToldComment;
        const { state } = this.#now;
        if (state) {
          const others = state.comments.filter(({ id }) => id !== stored.id);
          this.#set({ state: { ...state, comments: [...others, stored] } });
        }
        this.#forgetComment(comment.id);
      },
      refused: ({ why }) => {
        this.#refuse(this.#refusal(why, 'comment', comment.picture, comment.text));
        this.#forgetComment(comment.id);
      },
    });
  }

  async #sendRemoval(id: string): Promise<Sent> {
    const forget = () => {
      const removed = new Set(this.#now.removed);
      removed.delete(id);
      this.#set({ removed });
      this.#kept.remove(`remove ${id}`);
    };
    return this.#say('DELETE', `comment/${id}`, undefined, {
      stored: () => {
        const { state } = this.#now;
        if (state) this.#set({ state: { ...state, comments: state.comments.filter((each) => each.id !== id) } });
        forget();
      },
      // It is there again, which says enough; and what was gone already is gone.
      refused: forget,
    });
  }

  async #sendText(text: string): Promise<Sent> {
    const forget = () => {
      if (this.#now.text !== text) return;
      this.#set({ text: null });
      this.#kept.remove('text');
    };
    return this.#say(
      'PUT',
      'final-text',
      { text },
      {
        stored: () => {
          const { state } = this.#now;
          if (state) this.#set({ state: { ...state, final_text: text } });
          forget();
        },
        refused: ({ why }) => {
          this.#refuse(this.#refusal(why, 'text', null, text));
          forget();
        },
      },
    );
  }

  async #sendDone(): Promise<Sent> {
    const forget = () => {
      this.#set({ wantsDone: false });
      this.#kept.remove('done');
    };
    return this.#say(
      'POST',
      'done',
      {},
      {
        stored: (answer) => {
          const state = answer as GuestState | null;
          if (state?.is === 'open') this.#learn(state, null);
          forget();
        },
        refused: forget,
      },
    );
  }

  /** What is not there (404) may be the link itself, its door, or this one thing: the state tells. */
  async #say(
    method: 'POST' | 'PUT' | 'DELETE',
    what: string,
    body: object | undefined,
    {
      stored,
      refused,
    }: {
      stored: (answer: unknown) => void;
      refused: (refusal: { why: Refusal['why']; mark?: StoredMark | undefined }) => void;
    },
  ): Promise<Sent> {
    const response = await ask(method, what, body);
    if (response === null) return 'away';
    this.#tag = null;
    this.#said++;
    if (response.ok) {
      this.#set({ isAway: false });
      stored(await told(response));
      this.#tries.delete(what);
      return 'sent';
    }
    if (response.status === 409) {
      const refusal = (await told<GuestRefusal>(response)) ?? { why: 'too-many' };
      if (refusal.why === 'too-many' && this.#tried(what) < MOST_TRIES) return 'later';
      refused(refusal);
      if (refusal.why === 'done') void this.ask();
      return 'sent';
    }
    if (response.status === 429) return 'later';
    if (response.status === 404 || response.status === 401 || response.status === 403) {
      await this.#askNow();
      if (this.#now.is !== 'open' || this.#now.isAway) return 'away';
    }
    refused({ why: 'taken-out' });
    return 'sent';
  }

  #tried(what: string): number {
    const tries = (this.#tries.get(what) ?? 0) + 1;
    this.#tries.set(what, tries);
    return tries;
  }

  #know(key: string, mark: StoredMark): void {
    const { state } = this.#now;
    if (state && (state.marks[key]?.version ?? -1) < mark.version)
      this.#set({ state: { ...state, marks: { ...state.marks, [key]: mark } } });
  }

  #settle(key: string, { pending, lost }: Merged, why: Refusal['why']): void {
    this.#setMark(key, pending);
    for (const part of lost) this.#refuse(this.#refusal(why, part, key));
  }

  #setMark(key: string, pending: PendingMark | null): void {
    const marks = new Map(this.#now.marks);
    if (pending === null) {
      marks.delete(key);
      this.#tries.delete(key);
      this.#kept.remove(`mark ${key}`);
    } else {
      marks.set(key, pending);
      this.#kept.set(`mark ${key}`, pending);
    }
    this.#set({ marks });
  }

  #forgetComment(id: string): void {
    const comments = new Map(this.#now.comments);
    comments.delete(id);
    this.#set({ comments });
    this.#kept.remove(`comment ${id}`);
  }

  #refusal(why: Refusal['why'], what: Refusal['what'], key: string | null, text?: string): Refusal {
    const pictures = this.#now.state?.pictures ?? [];
    const index = pictures.findIndex((each) => each.key === key);
    const name = pictures[index]?.name;
    const picture = index < 0 ? null : { number: index + 1, ...(name !== undefined && { name }) };
    return { id: newId(), why, what, picture, ...(text !== undefined && { text }) };
  }

  #refuse(refusal: Refusal): void {
    const refusals = [...this.#now.refusals, refusal];
    this.#set({ refusals });
    this.#kept.set('refusals', refusals);
  }
}
