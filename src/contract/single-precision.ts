/** The shortest decimal for a single-precision number: 0.1 rather than 0.10000000149011612. null: not finite. */
export function shortestDecimal(value: number): number | null {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return null;
  // Nearly all have few digits, and no text need be written to find them. (`+ 0` makes 0 of -0.)
  const short = Math.round(single * 1e4) / 1e4;
  if (Math.abs(single) < 100 && Math.fround(short) === single) return short + 0;
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Object.is(Math.fround(short), single)) return short;
  }
  return Number(single.toPrecision(9));
}
