type Numbers = Uint8Array | Int8Array | Uint32Array | Int32Array | Float64Array;

/** Returns the array itself when it is long enough, else a copy with room to grow. */
export function grown<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.ceil(length * 1.25) + 16);
  larger.set(array);
  return larger;
}
