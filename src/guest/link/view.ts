import type { GuestComment, GuestPicture, GuestState, ToldComment } from '../../contract/guest-proof.ts';
import type { Mark } from '../../contract/proofs.ts';
import { type MarkPart, type PendingMark, UNMARKED } from './merged.ts';

export type OpenState = GuestState & { is: 'open' };

/** What was not stored, as it is told to the guest. */
export interface Refusal {
  id: string;
  why: 'full' | 'done' | 'newer' | 'too-many' | 'taken-out' | 'ended';
  /** Its name, or which one of all; null: of no picture. */
  picture: { name?: string; number: number } | null;
  what: MarkPart | 'comment' | 'text';
  /** What was written, so that it is not lost. */
  text?: string;
}

export type WaitingComment = GuestComment & { at: number };

/** All that the page shows; never changed, only replaced. */
export interface View {
  /** `gone`: the link leads nowhere, or not any more; `not-secure`: it asks for a password, which is for HTTPS alone. */
  is: 'asking' | 'closed' | 'open' | 'gone' | 'not-secure';
  needs: ('password' | 'name')[];
  state: OpenState | null;
  /** What waits until the server has it. */
  marks: ReadonlyMap<string, PendingMark>;
  comments: ReadonlyMap<string, WaitingComment>;
  removed: ReadonlySet<string>;
  text: string | null;
  wantsDone: boolean;
  isAway: boolean;
  /** The page was away: nothing is shown until the server was asked. */
  isVeiled: boolean;
  refusals: readonly Refusal[];
}

export const NOTHING_WAITS = {
  marks: new Map<string, PendingMark>(),
  comments: new Map<string, WaitingComment>(),
  removed: new Set<string>(),
  text: null,
  wantsDone: false,
};

export const markOf = ({ marks, state }: View, key: string): Mark =>
  marks.get(key)?.mark ?? state?.marks[key] ?? UNMARKED;

/** Waiting marks, too: a limit is said before the server says it. */
export function countOf(view: View, fits: (mark: Mark) => boolean): number {
  return view.state?.pictures.filter(({ key }) => fits(markOf(view, key))).length ?? 0;
}

export const isFavorite = (mark: Mark): boolean => mark.favorite;
export const isYes = (mark: Mark): boolean => mark.verdict === 'yes';

export function commentsOf({ comments, removed, state }: View, picture: string): (ToldComment & { waits: boolean })[] {
  const told = state?.comments.filter((each) => each.picture === picture && !removed.has(each.id)) ?? [];
  const ids = new Set(told.map(({ id }) => id));
  const waiting = [...comments.values()].filter((each) => each.picture === picture && !ids.has(each.id));
  return [
    ...told.map((each) => ({ ...each, waits: false })),
    ...waiting.map(({ id, text, point, at }) => ({
      id,
      picture,
      text,
      point,
      at,
      is_earlier: false,
      by: null,
      waits: true,
    })),
  ];
}

export const waitingCount = ({ marks, comments, removed, text, wantsDone }: View): number =>
  marks.size + comments.size + removed.size + (text === null ? 0 : 1) + (wantsDone ? 1 : 0);

export const isLocked = ({ state, wantsDone }: View): boolean => (state?.is_done ?? true) || wantsDone;

export const hasChanged = ({ here_before }: OpenState, { since, version }: GuestPicture): boolean =>
  here_before !== null && version !== null && since > here_before;
