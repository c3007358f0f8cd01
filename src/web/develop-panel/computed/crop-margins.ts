import type { FollowUps } from './stored.ts';

const SIDES: Record<string, 'low' | 'high'> = { cx: 'low', cy: 'low', cw: 'high', ch: 'high' };
type Side = readonly [low: number, high: number];

/**
 * A margin of the crop (crop.c, gui_changed and _aspect_apply): where an aspect is kept, the other sides grow or shrink around their middle.
 * What leaves the picture is cut off, and the margin gives way. The frame has its aspect already, so the proportion of its shares stays.
 */
export const cropFollowUps: FollowUps = (field, to, stored) => {
  const end = SIDES[field];
  const isFree = stored('ratio_n') < 0 || stored('ratio_d') === 0;
  const [column, row]: [Side, Side] = [
    [stored('cx'), stored('cw')],
    [stored('cy'), stored('ch')],
  ];
  const isColumn = field === 'cx' || field === 'cw';
  const [own, other] = isColumn ? [column, row] : [row, column];
  const wanted: Side = end === 'low' ? [to, own[1]] : [own[0], to];
  if (!end || isFree || own[1] <= own[0] || other[1] <= other[0] || wanted[1] <= wanted[0]) return {};
  const length = ((wanted[1] - wanted[0]) * (other[1] - other[0])) / (own[1] - own[0]);
  const middle = (other[0] + other[1]) / 2;
  const [low, high] = [Math.max(middle - length / 2, 0), Math.min(middle + length / 2, 1)];
  const left = ((wanted[1] - wanted[0]) * (high - low)) / length;
  const moved: Side = end === 'low' ? [wanted[1] - left, wanted[1]] : [wanted[0], wanted[0] + left];
  return isColumn
    ? { cx: moved[0], cw: moved[1], cy: low, ch: high }
    : { cx: low, cw: high, cy: moved[0], ch: moved[1] };
};
