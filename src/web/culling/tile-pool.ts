import { loadTile, type TileName } from '../api/tiles.ts';
import { decoded } from '../detail/live/use-live-picture.ts';
import { keyOf, type TileSource, TileStore } from '../detail/tiles/tile-store.ts';

/** Of 512 × 512 pixels: two screens of a phone, with those of its neighbors; a large screen needs more and has more memory. */
export const MOST_TILES = { phone: 120, other: 320 };
const AT_ONCE = 4;

interface Wish {
  /** Lower ones come first; of those that are alike the first of each, then the second. */
  rank: number;
  tiles: readonly TileName[];
}

/** The tiles of all pictures that are on the page or come next, within one bound. */
export class TilePool {
  readonly store: TileStore;
  readonly #wishes = new Map<string, Wish>();
  #isDue = false;

  constructor(mostKept: number, source: TileSource = { load: loadTile, decode: decoded }) {
    this.store = new TileStore(source, { atOnce: AT_ONCE, mostKept });
  }

  /** What somebody needs, in place of what it needed before. */
  wish(who: string, wish: Wish): void {
    if (wish.tiles.length > 0) this.#wishes.set(who, wish);
    else if (!this.#wishes.delete(who)) return;
    if (this.#isDue) return;
    // All panes of a frame speak before anything is asked for or given up.
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.store.want(inOrder([...this.#wishes.values()]));
    });
  }
}

/** Each tile once. */
export function inOrder(wishes: readonly Wish[]): TileName[] {
  const ranked = wishes
    .flatMap(({ rank, tiles }) => tiles.map((tile, turn) => ({ rank, turn, tile })))
    .toSorted((one, other) => one.rank - other.rank || one.turn - other.turn);
  return [...new Map(ranked.map(({ tile }) => [keyOf(tile), tile])).values()];
}
