import { z } from 'zod';
import { DestinationFailure } from '../destination.ts';
import { type Album, AlbumImages, Albums, type Image, Made, Seen } from './answers.ts';
import type { PiwigoApi } from './piwigo-api.ts';

/** Its own limit for a page. */
const PAGE = 500;

/** Albums of a gallery, known by id. A picture may be in several, of which others made some. */
export class PiwigoAlbums {
  readonly #api: PiwigoApi;

  constructor(api: PiwigoApi) {
    this.#api = api;
  }

  async idOf(name: string, known: string | null, signal: AbortSignal): Promise<string> {
    // A crash may have left one that nobody wrote down; there is never a second one of the name.
    const there = await this.find(name, known, signal);
    if (there && there.id !== known && there.status !== 'private') {
      throw new DestinationFailure(
        'person',
        `There is a public album ${name} already. Make it private for now, or choose another name.`,
      );
    }
    if (there) return there.id;
    return (await this.#api.change('pwg.categories.add', { name, status: 'private' }, Made, signal)).id;
  }

  /** Also one that others see, unlike `idOf`; undefined: there is none. */
  async find(name: string, known: string | null, signal: AbortSignal): Promise<Album | undefined> {
    const all = await this.#all(signal);
    return (
      all.find(({ id }) => id === known) ?? all.find((album) => album.name === name && album.uppercats === album.id)
    );
  }

  /** Adds to the albums that the picture is in. */
  async add(image: Image, album: string, signal: AbortSignal): Promise<void> {
    if (isIn(image, album)) return;
    const more = { image_id: image.id, categories: album, multiple_value_mode: 'append' };
    await this.#api.change('pwg.images.setInfo', more, z.unknown(), signal);
  }

  /** Takes it out of this album alone. */
  async leave(image: Image, album: string, signal: AbortSignal): Promise<void> {
    if (!(await this.#api.isFrom(14, signal))) return this.#leaveByList(image, album, signal);
    const token = await this.#api.token(signal);
    const params = { image_id: [image.id], category_id: album, action: 'dissociate', pwg_token: token };
    await this.#api.change('pwg.images.setCategory', params, z.unknown(), signal);
  }

  /** Before 14 Piwigo only knows "exactly these albums", and tells of those that this user may see: are these all? */
  async #leaveByList(image: Image, album: string, signal: AbortSignal): Promise<void> {
    const { categories: seen } = await this.#api.query('pwg.categories.getList', { recursive: 'true' }, Seen, signal);
    const all = await this.#all(signal);
    if (!all.every(({ id }) => seen.some((one) => one.id === id))) {
      throw new DestinationFailure(
        'person',
        'Take the picture out of the album by hand: this Piwigo, older than 14, would take it out of private albums as well.',
      );
    }
    const others = image.categories.filter(({ id }) => id !== album).map(({ id }) => id);
    const exactly = { image_id: image.id, categories: others.join(';'), multiple_value_mode: 'replace' };
    await this.#api.change('pwg.images.setInfo', exactly, z.unknown(), signal);
  }

  /** Large galleries let new pictures wait, where they are in no album yet. */
  async empty(lounge: Image, album: string, signal: AbortSignal): Promise<void> {
    if (isIn(lounge, album) || !(await this.#api.isFrom(12, signal))) return;
    const params = { image_id: [lounge.id], category_id: album, pwg_token: await this.#api.token(signal) };
    await this.#api.change('pwg.images.uploadCompleted', params, z.unknown(), signal);
  }

  /** Ids of all pictures. Throws 'unknown' rather than leaving one out. */
  async members(album: string, signal: AbortSignal): Promise<string[]> {
    const there = (await this.#all(signal)).find(({ id }) => id === album);
    if (!there) throw new DestinationFailure('unknown', 'The album is not there any more.');
    const found = new Set<string>();
    for (let page = 0, total = Infinity; page * PAGE < total; page++) {
      const params = { cat_id: [album], recursive: 'false', per_page: PAGE, page, order: 'id' };
      const { paging, images } = await this.#api.query('pwg.categories.getImages', params, AlbumImages, signal);
      for (const { id } of images) found.add(id);
      if (total !== Infinity && total !== paging.total_count) throw incomplete();
      total = paging.total_count;
    }
    // The list has what this user may see, the number has all.
    if (found.size < there.nb_images) throw incomplete();
    return [...found];
  }

  async #all(signal: AbortSignal): Promise<Album[]> {
    const { categories } = await this.#api.query('pwg.categories.getAdminList', { recursive: 'true' }, Albums, signal);
    return categories;
  }
}

export const isIn = ({ categories }: Image, album: string) => categories.some(({ id }) => id === album);

const incomplete = () => new DestinationFailure('unknown', 'Piwigo lists fewer pictures than the album has.');
