import type { Libdarktable } from './libdarktable.ts';

/**
 * Where a develop keeps its list of modules, and a module (dt_iop_module_t) what is read of it: offsets in bytes on x86-64. 5.0 was not
 * looked at. `hidesSwitch`: hide_enable_button; null: not known.
 */
export interface Places {
  modules: bigint;
  operation: number;
  hidesSwitch: number | null;
  isEnabled: number;
  isOnByDefault: number;
  params: number;
  defaultParams: number;
  size: number;
  blendParams: number;
  defaultBlendParams: number;
  instance: number;
}
const PLACES: Readonly<Record<string, Places>> = {
  '4.2': {
    ...{
      modules: 1968n,
      operation: 488,
      hidesSwitch: 516,
      isEnabled: 696,
      isOnByDefault: 700,
      params: 704,
      defaultParams: 712,
    },
    ...{ size: 720, blendParams: 784, defaultBlendParams: 792, instance: 960 },
  },
  '5.4': {
    ...{
      modules: 2056n,
      operation: 472,
      hidesSwitch: null,
      isEnabled: 688,
      isOnByDefault: 692,
      params: 696,
      defaultParams: 704,
    },
    ...{ size: 712, blendParams: 784, defaultBlendParams: 792, instance: 976 },
  },
};
/** More than is read of a module. */
export const MODULE_BYTES = 1024;
const OPERATION_BYTES = 20;

/** Throws for a version that was not looked at. */
export function placesOf({ version }: Pick<Libdarktable, 'version'>): Places {
  const places = PLACES[version.split('.').slice(0, 2).join('.')];
  if (!places || process.arch !== 'x64') throw new Error(`where darktable ${version} keeps its modules is not known`);
  return places;
}

export const operationAt = (bytes: Buffer, { operation: at }: Pick<Places, 'operation'>): string =>
  bytes.toString('latin1', at, at + OPERATION_BYTES).split('\0')[0]!;
