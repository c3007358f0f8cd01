import type { ParamField } from '../../../../contract/modules.ts';

/** By module: the fields that darktable edits only in its drawing, which the page does not have. */
const DRAWN: Record<string, readonly string[]> = {
  colorcorrection: ['hia', 'hib', 'loa', 'lob'],
  levels: ['levels'],
  monochrome: ['a', 'b'],
  relight: ['center'],
  rgblevels: ['levels'],
  zonesystem: ['size', 'zone'],
};

/** The handles of levels, the spot of monochrome: they stay reachable by their numbers. */
export const drawnFields = (operation: string, fields: readonly ParamField[]): ParamField[] =>
  fields.filter(({ name }) => DRAWN[operation]?.includes(name));
