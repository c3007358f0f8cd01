import type { PanelControl } from '../../../../contract/panel.ts';

/** They look for lines, or a chart, in the picture that is on the screen of the darkroom. */
const ONLY_THERE: Record<string, readonly string[]> = {
  ashift: ['structure', 'fit'],
  channelmixerrgb: ['calibrate with a color checker'],
};

/** darktable's names of the parts of a module that need its darkroom; only those that this version has. */
export const onlyThere = (operation: string, controls: readonly PanelControl[]): string[] =>
  (ONLY_THERE[operation] ?? []).filter((part) => controls.some(({ label }) => label === part));
