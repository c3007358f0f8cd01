/** Where a develop keeps its list of modules, and a module (dt_iop_module_t) what is read of it: offsets in bytes. */
export interface ModulePlaces {
  modules: bigint;
  operation: number;
  /** hide_enable_button; null: it was not found. */
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

/** More than is read of a module. */
export const MODULE_BYTES = 1280;
const OPERATION_BYTES = 20;

export const operationAt = (bytes: Buffer, { operation: at }: Pick<ModulePlaces, 'operation'>): string =>
  bytes.toString('latin1', at, at + OPERATION_BYTES).split('\0')[0]!;
