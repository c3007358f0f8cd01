import { MOST_IDS } from '../../../contract/most-ids.ts';
import { albumNow, albumsQuery, orderAlbum } from '../../api/albums.ts';
import { queryClient } from '../../api/query-client.ts';
import { Turns } from '../../stores/turns.ts';
import { number } from '../../i18n/words.ts';
import { tell, tellFailure, undoAction } from '../telling.ts';
import { t } from './words.ts';

/** In front of a picture of the album or behind it. */
export interface AlbumPlace {
  id: number;
  isAfter: boolean;
}

/** Each move begins with the order that the one before it left. */
const turns = new Turns();

const lookAnew = () =>
  Promise.all(['images', 'albums'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })));

/** Puts pictures elsewhere in their album, in the order that they have there, and says so with an undo. */
export const moveInAlbum = (name: string, ids: readonly number[], place: AlbumPlace): Promise<void> =>
  turns.run(async () => {
    try {
      const { items } = await queryClient.query(albumsQuery);
      const known = items.find((album) => album.name === name);
      if (!known) return;
      const { album, etag } = await albumNow(known.id);
      const isMoved = new Set(ids);
      const moved = album.ids.filter((id) => isMoved.has(id));
      const rest = album.ids.filter((id) => !isMoved.has(id));
      const at = rest.indexOf(place.id);
      if (moved.length === 0 || moved.length > MOST_IDS || at < 0) return;
      const before = rest[place.isAfter ? at + 1 : at] ?? null;
      const { album: next, etag: moveTag } = await orderAlbum(album.id, { ids: moved, before }, etag);
      const focused = document.activeElement?.getAttribute('data-image') ?? null;
      await lookAnew();
      holdFocus(focused);
      const takeBack = () =>
        turns.run(async () => {
          // What others have moved since stays as they put it.
          await orderAlbum(album.id, { ids: album.ids }, moveTag);
          await lookAnew();
        });
      tell({
        title: t('moved', {
          count: moved.length,
          place: number(next.ids.indexOf(moved[0] ?? 0) + 1),
          total: number(next.ids.length),
        }),
        ...(album.ids.length <= MOST_IDS &&
          undoAction(() => void takeBack().catch((error: unknown) => tellFailure(t('notMoved'), error)))),
      });
    } catch (error) {
      tellFailure(t('notMoved'), error);
    }
  });

/** In another row, a picture is drawn anew, and its focus would be gone: whoever moves it by keys goes on with it. */
function holdFocus(picture: string | null): void {
  if (picture === null) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-image="${CSS.escape(picture)}"]`)?.focus();
  });
}
