import type { BlendSpace } from '../contract/blending.ts';
import type { PanelControl } from '../contract/panel.ts';
import { blendLayoutOf } from './layouts.ts';
import { blendingPanel } from './panels.ts';

/**
 * The facts have no panel of a module that blends in display RGB. It offers the modes of raw data and these
 * (develop/blend_gui.c).
 */
const DISPLAY_MODES: Record<string, number> = {
  'RGB red channel': 33,
  'RGB green channel': 34,
  'RGB blue channel': 35,
  'HSV value': 28,
  'HSV color': 29,
  lightness: 16,
  chromaticity: 17,
  hue: 18,
  color: 19,
  coloradjustment: 22,
};

const AREAS = { raw: 'raw', lab: 'lab', rgb_display: 'raw', rgb_scene: 'rgb' } as const;
/** The versions of blending with facts: of darktable 4.2 and 5.4. */
const [OLDER, NEWER] = [11, 14];

/** The modes that darktable offers in a color space, in its order. */
export function blendModes(space: BlendSpace, version: number): string[] {
  const panel = blendingPanel(version <= OLDER ? OLDER : NEWER)!;
  const offered = options(panel.areas[AREAS[space]]).map(({ label }) => label);
  return space === 'rgb_display' ? [...offered, ...Object.keys(DISPLAY_MODES)] : offered;
}

/** darktable's name for a stored mode; the name in its source for one that no panel offers any more. */
export const modeName = (number: number): string => (named ??= namedModes()).get(number) ?? `mode ${number}`;

let named: Map<number, string> | null = null;
/** Of several names of a number, the first. */
const namedModes = () =>
  new Map([...names(), ...Object.entries(constants())].map(([name, number]) => [number, name] as const).toReversed());

/** The stored number of a mode, by the name that the panel shows or the one in darktable's source; null: no such mode. */
export function modeNumber(name: string): number | null {
  const asked = name.trim().toLowerCase();
  for (const [known, number] of [...names(), ...Object.entries(constants())])
    if (known.toLowerCase() === asked) return number;
  return null;
}

let shown: Map<string, number> | null = null;

function names(): Map<string, number> {
  shown ??= new Map([
    ...Object.values(blendingPanel(NEWER)!.areas).flatMap((controls) =>
      options(controls).map(({ label, value }) => [label, value] as const),
    ),
    ...Object.entries(DISPLAY_MODES),
  ]);
  return shown;
}

function options(controls: readonly PanelControl[]): { label: string; value: number }[] {
  const { options: offered = [] } = controls.find(({ field }) => field === 'blend_mode')!;
  return offered.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}

function constants(): Record<string, number> {
  const field = blendLayoutOf(NEWER)!.fields.find(({ name }) => name === 'blend_mode')!;
  return field.type === 'u32' ? (field.values ?? {}) : {};
}
