import { Store, useStorePart } from '../../stores/store.ts';
import type { AlbumPlace } from './move-in-album.ts';

interface Ordered {
  /** The album that the gallery shows in its order; null: it shows something else. */
  album: string | null;
  /** Where the pictures that are being dragged would come. */
  place: AlbumPlace | null;
}
const ordered = new Store<Ordered>({ album: null, place: null });

export const orderedAlbum = (): string | null => ordered.snapshot().album;
export const showOrderedAlbum = (album: string | null): void => ordered.set({ album, place: null });

export const placeToDrop = (): AlbumPlace | null => ordered.snapshot().place;
export function markPlace(place: AlbumPlace | null): void {
  const { album, place: before } = ordered.snapshot();
  if (before?.id !== place?.id || before?.isAfter !== place?.isAfter) ordered.set({ album, place });
}
/** Whether the pictures would come before or after this one; null: neither. */
export const useIsPlace = (id: number) =>
  useStorePart(ordered, ({ place }) => (place?.id === id ? (place.isAfter ? 'after' : 'before') : null));

/** Loaded with the first move. */
export const moveTo = async (ids: readonly number[], place: AlbumPlace): Promise<void> => {
  const album = orderedAlbum();
  if (album === null || ids.length === 0) return;
  await (await import('./move-in-album.ts')).moveInAlbum(album, ids, place);
};

/** One place on, among the pictures of the list. */
export function moveBy(step: -1 | 1, ids: readonly number[], list: Iterable<number>): void {
  const shown = [...list];
  const places = ids.map((id) => shown.indexOf(id)).filter((at) => at >= 0);
  const next = shown[step < 0 ? Math.min(...places) - 1 : Math.max(...places) + 1];
  if (places.length > 0 && next !== undefined) void moveTo(ids, { id: next, isAfter: step > 0 });
}
