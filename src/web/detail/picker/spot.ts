import type { PanelControl } from '../../../contract/panel.ts';

/** exposure's spot mapping; 5.x calls it area. Nothing of it is stored. */
const MODES = ['spot mode', 'area mode'];
const MEASURE = 1;
/** The lightness of the area that was picked last stands under this name. */
export const SPOT_INPUT = 'spot input';

export const isSpotMode = (operation: string, { kind, label = '' }: PanelControl): boolean =>
  operation === 'exposure' && kind === 'combobox' && MODES.includes(label);
export const isMeasuring = (position: (label: string) => number | undefined): boolean =>
  MODES.some((label) => position(label) === MEASURE);

/** Where darktable tells the lightness that it picked. */
export const isSpotInput = (operation: string, { kind, section }: PanelControl): boolean =>
  operation === 'exposure' && kind === 'label' && section === 'input';
