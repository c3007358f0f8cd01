import type { PanelOption } from '../../../contract/panel.ts';

/**
 * The aspect that a crop keeps, as the module stores it: 0 and 0 freehand, 0 and 1 that of the original image, otherwise the
 * short side and the long one. A negative `ratio_d` turns it. Both -1: not chosen yet, so darktable takes the last one
 * that was chosen in it.
 */
export interface Aspect {
  ratio_n: number;
  ratio_d: number;
}

/** The entry of darktable's list that is stored; -1: none. */
export const entryOf = (options: readonly PanelOption[], { ratio_n, ratio_d }: Aspect): number =>
  options.findIndex(({ set }) => set?.ratio_n === ratio_n && set.ratio_d === Math.abs(ratio_d));

/** Another aspect stays turned as the last one (crop.c, _event_aspect_presets_changed). */
export function chosenAspect({ ratio_n, ratio_d }: Aspect, before: Aspect): Aspect {
  const isTurned = isChosen(before) && before.ratio_d < 0;
  return { ratio_n, ratio_d: isTurned && ratio_d !== 0 ? -ratio_d : ratio_d };
}

/** Turned the other way. null: freehand has no way. */
export const turnedAspect = (aspect: Aspect): Aspect | null =>
  isChosen(aspect) && aspect.ratio_d !== 0 ? { ...aspect, ratio_d: -aspect.ratio_d } : null;

const isChosen = ({ ratio_n }: Aspect) => ratio_n >= 0;

/** More would not fit into what is stored. */
const MOST_DIGITS = 9;

/** What darktable takes when it is typed into the list: `7:6`, `7/6` or a number. null: nothing of these. */
export function typedAspect(text: string): Aspect | null {
  const [, one, other] = /^(\d+)\s*[:/]\s*(\d+)$/.exec(text.trim()) ?? [];
  const [, whole = '', part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const sides = one !== undefined && other !== undefined ? [one, other] : [whole + part, `1${'0'.repeat(part.length)}`];
  const [a, b] = sides.map(Number) as [number, number];
  if (!a || !b || sides.some(({ length }) => length > MOST_DIGITS)) return null;
  const by = greatestDivisor(a, b);
  return { ratio_n: Math.min(a, b) / by, ratio_d: Math.max(a, b) / by };
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** As darktable names an aspect that its list does not have: `7:6 1.17`. */
export const aspectName = ({ ratio_n, ratio_d }: Aspect): string =>
  `${Math.abs(ratio_d)}:${ratio_n} ${(Math.abs(ratio_d) / ratio_n).toFixed(2)}`;

/** What parameters store; -1 where they do not. */
export const aspectOf = (params: Record<string, unknown> | null | undefined): Aspect => ({
  ratio_n: Number(params?.ratio_n ?? -1),
  ratio_d: Number(params?.ratio_d ?? -1),
});
