export interface Bar {
  /** The values that it counts, both ends included. */
  from: number;
  to: number;
  count: number;
}

/**
 * Counts in bars of equal width on the scale of a dial, where each stop doubles. There are no more bars than `most`, and none where there
 * is one value only.
 */
export function barsOf(counts: readonly { value: number | null; count: number }[], most: number): Bar[] {
  const known = counts.flatMap(({ value, count }) => (value !== null && value > 0 ? [{ value, count }] : []));
  const [first, last] = [known[0]?.value ?? 0, known.at(-1)?.value ?? 0];
  if (first === last) return [];
  const bars: Bar[] = Array.from({ length: most }, () => ({ from: Infinity, to: -Infinity, count: 0 }));
  const width = Math.log(last / first) / most;
  for (const { value, count } of known) {
    const bar = bars[Math.min(most - 1, Math.floor(Math.log(value / first) / width))];
    if (!bar) continue;
    bar.from = Math.min(bar.from, value);
    bar.to = Math.max(bar.to, value);
    bar.count += count;
  }
  return bars;
}

/** Whether any value of a bar lies in a range; a bar without images lies in none. */
export const isInRange = ({ from, to, count }: Bar, least: number | null, most: number | null): boolean =>
  count > 0 && to >= (least ?? -Infinity) && from <= (most ?? Infinity);
