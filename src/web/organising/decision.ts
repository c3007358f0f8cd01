import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import type { ImageRecord } from '../../contract/image-record.ts';

/** What a key or a button asks for. A `pressed` star may clear: see docs/decisions/0017-a-star-pressed-twice.md. */
export type MarkWish = { stars: number } | { pressed: number } | 'reject' | ColorLabel;

export type Decision =
  { is: 'rated'; stars: number } | { is: 'rejected'; on: boolean } | { is: 'labelled'; label: ColorLabel; on: boolean };

type Marked = Pick<ImageRecord, 'rating' | 'color_labels'>;
type Toggle = Exclude<MarkWish, { stars: number }>;

const has = (image: Marked, toggled: Toggle) =>
  typeof toggled === 'object'
    ? image.rating === toggled.pressed
    : toggled === 'reject'
      ? image.rating < 0
      : image.color_labels.includes(toggled);

export function decisionOf(wish: MarkWish, on: boolean): Decision {
  if (wish === 'reject') return { is: 'rejected', on };
  if (typeof wish === 'string') return { is: 'labelled', label: wish, on };
  if ('stars' in wish) return { is: 'rated', stars: wish.stars };
  return { is: 'rated', stars: on ? wish.pressed : 0 };
}

/**
 * Rejects, labels and the first star toggle as in darktable: if all pictures have it, all lose it, else all get it. null if that depends on
 * pictures whose records are not here; `known` are the others, out of `count`.
 */
export function decide(wish: MarkWish, known: readonly Marked[], count: number): Decision | null {
  if (typeof wish === 'object' && ('stars' in wish || wish.pressed !== 1)) return decisionOf(wish, true);
  if (known.some((image) => !has(image, wish))) return decisionOf(wish, true);
  return known.length === count ? decisionOf(wish, false) : null;
}

export function changeOf(decision: Decision): ImageChange {
  if (decision.is === 'rated') return { rating: decision.stars };
  if (decision.is === 'rejected') return { rejected: decision.on };
  return { color_labels: { [decision.on ? 'add' : 'remove']: [decision.label] } };
}

export const labelOfKey = (key: string): ColorLabel | undefined =>
  /^F[1-5]$/.test(key) ? COLOR_LABELS[Number(key[1]) - 1] : undefined;
