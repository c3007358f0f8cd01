import type { FollowUps } from './stored.ts';

/**
 * AgX (agx.c, gui_changed): the pivot is stored as a share of the range between black and white, so it moves when they
 * do, and stays at its exposure; the scaling stretches both.
 */
export const agxFollowUps: FollowUps = (field, to, stored) => {
  const [black, white] = [stored(BLACK), stored(WHITE)];
  const pivot = black + stored('curve_pivot_x') * (white - black);
  const pivotIn = (least: number, most: number) => ({
    curve_pivot_x: (Math.min(Math.max(pivot, least), most) - least) / (most - least),
  });
  switch (field) {
    case BLACK:
      return pivotIn(to, white);
    case WHITE:
      return pivotIn(black, to);
    case 'dynamic_range_scaling': {
      const before = stored('dynamic_range_scaling');
      const ratio = 1 + (to - before) / (before + 1);
      return { [BLACK]: black * ratio, [WHITE]: white * ratio, ...pivotIn(black * ratio, white * ratio) };
    }
    default:
      return {};
  }
};

const BLACK = 'range_black_relative_ev';
const WHITE = 'range_white_relative_ev';
