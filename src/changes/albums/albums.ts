import { albumOfTag, tagOfAlbum } from '../../contract/album-names.ts';
import type {
  AlbumChanged,
  AlbumImages,
  AlbumList,
  AlbumOrderChange,
  AlbumWithImages,
  NewAlbum,
} from '../../contract/albums.ts';
import type { ChangeResult } from '../../contract/image-change.ts';
import type { TagDeleted } from '../../contract/tag-change.ts';
import type { AlbumOrders } from '../../image-index/album-orders.ts';
import { albumIn, albums, moved } from '../../image-index/albums.ts';
import { fold } from '../../image-index/fold.ts';
import type { ImageIndex } from '../../image-index/image-index.ts';
import type { IndexView } from '../../image-index/image-lists.ts';
import type { Library } from '../../library/library.ts';
import { readTag } from '../../library/tags.ts';
import { AppError } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';
import type { Marks } from '../marks/marks.ts';
import { tagNamed } from '../tags/tag-plans.ts';
import type { ChangesOfTags } from '../tags/tags.ts';

/** Refuses what the caller does not expect (If-Match). */
type Check = ((now: AlbumWithImages) => void) | undefined;

/**
 * Albums: a tag below `album|`, made and taken back as any tag, and the order and the cover that Safelight keeps for it. Throws
 * `not_found` for an id that is no album, and what changes of tags throw.
 */
export interface Albums {
  /** By name. */
  list(): Promise<AlbumList>;
  find(id: number): Promise<AlbumWithImages>;
  /** Throws `conflict` when an album has the name, whatever its case. */
  create(album: NewAlbum, client: string): Promise<AlbumChanged>;
  /** As above. While darktable is open, the renamed album has another id. */
  rename(id: number, name: string, client: string): Promise<AlbumChanged>;
  /** null: its first image. Throws `invalid_body` for an image outside of the album, `storage_error`. */
  setCover(id: number, image: number | null): Promise<void>;
  /** Images stay in the library, and albums below it stay. */
  delete(id: number, client: string): Promise<TagDeleted>;
  /** Throws what `check` throws, `storage_error`. */
  order(id: number, change: AlbumOrderChange, check: Check): Promise<AlbumWithImages>;
  changeImages(id: number, images: AlbumImages, client: string): Promise<ChangeResult>;
}

export interface AlbumsOptions {
  index: Pick<ImageIndex, 'ask'>;
  library: Pick<Library, 'read'>;
  orders: AlbumOrders;
  marks: Pick<Marks, 'change'>;
  tags: ChangesOfTags;
  events: Events;
}

const albumTagsSql = "SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE name LIKE 'album|%'";

export function openAlbums({ index, library, orders, marks, tags, events }: AlbumsOptions): Albums {
  const told = (id: number) => events.emit('albums.changed', { id });
  const known = (found: AlbumWithImages | null, id: number): AlbumWithImages => {
    if (!found) throw new AppError('not_found', `There is no album ${id}.`);
    return found;
  };
  /** One state of the index, from which the order is changed at once. */
  const inView = <T>(id: number, work: (view: IndexView, present: AlbumWithImages) => T): Promise<T> =>
    index.ask((view) => work(view, known(albumIn(view, id), id)));
  const put = (view: IndexView, { id, name }: AlbumWithImages, change: { ids?: number[]; cover?: number | null }) => {
    const { ids = [], cover = null } = view.albumOrders().get(id) ?? {};
    orders.put({ id, name: tagOfAlbum(name) }, { ids, cover, ...change });
  };
  /** The present tag, from the library: lists may lag behind. */
  const tagOf = async (id: number, options?: { afterOwnWrite: boolean }) => {
    const tag = await library.read((reader) => readTag(reader, id), options);
    const name = tag && albumOfTag(tag.name);
    if (!tag || !name) throw new AppError('not_found', `There is no album ${id}.`);
    return { ...tag, name };
  };
  const refuseTaken = async (name: string, own?: number) => {
    const all = await library.read((reader) => reader.all(albumTagsSql) as { id: number; name: string }[]);
    const taken = all.find((tag) => tag.id !== own && fold(tag.name) === fold(tagOfAlbum(name)));
    if (taken) throw new AppError('conflict', `There is an album ${albumOfTag(taken.name)} already (${taken.id}).`);
  };
  const changed = async (id: number, change: number | null, images: readonly number[]): Promise<AlbumChanged> => {
    const { name, count } = await tagOf(id, { afterOwnWrite: change !== null });
    const { cover = null, is_cover_chosen = false } = await index.ask(
      (view): Partial<AlbumWithImages> => albumIn(view, id) ?? {},
    );
    return { id, name, count, cover: cover ?? images[0] ?? null, is_cover_chosen, change };
  };
  return {
    list: () => index.ask(albums()),
    find: (id) => inView(id, (_, present) => present),
    async create({ name, ids = [] }, client) {
      await refuseTaken(name);
      const tag = tagOfAlbum(name);
      if (ids.length === 0) {
        const { change, tagId } = await tags.create(tag, client);
        if (change === null) throw new AppError('conflict', `There is an album ${name} already (${tagId}).`);
        return changed(tagId!, change, []);
      }
      const { change, failures } = await marks.change({ imageIds: ids, change: { tags: { add: [tag] } }, client });
      const made = await library.read((reader) => tagNamed(reader, tag), { afterOwnWrite: true });
      if (!made) throw new AppError('not_found', `The album was not made: ${failures[0]?.reason}`);
      orders.put(made, { ids, cover: null });
      told(made.id);
      const failed = new Set(failures.map(({ id }) => id));
      return changed(
        made.id,
        change,
        ids.filter((id) => !failed.has(id)),
      );
    },
    async rename(id, name, client) {
      await tagOf(id);
      await refuseTaken(name, id);
      const { change, tagId } = await tags.rename(id, tagOfAlbum(name), client);
      return changed(tagId ?? id, change, []);
    },
    async setCover(id, image) {
      await inView(id, (view, present) => {
        if (image !== null && !present.ids.includes(image))
          throw new AppError('invalid_body', `cover: the image ${image} is not in the album`);
        put(view, present, { cover: image });
      });
      told(id);
    },
    async delete(id, client) {
      await tagOf(id);
      const { change, images } = await tags.delete(id, client);
      return { change: change!, images };
    },
    async order(id, change, check) {
      const next = await inView(id, (view, present) => {
        check?.(present);
        put(view, present, { ids: moved(view, present, change) });
        return albumIn(view, id)!;
      });
      told(id);
      return next;
    },
    async changeImages(id, { add, remove = [] }, client) {
      const { name } = await tagOf(id);
      if (add) {
        // Before they come, so that no list shows them elsewhere first.
        await inView(id, (view, present) => {
          const inOrder = new Set([...moved(view, present, { ids: [], before: null }), ...add]);
          put(view, present, { ids: [...inOrder] });
        });
      }
      const tag = [tagOfAlbum(name)];
      const change = { tags: add ? { add: tag } : { remove: tag } };
      return marks.change({ imageIds: add ?? remove, change, client, isToTellOfSidecars: true });
    },
  };
}
