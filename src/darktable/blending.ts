import {
  BLEND_MASKS,
  BLEND_SPACES,
  type Blending,
  type BlendingPatch,
  type BlendMask,
  type BlendSpace,
} from '../contract/blending.ts';
import { noSuch, type Complaint } from '../platform/complaints.ts';
import { blendModes, modeName, modeNumber } from './blend-modes.ts';
import type { Layout } from './layout.ts';
import { blendLayoutOf } from './layouts.ts';
import { panelModule } from './panels.ts';
import { changedMask, maskShapeOf, storedMask } from './blend-mask.ts';
import type { BlendMaskShape } from '../contract/blend-mask.ts';
import { decodeParams } from './params-decode.ts';
import { patchParams } from './params-patch.ts';

/** The blending of a history entry, shaped like `HistoryRow` of the library. */
export interface BlendedEntry {
  operation: string;
  blendParams: Uint8Array | null;
  blendVersion: number;
}

/** The fields of dt_develop_blend_params_t (blend.h) that are shown and changed here. */
interface StoredBlending {
  mask_mode: number;
  blend_cst: number;
  blend_mode: number;
  blend_parameter: number | null;
  opacity: number | null;
  mask_combine: number;
  raster_mask_invert: boolean;
}
const SHOWN: readonly (keyof StoredBlending)[] = [
  'mask_mode',
  'blend_cst',
  'blend_mode',
  'blend_parameter',
  'opacity',
  'mask_combine',
  'raster_mask_invert',
];

/** DEVELOP_MASK_…: 1 blends at all, 2 takes the drawn mask, 4 the parametric one, 8 that of another module. */
const MASK_MODES: Record<BlendMask, number> = {
  none: 0,
  uniform: 1,
  drawn: 3,
  parametric: 5,
  drawn_and_parametric: 7,
  raster: 9,
};
/** DEVELOP_BLEND_REVERSE, and the bits of the mode itself. */
const [REVERSE, MODE] = [0x8000_0000, 0xff];
/** DEVELOP_COMBINE_INV: drawn and parametric masks are inverted when they are combined. Raster masks have a field of their own. */
const INVERTED = 1;
/** The versions of 420 bytes: 3.4 (10), 4.2 (11) to 5.4 (14). Older ones have no color space. */
const CHANGEABLE = [10, 11, 12, 13, 14];

/** What a step's blending shows; null where darktable stored none, or of a version that is not known. */
export function blendingOf(entry: BlendedEntry): Blending | null {
  const stored = storedBlending(entry);
  if (!stored) return null;
  const space = spaceOf(entry.operation, stored);
  return {
    mask: maskOf(stored.mask_mode),
    opacity: stored.opacity,
    mode: modeName(stored.blend_mode & MODE),
    reversed: (stored.blend_mode & REVERSE) !== 0,
    fulcrum: stored.blend_parameter,
    inverted: isInverted(stored),
    space,
  };
}

/** How the mask of a step is refined, and what a parametric one looks at; null as with `blendingOf`. */
export function maskShape(entry: BlendedEntry): BlendMaskShape | null {
  const [layout, stored] = [layoutOf(entry), storedBlending(entry)];
  return layout && stored && maskShapeOf(storedMask(layout, entry.blendParams!), spaceOf(entry.operation, stored));
}

/** What may be chosen for a step; the stored choices always may. Both are empty for a module without blending. */
export function blendingChoices(entry: BlendedEntry): { masks: BlendMask[]; modes: string[] } {
  const blending = blendingOf(entry);
  if (!blending || whyFixed(entry) !== null) return { masks: [], modes: [] };
  const modes = blending.space ? blendModes(blending.space, entry.blendVersion) : [];
  return {
    masks: BLEND_MASKS.filter((mask) => mask === blending.mask || whyNoMask(entry, mask) === null),
    modes: modes.includes(blending.mode) ? modes : [...modes, blending.mode],
  };
}

/** The stored blending with these changes; every other byte stays. If there are problems, all of them are named. */
export function changedBlending(
  entry: BlendedEntry,
  change: BlendingPatch,
): { params: Uint8Array; problems: null } | { params: null; problems: Complaint[] } {
  const fixed = whyFixed(entry);
  const stored = fixed === null ? storedBlending(entry) : null;
  if (fixed !== null || !stored) return { params: null, problems: [{ path: 'blend', message: fixed ?? '' }] };
  const { mask = maskOf(stored.mask_mode), mode, reversed, opacity, fulcrum, inverted } = change;
  const space = spaceOf(entry.operation, stored);
  const layout = layoutOf(entry)!;
  const shape = changedMask(storedMask(layout, entry.blendParams!), change, space);
  const problems = [
    ...shape.problems,
    ...maskProblems(entry, change, stored),
    ...modeProblems(entry, change, { space, stored }),
    ...(inverted === true && !isMask(mask) && (mask !== 'none' || change.mask !== undefined)
      ? [{ path: 'blend.inverted', message: `there is no mask to invert while the mask is ${mask}` }]
      : []),
    ...(fulcrum !== undefined && space !== 'rgb_scene'
      ? [{ path: 'blend.fulcrum', message: 'only blending in rgb_scene has a fulcrum' }]
      : []),
  ];
  if (problems.length > 0) return { params: null, problems };
  const isReversed = reversed ?? (stored.blend_mode & REVERSE) !== 0;
  const number = mode === undefined ? stored.blend_mode & MODE : modeNumber(mode)!;
  const { blob } = patchParams(layout, entry.blendParams!, {
    ...shape.fields,
    ...(change.mask === undefined || mask === maskOf(stored.mask_mode) ? {} : { mask_mode: MASK_MODES[mask] }),
    // Without a color space, darktable does not blend. Its panel sets it as soon as blending is switched on.
    ...(stored.blend_cst === 0 && mask !== 'none' ? { blend_cst: BLEND_SPACES.indexOf(space!) + 1 } : {}),
    blend_mode: ((stored.blend_mode & ~(REVERSE | MODE)) | number | (isReversed ? REVERSE : 0)) >>> 0,
    ...(opacity === undefined ? {} : { opacity }),
    ...(fulcrum === undefined ? {} : { blend_parameter: fulcrum }),
    ...(inverted === undefined || !isMask(mask)
      ? {}
      : withInversion(mask, { mask_combine: shape.fields.mask_combine ?? stored.mask_combine }, inverted)),
  });
  return { params: blob!, problems: null };
}

/** Whether two stored blendings show the same: a newer darktable writes its own version of the bytes. */
export function isSameBlending(one: BlendedEntry, other: BlendedEntry): boolean {
  if (one.blendVersion === other.blendVersion)
    return Buffer.compare(one.blendParams ?? Buffer.alloc(0), other.blendParams ?? Buffer.alloc(0)) === 0;
  const [first, second] = [storedBlending(one), storedBlending(other)];
  return first !== null && second !== null && SHOWN.every((name) => first[name] === second[name]);
}

/** `entry` with what is shown of another stored blending, in its own version; null where either is not known. */
export function withBlendingOf(entry: BlendedEntry, other: BlendedEntry): Uint8Array | null {
  if (entry.blendVersion === other.blendVersion) return other.blendParams;
  const [layout, stored] = [layoutOf(entry), storedBlending(other)];
  if (!layout || !stored) return null;
  const mask = storedMask(layoutOf(other)!, other.blendParams!);
  return patchParams(layout, entry.blendParams!, { ...stored, ...mask }).blob;
}

const layoutOf = ({ blendParams, blendVersion }: BlendedEntry): Layout | null => {
  const layout = CHANGEABLE.includes(blendVersion) ? blendLayoutOf(blendVersion) : null;
  return layout && layout.size === blendParams?.length ? layout : null;
};

function storedBlending(entry: BlendedEntry): StoredBlending | null {
  const layout = layoutOf(entry);
  if (!layout) return null;
  // Most of the others are values of parametric masks.
  const fields = layout.fields.filter(({ name }) => SHOWN.some((shown) => shown === name));
  return decodeParams({ ...layout, fields }, entry.blendParams!) as unknown as StoredBlending;
}

const isMask = (mask: BlendMask) => mask !== 'none' && mask !== 'uniform';

function isInverted({ mask_mode, mask_combine, raster_mask_invert }: StoredBlending): boolean {
  const mask = maskOf(mask_mode);
  return mask === 'raster' ? raster_mask_invert : isMask(mask) && (mask_combine & INVERTED) !== 0;
}

const withInversion = (
  mask: BlendMask,
  { mask_combine }: Pick<StoredBlending, 'mask_combine'>,
  inverted: boolean,
): Partial<StoredBlending> =>
  mask === 'raster'
    ? { raster_mask_invert: inverted }
    : { mask_combine: ((mask_combine & ~INVERTED) | (inverted ? INVERTED : 0)) >>> 0 };

function maskOf(mode: number): BlendMask {
  if ((mode & 1) === 0) return 'none';
  if ((mode & 8) !== 0) return 'raster';
  const kinds = { 0: 'uniform', 2: 'drawn', 4: 'parametric', 6: 'drawn_and_parametric' } as const;
  return kinds[(mode & 6) as keyof typeof kinds];
}

/** The stored color space; where none was set yet, the one that a new darktable gives the module. */
function spaceOf(operation: string, { blend_cst }: StoredBlending): BlendSpace | null {
  const stored = BLEND_SPACES[blend_cst - 1];
  if (stored) return stored;
  const area = panelModule(operation)?.blending;
  return area === 'rgb' ? 'rgb_scene' : (area ?? null);
}

/** Why blending cannot be changed at all; null when it can. */
function whyFixed(entry: BlendedEntry): string | null {
  const module = panelModule(entry.operation);
  if (module && module.blending === undefined) return `${entry.operation} has no blending`;
  if (!entry.blendParams || entry.blendParams.length === 0)
    return `darktable has stored no blending for this step of ${entry.operation}. Change it in the darkroom first`;
  if (!layoutOf(entry))
    return `version ${entry.blendVersion} of blending cannot be changed here. Change it in the darkroom first`;
  if (!module && spaceOf(entry.operation, storedBlending(entry)!) === null)
    return `it is not known how ${entry.operation} blends`;
  return null;
}

/** Why a step cannot have a kind of mask; null when it can. */
function whyNoMask(entry: BlendedEntry, mask: BlendMask): string | null {
  const stored = decodeParams(layoutOf(entry)!, entry.blendParams!);
  const isDrawn = mask === 'drawn' || mask === 'drawn_and_parametric';
  const isParametric = mask === 'parametric' || mask === 'drawn_and_parametric';
  if ((isDrawn || mask === 'raster') && panelModule(entry.operation)?.no_masks)
    return `${entry.operation} takes no ${isDrawn ? 'drawn' : 'raster'} mask`;
  if (isParametric && spaceOf(entry.operation, stored as unknown as StoredBlending) === 'raw')
    return `${entry.operation} works on raw data and takes no parametric mask`;
  if (isDrawn && stored.mask_id === 0) return 'no shape is drawn for this module. Draw one in the darkroom first';
  if (mask === 'raster' && stored.raster_mask_source === '')
    return 'no raster mask is chosen for this module. Choose one in the darkroom first';
  return null;
}

function maskProblems(entry: BlendedEntry, change: BlendingPatch, stored: StoredBlending): Complaint[] {
  const present = maskOf(stored.mask_mode);
  if (change.mask !== undefined) {
    const why = change.mask === present ? null : whyNoMask(entry, change.mask);
    return why === null ? [] : [{ path: 'blend.mask', message: why }];
  }
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  if (present !== 'none') return [];
  return changes.map(([name]) => ({
    path: `blend.${name}`,
    message: `blending of ${entry.operation} is off. Send a mask as well, such as uniform`,
  }));
}

function modeProblems(
  entry: BlendedEntry,
  { mode }: BlendingPatch,
  { space, stored }: { space: BlendSpace | null; stored: StoredBlending },
): Complaint[] {
  if (mode === undefined || space === null) return [];
  const modes = blendModes(space, entry.blendVersion);
  const number = modeNumber(mode);
  if (number === null) return [{ path: 'blend.mode', message: noSuch('blend mode', mode, modes) }];
  if (number === (stored.blend_mode & MODE) || modes.includes(modeName(number))) return [];
  return [
    { path: 'blend.mode', message: `${modeName(number)} is not a mode of ${space}. There are ${modes.join(', ')}` },
  ];
}
