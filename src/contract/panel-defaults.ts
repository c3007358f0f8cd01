import type { PanelControl } from './panel.ts';

/** What darktable's defaults depend on, as far as it is known. */
export interface DefaultsOf {
  isRaw: boolean;
  /** The number of the module's instance: 0 for the first. */
  instance: number;
  /** darktable's workflow; a new darktable has the scene-referred one. */
  isSceneReferred?: boolean;
  /** What darktable told of this picture, by field; undefined: nothing of it. */
  told?: ((field: string) => number | undefined) | undefined;
}

/**
 * What darktable's reset would store in a control's field. undefined: only darktable knows, because it works the value
 * out for each picture, or the control has none.
 */
export function knownDefault(
  { field, default: value, default_needs: needs, default_otherwise: otherwise, power }: PanelControl,
  { isRaw, instance, isSceneReferred = true, told }: DefaultsOf,
): number | undefined {
  const own = field === undefined ? undefined : told?.(field);
  if (own !== undefined) return own;
  const isUsual = isRaw && instance === 0 && isSceneReferred;
  if (needs === 'workflow' && !isUsual) return otherwise;
  if (value === undefined || needs === 'picture' || needs === 'preferences') return undefined;
  return power ? power.base ** (value + power.plus) : value;
}
