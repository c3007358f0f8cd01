/** XMP writes a coordinate as degrees and minutes, `64,8.796000N`. */
export function degreesText(value: number, positive: string, negative: string): string {
  // Rounded to millionths of a minute first, so that the result never shows 60 minutes.
  const minutes = Math.round(Math.abs(value) * 60e6);
  return `${Math.floor(minutes / 60e6)},${((minutes % 60e6) / 1e6).toFixed(6)}${value < 0 ? negative : positive}`;
}

/** Meters above or below (`ref` 1) sea level, in tenths as darktable writes it, in thousandths where tenths would lose something. */
export function altitudeText(metres: number): { ref: '0' | '1'; altitude: string } {
  const tenths = Math.round(Math.abs(metres) * 10);
  const isExact = tenths / 10 === Math.abs(metres);
  return {
    ref: metres < 0 ? '1' : '0',
    altitude: isExact ? `${tenths}/10` : `${Math.round(Math.abs(metres) * 1000)}/1000`,
  };
}
