/** Tiles of one page: more cannot be told apart. */
export const MOST_TILES = 12;
/** Width by height of a tile, with its foot. */
export const TILE_SHAPE = 1.35;

/** The number of columns that makes the tiles largest. */
export function columnsOf(count: number, ratio: number, tileRatio: number): number {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const width = Math.min(ratio / columns, tileRatio / rows);
    if (width > largest * 1.0001) {
      largest = width;
      best = columns;
    }
  }
  return best;
}

/** Which of a burst get the stars of a pick, and which are rejected. Those that need no change are left out. */
export function sorted<Image extends { id: number; rating: number }>(
  burst: readonly Image[],
  kept: ReadonlySet<number>,
  isPick: (image: Image) => boolean,
) {
  const idsOf = (images: readonly Image[]) => images.map(({ id }) => id);
  return {
    starred: idsOf(burst.filter((image) => kept.has(image.id) && !isPick(image))),
    rejected: idsOf(burst.filter(({ id, rating }) => !kept.has(id) && rating >= 0)),
  };
}

/** The tile in the direction of an arrow key. */
export function nextTile(at: number, key: string, count: number, columns: number): number | null {
  const step = { Left: -1, Right: 1, Up: -columns, Down: columns }[key];
  if (step === undefined) return null;
  const to = at + step;
  return to >= 0 && to < count ? to : at;
}
