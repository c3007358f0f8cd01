/** Of the values of two pictures of one size, 0-255. Throws when they have another number of values. */
export function meanDifference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`${one.length} values cannot be compared with ${other.length}`);
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}
