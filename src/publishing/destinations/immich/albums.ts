import { z } from 'zod';
import { DestinationFailure } from '../destination.ts';
import type { Feedback } from '../feedback.ts';
import { Album, type Asset, ChangedMembers, Comments, FoundAssets } from './answers.ts';
import { Absent, type ImmichApi } from './immich-api.ts';

const PAGE = 500;

/** Albums of an account, known by id. */
export class ImmichAlbums {
  readonly #api: ImmichApi;

  constructor(api: ImmichApi) {
    this.#api = api;
  }

  async idOf(name: string, known: string | null, signal: AbortSignal): Promise<string> {
    if (known !== null && (await this.#album(known, signal))) return known;
    // A crash may have left one that nobody wrote down; there is never a second one of the name.
    const there = await this.#named(name, signal);
    if (there && (there.shared || there.hasSharedLink)) {
      throw new DestinationFailure(
        'person',
        `There is an album ${name} already, and others see it. Stop sharing it for now, or choose another name.`,
      );
    }
    if (there) return there.id;
    return (await this.#api.change('POST', '/albums', { albumName: name }, Album, signal)).id;
  }

  /** Also one that others see, unlike `idOf`; null: there is none. */
  async find(name: string, known: string | null, signal: AbortSignal): Promise<string | null> {
    if (known !== null && (await this.#album(known, signal))) return known;
    return (await this.#named(name, signal))?.id ?? null;
  }

  async #named(name: string, signal: AbortSignal): Promise<Album | undefined> {
    const all = await this.#api.get('/albums?isOwned=true', z.array(Album), signal);
    return all.find(({ albumName }) => albumName === name);
  }

  async add(album: string | null, asset: string, signal: AbortSignal): Promise<void> {
    if (album === null) return;
    const [change] = await this.#members('PUT', album, asset, signal);
    if (change?.success || change?.error === 'duplicate') return;
    throw new DestinationFailure('person', `Immich does not take the picture into the album (${change?.error}).`);
  }

  /** No error if it is not in it, or if the album is gone. */
  async leave(album: string | null, asset: string, signal: AbortSignal): Promise<void> {
    if (album === null) return;
    const [change] = await this.#members('DELETE', album, asset, signal).catch((error: unknown) => {
      if (error instanceof Absent) return [{ success: true, error: undefined }];
      throw error;
    });
    if (change?.success || change?.error === 'not_found') return;
    throw new DestinationFailure('person', `Immich does not take the picture out of the album (${change?.error}).`);
  }

  /** All of an album. Throws 'unknown' rather than leaving one out. */
  async members(album: string, signal: AbortSignal): Promise<Asset[]> {
    const before = await this.#album(album, signal);
    if (!before) throw new DestinationFailure('unknown', 'The album is not there any more.');
    const found = new Map<string, Asset>();
    let page: number | null = 1;
    while (page !== null) {
      const { items, nextPage } = await this.#page(album, page, signal);
      for (const asset of items) found.set(asset.id, asset);
      if (nextPage !== null && items.length === 0) throw incomplete();
      page = nextPage === null ? null : Number(nextPage);
    }
    // What others put into a shared album is counted, and not always listed.
    if (!before.shared && found.size < before.assetCount) throw incomplete();
    return [...found.values()];
  }

  /** Of an asset, as it is in that album; the oldest first. */
  async comments(album: string, asset: string, signal: AbortSignal): Promise<Feedback['comments']> {
    const query = new URLSearchParams({ albumId: album, assetId: asset, type: 'comment' });
    const comments = await this.#api.get(`/activities?${query.toString()}`, Comments, signal);
    return comments
      .map(({ comment, createdAt, user }) => ({ author: user.name, text: comment ?? '', at: createdAt }))
      .sort((one, other) => one.at.localeCompare(other.at));
  }

  async #page(album: string, page: number, signal: AbortSignal) {
    const question = { page, size: PAGE, withExif: true, albumIds: [album] };
    return (await this.#api.query('/search/metadata', question, FoundAssets, signal)).assets;
  }

  #members(method: 'PUT' | 'DELETE', album: string, asset: string, signal: AbortSignal) {
    const path = `/albums/${encodeURIComponent(album)}/assets`;
    return this.#api.change(method, path, { ids: [asset] }, ChangedMembers, signal);
  }

  #album(id: string, signal: AbortSignal): Promise<Album | null> {
    return this.#api.get(`/albums/${encodeURIComponent(id)}`, Album, signal).catch((error: unknown) => {
      if (error instanceof Absent) return null;
      throw error;
    });
  }
}

const incomplete = () => new DestinationFailure('unknown', 'Immich lists fewer pictures than the album has.');
