import type { FollowUps } from './stored.ts';

/**
 * filmic rgb (filmicrgb.c, gui_changed): the scaling stretches white and black, the gray point moves them against each
 * other, and with automatic hardness the output power keeps middle gray where it is.
 */
export const filmicFollowUps: FollowUps = (field, to, stored) => {
  if (field === 'reconstruct_threshold' || field === 'reconstruct_feather')
    return { enable_highlight_reconstruction: 1 };
  if (!MOVES_THE_RANGE.includes(field)) return {};
  const range = rangeAfter(field, to, stored);
  const isAuto = (field === 'auto_hardness' ? to : stored('auto_hardness')) !== 0;
  return {
    ...(STRETCHES.includes(field) && { white_point_source: range.white, black_point_source: range.black }),
    ...(isAuto && { output_power: hardness({ grey: stored('grey_point_target'), ...range }) }),
  };
};

const STRETCHES = ['security_factor', 'grey_point_source'];
const MOVES_THE_RANGE = [...STRETCHES, 'auto_hardness', 'white_point_source', 'black_point_source'];

function rangeAfter(field: string, to: number, stored: (field: string) => number): { white: number; black: number } {
  const [white, black] = [stored('white_point_source'), stored('black_point_source')];
  const before = stored(field);
  switch (field) {
    case 'security_factor': {
      const ratio = 1 + (to - before) / (before + 100);
      return { white: white * ratio, black: black * ratio };
    }
    case 'grey_point_source': {
      const stops = Math.log2(before / to);
      return { white: white + stops, black: black - stops };
    }
    case 'white_point_source':
      return { white: to, black };
    case 'black_point_source':
      return { white, black: to };
    default:
      return { white, black };
  }
}

/** The output power at which middle gray (in percent) is shown as itself. */
export const hardness = ({ grey, white, black }: { grey: number; white: number; black: number }) =>
  Math.log(grey / 100) / Math.log(-black / (white - black));
