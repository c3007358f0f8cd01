import { storedAt } from '../../../../contract/stored-values.ts';
import type { ParamField } from '../../../../contract/modules.ts';

/** Black, gray and white, from 0 to 1. */
export type Levels = readonly [black: number, gray: number, white: number];
export const LEVELS = ['black', 'gray', 'white'] as const;

/** darktable keeps its handles this far apart. */
const APART = 0.05;

/** Moves one of them, but not past its neighbors. Gray keeps its place between the others, as in darktable. */
export function movedLevels(levels: Levels, at: number, to: number): Levels {
  const [black, gray, white] = levels;
  const share = white > black ? Math.min(1 - APART, Math.max(APART, (gray - black) / (white - black))) : 0.5;
  // The narrowest range in which gray keeps away from both.
  const range = APART / Math.min(share, 1 - share);
  const [low, high] = [
    [0, white - range],
    [black + APART, white - APART],
    [black + range, 1],
  ][at] as [number, number];
  if (low > high) return levels;
  const place = Math.min(high, Math.max(low, to));
  if (at === 1) return [black, place, white];
  const [from, end] = at === 0 ? [place, white] : [black, place];
  return [from, from + share * (end - from), end];
}

export interface LevelsOf {
  /** R, G or B, where each has its own. */
  channel: string | null;
  fields: readonly [string, string, string];
}

export const hasLevels = (operation: string): boolean => ['levels', 'rgblevels'].includes(operation);

/** The handles that darktable draws for a module with these parameters; none where it works them out of the picture. */
export function levelsOf(
  operation: string,
  params: Record<string, unknown>,
  fields: readonly ParamField[],
): LevelsOf[] {
  const stored = (field: string) => storedAt(params, fields, field);
  const of = (name: string, channel: string | null): LevelsOf => ({
    channel,
    fields: [`${name}[0]`, `${name}[1]`, `${name}[2]`],
  });
  const known = ({ fields: own }: LevelsOf) => own.every((field) => stored(field) !== undefined);
  if (operation === 'levels') return stored('mode') === 0 ? [of('levels', null)].filter(known) : [];
  if (operation !== 'rgblevels') return [];
  const isLinked = stored('autoscale') === 0;
  return (isLinked ? [null] : ['R', 'G', 'B']).map((channel, at) => of(`levels[${at}]`, channel)).filter(known);
}
