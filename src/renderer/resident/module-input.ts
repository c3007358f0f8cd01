import type { Develop } from './develop.ts';
import type { Address, Libdarktable } from './libdarktable.ts';
import { MODULE_BYTES, operationAt, type ModulePlaces } from './module-places.ts';
import { DRAFT, findPixels, MIP_BYTES, PIPE_BYTES, takeInput } from './pipe.ts';
import type { InputWanted, Size } from './protocol.ts';

/** They move pixels, so without them the area would be another one; or they have no switch. */
const STAYS = new Set([
  'lens',
  'rotatepixels',
  'scalepixels',
  'ashift',
  'flip',
  'enlargecanvas',
  'clipping',
  'liquify',
  'crop',
  'borders',
  'finalscale',
  'rawprepare',
  'demosaic',
  'colorin',
  'colorout',
  'gamma',
  'mask_manager',
]);
/** Where a piece of a pipe (dt_dev_pixelpipe_iop_t) says whether it takes part: behind four pointers. */
const PIECE_ENABLED = 32n;
/**
 * DT_COLORSPACE_LIN_REC709, DT_INTENT_RELATIVE_COLORIMETRIC in darktable's colorspaces.h. Filmic rgb moves colors into those of the output,
 * so it has to have the primaries of a usual screen.
 */
const LINEAR_REC709 = 3;
const RELATIVE = 1;
/** IMAGEIO_RGB | IMAGEIO_FLOAT in its imageio.h. */
const FLOATS = 0x104;

/**
 * Reads the picture that reaches a module, four floats a pixel in linear Rec. 709. darktable exports the picture as its previews are made, into light without limits: without
 * the module, those behind it, and the curve of the screen.
 */
export function readInput<Read>(
  darktable: Libdarktable,
  develop: Develop,
  image: number,
  { operation, instance }: Omit<InputWanted['input'], 'area'>,
  places: ModulePlaces,
  read: (pixels: Float32Array, size: Size) => Read,
): Read {
  const {
    dt_dev_pixelpipe_init_export: initExport,
    dt_dev_distort_get_iop_pipe: pieceOf,
    dt_dev_pixelpipe_process_no_gamma: processWithoutGamma,
  } = darktable.inputFunctions();
  const behind = modulesFrom(darktable, develop, { operation, instance }, places);
  const mip = darktable.allocate(MIP_BYTES);
  const input = takeInput(darktable, mip, image, DRAFT);
  const { pixels, width, height, scale } = input;
  const pipe = darktable.allocate(PIPE_BYTES);
  const sizes = darktable.allocate(16);
  initExport(pipe, width, height, FLOATS, 0);
  try {
    darktable.dt_dev_pixelpipe_set_icc(pipe, LINEAR_REC709, 0n, RELATIVE);
    darktable.dt_dev_pixelpipe_set_input(pipe, develop.at, pixels, width, height, scale);
    darktable.dt_ioppr_resync_modules_order(develop.at);
    darktable.dt_dev_pixelpipe_create_nodes(pipe, develop.at);
    darktable.dt_dev_pixelpipe_synch_all(pipe, develop.at);
    for (const module of behind) {
      const piece = pieceOf(develop.at, pipe, module);
      if (piece === 0n) continue;
      if (darktable.pointer(piece) !== module || darktable.pointer(piece + 8n) !== pipe)
        throw new Error('this version keeps the pieces of its pipes elsewhere');
      darktable.setInt(piece + PIECE_ENABLED, 0);
    }
    darktable.dt_dev_pixelpipe_get_dimensions(pipe, develop.at, width, height, sizes, sizes + 4n);
    const size = { width: darktable.int(sizes), height: darktable.int(sizes + 4n) };
    if (processWithoutGamma(pipe, develop.at, 0, 0, size.width, size.height, 1) !== 0)
      throw new Error('darktable did not render the picture');
    const found = darktable.pointer(pipe + findPixels(darktable, pipe, size));
    const bytes = darktable.bytes(found, size.width * size.height * 16);
    return read(new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), size);
  } finally {
    darktable.dt_dev_pixelpipe_cleanup_nodes(pipe);
    darktable.dt_dev_pixelpipe_cleanup(pipe);
    darktable.free(pipe);
    darktable.free(sizes);
    darktable.releaseMipmap(mip);
    darktable.free(mip);
  }
}

/** The module and those behind it that only change colors. */
function modulesFrom(
  darktable: Libdarktable,
  develop: Develop,
  { operation, instance }: { operation: string; instance: number },
  places: ModulePlaces,
): Address[] {
  const all = develop.modules(places.modules).map((module) => {
    const bytes = Buffer.from(darktable.bytes(module, MODULE_BYTES));
    return { module, operation: operationAt(bytes, places), instance: bytes.readInt32LE(places.instance) };
  });
  const at = all.findIndex((one) => one.operation === operation && one.instance === instance);
  if (at === -1) throw new Error(`this darktable does not have the module ${operation} ${instance}`);
  return all.slice(at).flatMap((one) => (STAYS.has(one.operation) ? [] : [one.module]));
}
