import type { Size } from '../detail/zoom.ts';

/** The most that can be told apart side by side. */
export const MOST_PANES = 4;
/** Between two panes. */
const GAP_PX = 2;
/** Below the picture: its name, its marks, its exposure. */
export const FOOT_PX = 40;

/** Side by side on a wide stage, stacked on a tall one, four in a square. */
export function columnsFor(count: number, stage: Size): number {
  if (count === 4) return 2;
  return stage.width >= stage.height ? count : 1;
}

/** The room for the picture of each pane. */
export function paneRoom(count: number, stage: Size): Size {
  const columns = columnsFor(count, stage);
  const rows = Math.ceil(count / columns);
  return {
    width: Math.floor((stage.width - GAP_PX * (columns - 1)) / columns),
    height: Math.floor((stage.height - GAP_PX * (rows - 1)) / rows) - FOOT_PX,
  };
}

/** The pictures to compare first: the burst, or the set, from this one on; else the next ones in the list. */
export function firstPanes(
  index: number,
  ids: Int32Array,
  burst: { first: number; last: number },
  count: number,
): number[] {
  const size = burst.last - burst.first + 1;
  const from =
    size >= count ? Math.min(index, burst.last - count + 1) : Math.min(index, Math.max(0, ids.length - count));
  return [...ids.subarray(from, from + count)];
}
