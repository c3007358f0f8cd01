import type { NoiseProfiles } from '../../../contract/noise-profiles.ts';
import type { PanelControl, PanelOption } from '../../../contract/panel.ts';
import { type ComputedControl, type Known, positionNow } from './computed-control.ts';

/** In place of the first value: darktable looks the profile up when it renders, whatever the others are. */
const isLookedUp = (stored: Known) => stored('a[0]') === -1;

const setOf = ({ a, b }: { a: readonly number[]; b: readonly number[] }): PanelOption['set'] =>
  Object.fromEntries([
    ...a.map((value, at) => [`a[${at}]`, value] as const),
    ...b.map((value, at) => [`b[${at}]`, value] as const),
  ]);

/**
 * The list of denoise (profiled) as it is for this picture, in the place of the sample's.
 *
 * @param automatic What the first entry is called.
 */
export function withOwnProfiles(
  controls: readonly PanelControl[],
  { automatic: first, profiles }: Pick<NoiseProfiles, 'automatic' | 'profiles'>,
  automatic: string,
): readonly PanelControl[] {
  const own: PanelOption[] = profiles.map((profile) => ({ label: profile.name, set: setOf(profile) }));
  const options = first ? [{ label: automatic, set: setOf(first) }, ...own] : own;
  return controls.map((control) => (control.label === 'profile' ? { ...control, options } : control));
}

/** null: the profiles of the camera are not known. */
export function noiseProfile({ options = [] }: PanelControl, stored: Known): ComputedControl | null {
  if (!options.some(({ set }) => set)) return null;
  return {
    value: isLookedUp(stored) ? 0 : positionNow(options, stored),
    changesTo: (position) => options[position]?.set ?? {},
  };
}
