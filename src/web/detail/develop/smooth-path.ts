/**
 * An SVG path through points from left to right that never swings beyond them: a cubic with the tangents of Fritsch and Carlson.
 * darktable's own curves run a little differently between points; the points themselves are exact.
 */
export function smoothPath(points: readonly (readonly [number, number])[]): string {
  const [first] = points;
  if (!first) return '';
  const slopes = points.slice(1).map(([x, y], at) => (y - points[at]![1]) / Math.max(1e-6, x - points[at]![0]));
  const tangents = points.map((_, at) => {
    const [before, after] = [slopes[at - 1], slopes[at]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  let path = `M${first[0]} ${first[1]}`;
  for (let at = 1; at < points.length; at++) {
    const [x0, y0] = points[at - 1]!;
    const [x1, y1] = points[at]!;
    const third = (x1 - x0) / 3;
    path += `C${x0 + third} ${y0 + third * tangents[at - 1]!} ${x1 - third} ${y1 - third * tangents[at]!} ${x1} ${y1}`;
  }
  return path;
}
