import { blendLayoutOf, layoutOf } from '../../darktable/layouts.ts';
import type { Layout } from '../../darktable/layout.ts';
import type { Develop } from './develop.ts';
import type { Address, Libdarktable } from './libdarktable.ts';
import type { ModuleValues } from './protocol.ts';

/**
 * Where a develop keeps its list of modules, and a module (dt_iop_module_t) what is read of it: offsets in bytes on x86-64. 5.0 was not
 * looked at. `hidesSwitch`: hide_enable_button; null: not known.
 */
interface Places {
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
const MODULE_BYTES = 1024;
const OPERATION_BYTES = 20;

/**
 * What darktable has of these modules in the development of a picture, for each of their instances. An operation that this darktable does not
 * have is left out. Throws for a version that was not looked at, and when what is found does not fit the module's layout.
 */
export function moduleValues(darktable: Libdarktable, develop: Develop, operations: readonly string[]): ModuleValues[] {
  const places = PLACES[darktable.version.split('.').slice(0, 2).join('.')];
  if (!places || process.arch !== 'x64')
    throw new Error(`where darktable ${darktable.version} keeps its modules is not known`);
  const { dt_iop_reload_defaults: reloadDefaults, dt_develop_blend_version: blendVersionOf } =
    darktable.moduleFunctions();
  const blendVersion = blendVersionOf();
  const blendSize = blendLayoutOf(blendVersion)?.size;
  if (blendSize === undefined) throw new Error(`the layout of blending version ${blendVersion} is not known`);
  const copy = (at: Address, bytes: number) => Buffer.from(darktable.bytes(at, bytes)).toString('base64');
  const found = develop.modules(places.modules).flatMap((module) => {
    const bytes = Buffer.from(darktable.bytes(module, MODULE_BYTES));
    const operation = textAt(bytes, places.operation);
    if (!operations.includes(operation)) return [];
    const instance = bytes.readInt32LE(places.instance);
    const size = bytes.readInt32LE(places.size);
    const version = darktable.moduleVersion(operation);
    const layout = layoutOf(operation, version);
    if (layout && layout.size !== size)
      throw new Error(`${operation} ${version} has ${size} bytes of parameters in darktable, and ${layout.size} here`);
    const at = (offset: number) => bytes.readBigUInt64LE(offset);
    // Before its defaults are made anew, which replaces them.
    const present = { params: copy(at(places.params), size), blendParams: copy(at(places.blendParams), blendSize) };
    // darktable makes those of a further instance when its user asks for one; some differ from the first one's.
    if (instance > 0) reloadDefaults(module);
    const isOnByDefault = bytes.readInt32LE(places.isOnByDefault) !== 0;
    return {
      ...{ operation, instance, version, ...present, blendVersion, isOnByDefault },
      isEnabled: bytes.readInt32LE(places.isEnabled) !== 0,
      isApplicable: places.hidesSwitch === null ? null : bytes.readInt32LE(places.hidesSwitch) === 0 || isOnByDefault,
      defaultParams: asInDarkroom(operation, layout, Buffer.from(darktable.bytes(at(places.defaultParams), size))),
      defaultBlendParams: copy(at(places.defaultBlendParams), blendSize),
    };
  });
  develop.applyHistory();
  return found;
}

/** The darkroom looks up the noise profile of the camera; without a window there is none. */
const NEEDS_WINDOW = ['denoiseprofile'];

function asInDarkroom(operation: string, layout: Layout | null, params: Buffer): string | null {
  if (NEEDS_WINDOW.includes(operation)) return null;
  if (operation === 'filmicrgb') adjustHardness(layout, params);
  return params.toString('base64');
}

/** The darkroom sets filmic's hardness from its other values, which the defaults of a picture that is not raw do not follow. */
function adjustHardness(layout: Layout | null, params: Buffer): void {
  const place = (name: string) => layout?.fields.find((field) => field.name === name)?.offset;
  const isAutomatic = place('auto_hardness');
  const names = ['output_power', 'grey_point_target', 'black_point_source', 'white_point_source'];
  const [hardness, ...others] = names.map(place);
  if (isAutomatic === undefined || hardness === undefined || params.readInt32LE(isAutomatic) === 0) return;
  const [grey, black, white] = others.map((at) => params.readFloatLE(at)) as [number, number, number];
  // In single precision, as darktable counts.
  const log = (value: number) => Math.fround(Math.log(Math.fround(value)));
  params.writeFloatLE(log(grey / 100) / log(-black / Math.fround(white - black)), hardness);
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + OPERATION_BYTES).split('\0')[0]!;
