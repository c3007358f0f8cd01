const BINS = 128;

export interface Histogram {
  red: Uint32Array;
  green: Uint32Array;
  blue: Uint32Array;
}

/** Counts the values of RGBA pixels. */
export function binsOf(pixels: Uint8ClampedArray): Histogram {
  const [red, green, blue] = [new Uint32Array(BINS), new Uint32Array(BINS), new Uint32Array(BINS)];
  for (let at = 0; at < pixels.length; at += 4) {
    count(red, pixels[at]);
    count(green, pixels[at + 1]);
    count(blue, pixels[at + 2]);
  }
  return { red, green, blue };
}

function count(bins: Uint32Array, value = 0): void {
  const bin = value >> 1;
  bins[bin] = (bins[bin] ?? 0) + 1;
}

/** A filled outline. The highest value fills the height, except for spikes at the ends, which clipping causes. */
export function histogramPath(bins: Uint32Array, width: number, height: number): string {
  const highest = Math.max(1, ...bins.subarray(1, -1));
  const points = Array.from(bins, (count, bin) => {
    const x = (bin / (bins.length - 1)) * width;
    // The square root makes rare values visible.
    const y = height * (1 - Math.sqrt(Math.min(1, count / highest)));
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`;
}
