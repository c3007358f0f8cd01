import { blendLayoutOf, layoutOf } from '../../darktable/layouts.ts';
import type { Layout } from '../../darktable/layout.ts';
import type { Develop } from './develop.ts';
import type { Address, Libdarktable } from './libdarktable.ts';
import { MODULE_BYTES, operationAt, type ModulePlaces } from './module-places.ts';
import type { ModuleValues } from './protocol.ts';

/**
 * What darktable has of these modules in the development of a picture, for each of their instances. An operation that this darktable does not
 * have is left out. Throws when what is found does not fit the module's layout.
 */
export function moduleValues(
  darktable: Libdarktable,
  develop: Develop,
  operations: readonly string[],
  places: ModulePlaces,
): ModuleValues[] {
  const { dt_iop_reload_defaults: reloadDefaults, dt_develop_blend_version: blendVersionOf } =
    darktable.moduleFunctions();
  const blendVersion = blendVersionOf();
  const blendSize = blendLayoutOf(blendVersion)?.size;
  if (blendSize === undefined) throw new Error(`the layout of blending version ${blendVersion} is not known`);
  const copy = (at: Address, bytes: number) => Buffer.from(darktable.bytes(at, bytes)).toString('base64');
  const found = develop.modules(places.modules).flatMap((module) => {
    const bytes = Buffer.from(darktable.bytes(module, MODULE_BYTES));
    const operation = operationAt(bytes, places);
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
      operation,
      instance,
      version,
      ...present,
      blendVersion,
      isOnByDefault,
      isEnabled: bytes.readInt32LE(places.isEnabled) !== 0,
      isApplicable: places.hidesSwitch === null ? null : bytes.readInt32LE(places.hidesSwitch) === 0 || isOnByDefault,
      ...asInDarkroom(operation, layout, Buffer.from(darktable.bytes(at(places.defaultParams), size))),
      defaultBlendParams: copy(at(places.defaultBlendParams), blendSize),
    };
  });
  develop.applyHistory();
  return found;
}

/** The darkroom looks up the noise profile of the camera; without a window there is none. */
const NEEDS_PROFILE = ['denoiseprofile'];

function asInDarkroom(
  operation: string,
  layout: Layout | null,
  params: Buffer,
): Pick<ModuleValues, 'defaultParams' | 'unprofiledParams'> {
  if (operation === 'filmicrgb') adjustHardness(layout, params);
  const told = params.toString('base64');
  return NEEDS_PROFILE.includes(operation)
    ? { defaultParams: null, unprofiledParams: told }
    : { defaultParams: told, unprofiledParams: null };
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
