import { blendingOf } from '../darktable/blending.ts';
import type { DevelopState, DevelopStep } from '../library/develop-state.ts';
import type { Library } from '../library/library.ts';
import { AppError } from '../platform/errors.ts';
import { moduleOrderOf } from './image-module-order.ts';
import { placeIn } from '../changes/rules/module-order.ts';
import { CUSTOM, listOf, type Place } from '../changes/rules/order-list.ts';

/** Where the pipe leaves the light of the scene: what stands behind it has no mask to show. */
const END = 'colorout';
/** darktable's blend.h, dt_develop_blend_params_t: where the versions of 420 bytes keep what is changed here. */
const OFFSET = {
  maskMode: 0,
  space: 4,
  blendMode: 8,
  opacity: 16,
  reserved: 60,
  rasterSource: 388,
  rasterInstance: 408,
  rasterId: 412,
  rasterInvert: 416,
};
const [MASK_MODE_UNIFORM, MASK_MODE_RASTER, SPACE_RGB_SCENE, BLEND_NORMAL, VERSION] = [1, 9, 4, 24, 11];
/** Of the instances that show the mask, above those that a person makes. */
const [BLACK, WHITE] = [9_001, 9_002];

/**
 * A development that renders as the mask of a module, white where the module works with its full opacity: at the end of the scene's light an
 * instance of exposure makes all black, and another one, which has the mask of the module as its raster mask, white. What the module's own
 * darktable makes of shapes, ranges and refinement is in it. Throws `module_not_found`, and `conflict` where there is no mask to show.
 */
export async function maskPicture(
  library: Pick<Library, 'read'>,
  state: DevelopState,
  { operation, instance }: { operation: string; instance?: number | undefined },
): Promise<DevelopState> {
  const at = state.history.findLastIndex(
    (step) => step.operation === operation && (instance === undefined || step.priority === instance),
  );
  const step = state.history[at];
  if (!step) throw new AppError('module_not_found', `${operation} is not in the history of this image.`);
  const mask = step.enabled ? (blendingOf(step)?.mask ?? 'none') : 'off';
  if (mask === 'off') throw new AppError('conflict', `${operation} is off, so its mask is not made.`);
  if (mask === 'none' || mask === 'uniform') throw new AppError('conflict', `${operation} has no mask.`);
  const { items } = await library.read((reader) => moduleOrderOf(reader, state.imageId));
  const places = items.map((place) => ({ operation: place.operation, instance: place.instance }));
  const end = places.findIndex((place) => place.operation === END);
  const source: Place = { operation, instance: step.priority };
  if (end < 0) throw new AppError('conflict', 'The order of the modules of this image is not known.');
  if (placeIn(places, source) > end)
    throw new AppError('conflict', `${operation} stands behind the light of the scene, where masks cannot be shown.`);
  const num = Math.max(...state.history.map((each) => each.num)) + 1;
  const raster = mask === 'raster' ? Buffer.from(step.blendParams!) : rasterOf(source);
  return {
    ...state,
    historyEnd: num + 2,
    history: [
      ...state.history.with(at, { ...step, blendParams: unlike(step.blendParams!) }),
      exposureStep(num, BLACK, { params: exposure({ black: 0, ev: -50 }), blendParams: blending(MASK_MODE_UNIFORM) }),
      exposureStep(num + 1, WHITE, { params: exposure({ black: -1e6, ev: 0 }), blendParams: maskedBy(raster) }),
    ],
    order: {
      version: CUSTOM,
      list: listOf(
        places.toSpliced(
          end,
          0,
          { operation: 'exposure', instance: BLACK },
          { operation: 'exposure', instance: WHITE },
        ),
      ),
    },
  };
}

function exposureStep(
  num: number,
  priority: number,
  { params, blendParams }: Pick<DevelopStep, 'params' | 'blendParams'>,
): DevelopStep {
  return {
    num,
    operation: 'exposure',
    module: 6,
    enabled: true,
    params,
    blendParams,
    blendVersion: VERSION,
    priority,
    name: String(priority),
    nameIsTyped: null,
  };
}

/** Version 6 of its parameters, which all darktables since 3.4 read: mode, black level, EV, and what the manual mode leaves alone. */
function exposure({ black, ev }: { black: number; ev: number }): Buffer {
  const params = Buffer.alloc(24);
  params.writeFloatLE(black, 4);
  params.writeFloatLE(ev, 8);
  params.writeFloatLE(50, 12);
  params.writeFloatLE(-4, 16);
  return params;
}

function blending(maskMode: number): Buffer {
  const params = Buffer.alloc(420);
  params.writeUInt32LE(maskMode, OFFSET.maskMode);
  params.writeInt32LE(SPACE_RGB_SCENE, OFFSET.space);
  params.writeUInt32LE(BLEND_NORMAL, OFFSET.blendMode);
  params.writeFloatLE(100, OFFSET.opacity);
  return params;
}

function rasterOf({ operation, instance }: Place): Buffer {
  const params = Buffer.alloc(420);
  params.write(operation, OFFSET.rasterSource, 19, 'latin1');
  params.writeInt32LE(instance, OFFSET.rasterInstance);
  return params;
}

/** Normal blending with the raster mask of another one. */
function maskedBy(raster: Buffer): Buffer {
  const params = blending(MASK_MODE_RASTER);
  raster.copy(params, OFFSET.rasterSource, OFFSET.rasterSource);
  return params;
}

/**
 * The same for all that darktable does with it, and yet new to its cache of pixels: a module whose picture is found there is not asked for its
 * mask.
 */
function unlike(blendParams: Uint8Array): Buffer {
  const params = Buffer.from(blendParams);
  params.writeUInt32LE(++made % 2 ** 32, OFFSET.reserved);
  return params;
}
let made = 0;
