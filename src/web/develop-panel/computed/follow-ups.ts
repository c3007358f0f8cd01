import { agxFollowUps } from './agx.ts';
import { cropFollowUps } from './crop-margins.ts';
import { filmicFollowUps } from './filmic.ts';
import { illuminantFollowUps } from './illuminant.ts';
import { localContrastFollowUps } from './local-contrast.ts';
import { perspectiveFollowUps } from './perspective/automatic-crop.ts';
import type { PictureFacts } from './picture-facts.ts';
import type { FollowUps, Stored } from './stored.ts';

/** White balance in 5.x: the multipliers are the user's own. */
export const USER_SET = 2;

const BY_MODULE: Record<string, FollowUps> = {
  agx: agxFollowUps,
  ashift: perspectiveFollowUps,
  bilat: localContrastFollowUps,
  crop: cropFollowUps,
  channelmixerrgb: illuminantFollowUps,
  filmicrgb: filmicFollowUps,
  // 5.x notes which entry of the list the multipliers are from; moved by hand they are the user's.
  temperature: (field) => (field === 'preset' ? {} : { preset: USER_SET }),
};

/**
 * lens: until one of these is set, darktable puts the lens of the picture into the parameters whenever it loads them.
 */
const NOTES_A_CHANGE = ['has_been_set', 'modified'];

/**
 * Everything that is stored when a control is moved: its own field, and those that follow it. `alsoSets` is what the
 * panel says of the control; a field that this version of the module does not have is left alone.
 */
export function changesOf(
  operation: string,
  { field, to, alsoSets = [] }: { field: string; to: number; alsoSets?: readonly string[] },
  stored: Stored,
  facts: PictureFacts = {},
): Record<string, number> {
  const own = BY_MODULE[operation]?.(field, to, stored, facts) ?? {};
  // The facts were read while the crop was freehand.
  const known = Object.entries(own).filter(([name]) => operation === 'crop' || alsoSets.includes(name));
  const noted = alsoSets.filter((name) => NOTES_A_CHANGE.includes(name)).map((name) => [name, 1] as const);
  return { [field]: to, ...Object.fromEntries([...known, ...noted]) };
}
