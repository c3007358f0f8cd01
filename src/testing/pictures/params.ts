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
