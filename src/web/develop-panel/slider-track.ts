import type { PanelControl } from '../../contract/panel.ts';
import { shownNumber, storedNumber, type SliderScale } from '../../contract/slider-value.ts';
import { itemAt } from '../item-at.ts';

/** Where the numbers of a slider are on its track; 0 is the left end, 1 the right one. */
export interface SliderTrack {
  positionOf: (stored: number) => number;
  /** The stored value, rounded to the digits that are shown. */
  storedAt: (position: number) => number;
}

/**
 * The track spans the soft range. A value outside it, which somebody typed, widens it (bauhaus.c,
 * dt_bauhaus_slider_set): the knob stays on the track, and what was reached can be reached again.
 */
export function trackOf(
  slider: Pick<PanelControl, 'soft' | 'reversed' | 'curve' | 'factor' | 'shown_offset'>,
  scale: SliderScale,
  present: number,
): SliderTrack {
  const { factor = 1, shown_offset = 0 } = scale;
  // `soft` is of the value before its power, so it is not what `shownNumber` takes.
  const [first, last] = (slider.soft ?? [0, 1]).map((end) => end * factor + shown_offset) as [number, number];
  const shown = shownNumber(scale, present);
  const ends = [first, last, ...(Number.isFinite(shown) ? [shown] : [])];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const isDescending = slider.reversed ? first < last : first > last;
  const [left, right] = isDescending ? [most, least] : [least, most];
  return {
    positionOf: (stored) => {
      const share = right === left ? 0 : (shownNumber(scale, stored) - left) / (right - left);
      return bent(Math.min(Math.max(share, 0), 1) || 0, slider.curve, 'position');
    },
    storedAt: (position) => storedNumber(scale, left + bent(position, slider.curve, 'share') * (right - left)),
  };
}

/** Between a place on the track and the share of the range there: `curve` has the shares at 0, 1/8 … 1. */
function bent(from: number, curve: readonly number[] | undefined, to: 'position' | 'share'): number {
  if (!curve) return from;
  const positions = curve.map((_, at) => at / (curve.length - 1));
  const [given, wanted] = to === 'share' ? [positions, curve] : [curve, positions];
  const at = Math.max(
    1,
    given.findIndex((end) => end >= from),
  );
  const [low, high] = [itemAt(given, at - 1), itemAt(given, at)];
  const between = high === low ? 0 : (from - low) / (high - low);
  const [start, end] = [itemAt(wanted, at - 1), itemAt(wanted, at)];
  return start + between * (end - start);
}
