import type {
  GuestComment,
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
import type { OpenState, Refusal, WaitingComment } from './view.ts';
import type { ViewStore } from './view-store.ts';

/** After more than anybody makes in a minute. */
const TOO_MANY_MS = 30_000;
const MOST_TRIES = 4;

type Sent = 'sent' | 'away' | 'later';

/** What an answer may mean for the link as a whole. */
export interface Line {
  /** Something was answered: a state that was asked for before is an old one. */
  heard(): void;
  learn(state: GuestState): void;
  ask(): Promise<void>;
  /** Not the question that is on its way already. */
  askNow(): Promise<void>;
}

/** What the guest said and the server does not have yet: kept in this browser, sent in its order, and told where it is refused. */
export class Outbox {
  readonly #view: ViewStore;
  readonly #line: Line;
  readonly #kept = new Keeping(LINK);
  readonly #tries = new Map<string, number>();
  #sending = false;

  constructor(view: ViewStore, line: Line) {
    this.#view = view;
    this.#line = line;
  }

  mark(key: string, change: Partial<Mark>): void {
    const before = this.#view.now.marks.get(key);
    const seen: StoredMark = before?.seen ?? this.#view.now.state?.marks[key] ?? { ...UNMARKED, version: 0 };
    const mark = { ...(before?.mark ?? plain(seen)), ...change };
    const sent = before?.sent ?? [];
    this.#setMark(key, sent.length === 0 && isSame(mark, seen) ? null : { mark, seen, sent });
    void this.send();
  }

  comment(comment: Omit<GuestComment, 'id'>): void {
    const waiting: WaitingComment = { ...comment, id: newId(), at: Date.now() };
    this.#view.set({ comments: new Map(this.#view.now.comments).set(waiting.id, waiting) });
    this.#kept.set(`comment ${waiting.id}`, waiting);
    void this.send();
  }

  removeComment(id: string): void {
    if (this.#view.now.comments.has(id)) this.#forgetComment(id);
    this.#view.set({ removed: new Set(this.#view.now.removed).add(id) });
    this.#kept.set(`remove ${id}`, true);
    void this.send();
  }

  write(text: string): void {
    this.#view.set({ text });
    this.#kept.set('text', text);
    void this.send();
  }

  finish(): void {
    this.#view.set({ wantsDone: true });
    this.#kept.set('done', true);
    void this.send();
  }

  /** The guest has read what was not stored. */
  dismissRefusals(): void {
    this.#view.set({ refusals: [] });
    this.#kept.remove('refusals');
  }

  /** What this browser has kept from before. */
  restore(): void {
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
    this.#view.set({
      marks,
      comments,
      removed,
      text: (kept.get('text') as string | undefined) ?? null,
      wantsDone: kept.has('done'),
      refusals: (kept.get('refusals') as Refusal[] | undefined) ?? [],
    });
  }

  /** The server says what it has: of what waits, each part by itself is kept, or given up. */
  settle(state: OpenState): void {
    for (const [key, pending] of this.#view.now.marks) {
      const server = state.marks[key];
      if (server) this.#settle(key, merged(pending, server), 'newer');
    }
  }

  /** It cannot be said any more. Nothing of it stays in the browser. */
  giveUp(): Refusal[] {
    const { marks, comments, text, refusals } = this.#view.now;
    const ended: Refusal[] = [
      ...[...marks].flatMap(([key, { mark, seen }]) =>
        MARK_PARTS.filter((part) => mark[part] !== seen[part]).map((part) => this.#refusal('ended', part, key)),
      ),
      ...[...comments.values()].map((each) => this.#refusal('ended', 'comment', each.picture, each.text)),
      ...(text === null ? [] : [this.#refusal('ended', 'text', null, text)]),
    ];
    this.#kept.clear();
    return [...refusals, ...ended];
  }

  /** One after the other, in the order in which they were said; done comes last. */
  async send(): Promise<void> {
    if (this.#sending || this.#view.now.is !== 'open') return;
    this.#sending = true;
    try {
      for (;;) {
        const next = this.#next();
        if (!next) return;
        const result = await next();
        if (result === 'away') {
          this.#view.set({ isAway: true });
          return;
        }
        if (result === 'later') {
          setTimeout(() => void this.send(), TOO_MANY_MS);
          return;
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  #next(): (() => Promise<Sent>) | null {
    const { is, marks, comments, removed, text, wantsDone } = this.#view.now;
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
        const now = this.#view.now.marks.get(key);
        if (now) this.#settle(key, merged(now, stored), 'newer');
      },
      refused: ({ why, mark: newer }) => {
        const now = this.#view.now.marks.get(key) ?? pending;
        const isStuck = this.#tried(key) > MOST_TRIES;
        if (why === 'newer' && newer && !isStuck) {
          this.#know(key, newer);
          this.#settle(key, merged(now, newer), 'newer');
        } else if (why === 'full') {
          const { state } = this.#view.now;
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
        const { state } = this.#view.now;
        if (state) {
          const others = state.comments.filter(({ id }) => id !== stored.id);
          this.#view.set({ state: { ...state, comments: [...others, stored] } });
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
      const removed = new Set(this.#view.now.removed);
      removed.delete(id);
      this.#view.set({ removed });
      this.#kept.remove(`remove ${id}`);
    };
    return this.#say('DELETE', `comment/${id}`, undefined, {
      stored: () => {
        const { state } = this.#view.now;
        if (state) this.#view.set({ state: { ...state, comments: state.comments.filter((each) => each.id !== id) } });
        forget();
      },
      // It is there again, which says enough; and what was gone already is gone.
      refused: forget,
    });
  }

  async #sendText(text: string): Promise<Sent> {
    const forget = () => {
      if (this.#view.now.text !== text) return;
      this.#view.set({ text: null });
      this.#kept.remove('text');
    };
    return this.#say(
      'PUT',
      'final-text',
      { text },
      {
        stored: () => {
          const { state } = this.#view.now;
          if (state) this.#view.set({ state: { ...state, final_text: text } });
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
      this.#view.set({ wantsDone: false });
      this.#kept.remove('done');
    };
    return this.#say(
      'POST',
      'done',
      {},
      {
        stored: (answer) => {
          const state = answer as GuestState | null;
          if (state?.is === 'open') this.#line.learn(state);
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
    this.#line.heard();
    if (response.ok) {
      this.#view.set({ isAway: false });
      stored(await told(response));
      this.#tries.delete(what);
      return 'sent';
    }
    if (response.status === 409) {
      const refusal = (await told<GuestRefusal>(response)) ?? { why: 'too-many' };
      if (refusal.why === 'too-many' && this.#tried(what) < MOST_TRIES) return 'later';
      refused(refusal);
      if (refusal.why === 'done') void this.#line.ask();
      return 'sent';
    }
    if (response.status === 429) return 'later';
    if (response.status === 404 || response.status === 401 || response.status === 403) {
      await this.#line.askNow();
      if (this.#view.now.is !== 'open' || this.#view.now.isAway) return 'away';
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
    const { state } = this.#view.now;
    if (state && (state.marks[key]?.version ?? -1) < mark.version)
      this.#view.set({ state: { ...state, marks: { ...state.marks, [key]: mark } } });
  }

  #settle(key: string, { pending, lost }: Merged, why: Refusal['why']): void {
    this.#setMark(key, pending);
    for (const part of lost) this.#refuse(this.#refusal(why, part, key));
  }

  #setMark(key: string, pending: PendingMark | null): void {
    const marks = new Map(this.#view.now.marks);
    if (pending === null) {
      marks.delete(key);
      this.#tries.delete(key);
      this.#kept.remove(`mark ${key}`);
    } else {
      marks.set(key, pending);
      this.#kept.set(`mark ${key}`, pending);
    }
    this.#view.set({ marks });
  }

  #forgetComment(id: string): void {
    const comments = new Map(this.#view.now.comments);
    comments.delete(id);
    this.#view.set({ comments });
    this.#kept.remove(`comment ${id}`);
  }

  #refusal(why: Refusal['why'], what: Refusal['what'], key: string | null, text?: string): Refusal {
    const pictures = this.#view.now.state?.pictures ?? [];
    const index = pictures.findIndex((each) => each.key === key);
    const name = pictures[index]?.name;
    const picture = index < 0 ? null : { number: index + 1, ...(name !== undefined && { name }) };
    return { id: newId(), why, what, picture, ...(text !== undefined && { text }) };
  }

  #refuse(refusal: Refusal): void {
    const refusals = [...this.#view.now.refusals, refusal];
    this.#view.set({ refusals });
    this.#kept.set('refusals', refusals);
  }
}
