import { albumOfTag } from '../contract/album-names.ts';
import type { Album, AlbumList, AlbumOrderChange, AlbumWithImages } from '../contract/albums.ts';
import type { AlbumOrder } from './album-orders.ts';
import type { Columns, Named } from './columns.ts';
import { hasTag } from './album-slots.ts';
import type { IndexView, Question } from './image-lists.ts';

/** By name. */
export const albums = (): Question<AlbumList> => (view) => {
  const items = view.columns.tags.filter(({ name }) => albumOfTag(name) !== null);
  const found = countAlbums(view.columns, new Set(items.map(({ id }) => id)));
  const orders = view.albumOrders();
  return {
    items: items.map((tag) => {
      const { count, first } = found.get(tag.id) ?? { count: 0, first: null };
      return shown(view.columns, tag, orders.get(tag.id), { count, oldest: first });
    }),
    total: items.length,
  };
};

/** One album with its images in order; null: there is none with this id. */
export function albumIn(view: IndexView, id: number): AlbumWithImages | null {
  const { columns } = view;
  const tag = columns.tags.find((one) => one.id === id && albumOfTag(one.name) !== null);
  if (!tag) return null;
  const slots = view.find({ album: tag.name, sort_by: 'album', sort_dir: 'asc' });
  const ids = Array.from(slots, (slot) => columns.arrays.id[slot]!);
  const found = { count: ids.length, oldest: ids[0] ?? null };
  return { ...shown(columns, tag, view.albumOrders().get(id), found), ids };
}

/**
 * The order after some images moved. Images that left the album keep their place beside those that they stood behind, since an undo may
 * bring them back; those that left the library are forgotten.
 */
export function moved(
  view: IndexView,
  { ids: former, id: tagId }: AlbumWithImages,
  { ids, before }: AlbumOrderChange,
): number[] {
  const { columns } = view;
  const isMoved = new Set(ids);
  const wanted = ids.filter((id) => hasTag(columns, columns.slotOf(id), tagId));
  const rest = withLeft(former, view.albumOrders().get(tagId)?.ids ?? [], columns).filter((id) => !isMoved.has(id));
  const at = before === undefined ? 0 : before === null ? -1 : rest.indexOf(before);
  return at < 0 ? [...rest, ...wanted] : [...rest.slice(0, at), ...wanted, ...rest.slice(at)];
}

/** The present images in their order, and among them those of the stored order that have left. */
function withLeft(present: readonly number[], stored: readonly number[], columns: Columns): number[] {
  const isPresent = new Set(present);
  const behind = new Map<number | null, number[]>();
  let last: number | null = null;
  for (const id of stored) {
    if (isPresent.has(id)) last = id;
    else if (columns.slotOf(id) >= 0 && columns.isAlive(columns.slotOf(id)))
      behind.set(last, [...(behind.get(last) ?? []), id]);
  }
  return [...(behind.get(null) ?? []), ...present.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}

function shown(
  columns: Columns,
  { id, name }: Named,
  order: AlbumOrder | undefined,
  { count, oldest }: { count: number; oldest: number | null },
): Album {
  const isIn = (image: number) => hasTag(columns, columns.slotOf(image), id);
  const wanted = order?.cover ?? null;
  const chosen = wanted !== null && isIn(wanted) ? wanted : null;
  const cover = count === 0 ? null : (chosen ?? order?.ids.find(isIn) ?? oldest);
  return { id, name: albumOfTag(name)!, count, cover, is_cover_chosen: chosen !== null };
}

/** How many images each of these tags has, and which of them was taken first. */
function countAlbums(columns: Columns, tags: ReadonlySet<number>) {
  const found = new Map<number, { count: number; first: number }>();
  const wanted = columns.tagSets.map((set) => [...set].filter((id) => tags.has(id)));
  const { id, tag_set_id } = columns.arrays;
  for (const slot of columns.orders.of('datetime_taken', 'asc')) {
    for (const tag of wanted[tag_set_id[slot]!]!) {
      const known = found.get(tag);
      if (known) known.count++;
      else found.set(tag, { count: 1, first: id[slot]! });
    }
  }
  return found;
}
