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

type Three = readonly [number, number, number];

/** In the order in which darktable stores them: how filmic rgb keeps colors. The two before luminance see the largest channel. */
function normOf(rgb: Three, method: number): number {
  const [squares, cubes] = [2, 3].map((power) => rgb.reduce((sum, value) => sum + Math.abs(value) ** power, 0)) as [
    number,
    number,
  ];
  switch (method) {
    case 1:
      return Math.max(...rgb);
    case 3:
      return squares === 0 ? 0 : cubes / squares;
    case 4:
      return Math.sqrt(squares);
    case 5:
      return Math.sqrt(squares / 3);
    default:
      return 0.279041 * rgb[0] + 0.675338 * rgb[1] + 0.045621 * rgb[2];
  }
}

const within = (value: number, least: number, most: number) =>
  Number.isNaN(value) ? least : Math.min(Math.max(value, least), most);

/** What the pickers of filmic rgb store (filmicrgb.c, apply_auto_grey and those after it). */
export function filmicPicked(what: 'gray' | 'white' | 'black' | 'all') {
  return (
    { rgb }: { rgb: { mean: Three; min: Three; max: Three } },
    stored: (field: string) => number | undefined,
  ): Record<string, number> | null => {
    const of = (field: string) => stored(field) ?? NaN;
    let [grey, white, black] = [of('grey_point_source'), of('white_point_source'), of('black_point_source')];
    if (what === 'gray' || (what === 'all' && stored('custom_grey'))) {
      const next = within(50 * normOf(rgb.mean, of('preserve_color')), 0.001, 100);
      if (what === 'gray') {
        const stops = Math.log2(grey / next);
        [white, black] = [white + stops, black - stops];
      }
      grey = next;
    }
    const margin = 1 + of('security_factor') / 100;
    const stopsOf = (color: Three) => Math.log2(Math.max(...color) / (grey / 100));
    if (what === 'white' || what === 'all') white = within(stopsOf(rgb.max), 1, 16) * margin;
    if (what === 'black' || what === 'all') black = Math.max(within(stopsOf(rgb.min), -16, -1) * margin, -16);
    const picked = {
      grey_point_source: grey,
      white_point_source: white,
      black_point_source: black,
      output_power: hardness({ grey: of('grey_point_target'), white, black }),
    };
    return Object.values(picked).every(Number.isFinite) ? picked : null;
  };
}
