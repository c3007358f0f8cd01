import type { FollowUps } from './stored.ts';

const BILATERAL_GRID = 0;

/**
 * Local contrast (bilat.c, gui_changed): both modes keep their two sliders in the same two fields, which mean other
 * things in each. The other mode starts with its defaults, as in darktable.
 */
export const localContrastFollowUps: FollowUps = (field, to) => {
  if (field !== 'mode') return {};
  return to === BILATERAL_GRID ? { sigma_r: 20, sigma_s: 50 } : { sigma_r: 0.5, sigma_s: 0.5 };
};
