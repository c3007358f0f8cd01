/**
 * A module's parameters as darktable stores them (little endian). `layout` has a letter for each value: `i` a 32-bit
 * integer, enum or boolean, `f` a 32-bit float.
 */
export function packParams(layout: string, ...values: number[]): Buffer {
  if (layout.length !== values.length) throw new Error(`${layout} takes ${layout.length} values, not ${values.length}`);
  const params = Buffer.alloc(layout.length * 4);
  for (const [index, value] of values.entries()) {
    if (layout[index] === 'i') params.writeInt32LE(value, index * 4);
    else params.writeFloatLE(value, index * 4);
  }
  return params;
}

/** exposure, version 6 (darktable 3.4 to 5.0): a black level and a correction in EV. */
export const exposureParams = (ev: number, black = 0) => packParams('iffffi', 0, black, ev, 50, -4, 0);

/** sharpen, version 1. */
export const sharpenParams = (radius: number, amount: number) => packParams('fff', radius, amount, 0.5);

/**
 * Blending of 4.2.1 in normal mode, with all that a parametric mask could restrict left open. `maskMode` has darktable's bits: 1 blends at all, 2 takes the
 * drawn mask. `colourSpace` 4 is RGB of the scene; 0: none is set.
 */
export function blendParams({
  maskMode,
  colourSpace = 0,
  opacity = 100,
  maskId = 0,
}: {
  maskMode: number;
  colourSpace?: number;
  opacity?: number;
  maskId?: number;
}): Buffer {
  const params = Buffer.alloc(420);
  params.writeUInt32LE(maskMode, 0);
  params.writeInt32LE(colourSpace, 4);
  params.writeUInt32LE(24, 8);
  params.writeFloatLE(opacity, 16);
  params.writeInt32LE(maskId, 24);
  params.writeUInt32LE(5, 36);
  for (let channel = 0; channel < 16; channel++) {
    params.writeFloatLE(1, 68 + channel * 16 + 8);
    params.writeFloatLE(1, 68 + channel * 16 + 12);
  }
  return params;
}
