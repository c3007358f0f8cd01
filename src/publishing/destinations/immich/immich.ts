import { type Destination, DestinationFailure } from '../destination.ts';
import type { Item, Outgoing, PictureFacts, Placed } from '../destination.ts';
import type { Feedback, GivesFeedback } from '../feedback.ts';
import type { HttpClient } from '../http/http-client.ts';
import { inParallel } from '../services/in-parallel.ts';
import { assetAndAlbum, itemId } from '../services/item-id.ts';
import { ImmichAlbums } from './albums.ts';
import type { Asset } from './answers.ts';
import { base64, ImmichAssets } from './assets.ts';
import { ImmichFacts, type Recorded } from './facts.ts';
import { ImmichApi } from './immich-api.ts';
import { lackingRights } from './permissions.ts';
import { type AssetRecord, hasMark, newRecord, withoutAlbum } from './record.ts';

export interface ImmichSettings {
  /** Of the page, such as https://photos.example.org */
  address: string;
  key: string;
}

/** Requests at once, for what the list of an album does not tell. */
const AT_ONCE = 6;

/** How long the server may take to read the metadata of a picture, before what is told of it is sent all the same. */
const READING_MS = 10_000;

/** An account of Immich 2.7 or newer. */
export class Immich implements Destination, GivesFeedback {
  readonly #client: HttpClient;
  readonly #albums: ImmichAlbums;
  readonly #assets: ImmichAssets;
  readonly #facts: ImmichFacts;
  readonly #api: ImmichApi;
  #takes: string[] | null = null;

  constructor({ address, key }: ImmichSettings, client: HttpClient, readingMs = READING_MS) {
    this.#client = client;
    this.#api = new ImmichApi(address, key, client);
    this.#albums = new ImmichAlbums(this.#api);
    this.#assets = new ImmichAssets(this.#api);
    this.#facts = new ImmichFacts(this.#api, this.#assets, readingMs);
  }

  get abilities() {
    return { describes: true, stars: true, takes: this.#takes };
  }

  async whoIs(signal: AbortSignal): Promise<string> {
    this.#takes = await this.#assets.takenExtensions(signal);
    // Ids of accounts are random, so they differ between installations, too.
    const { id, email } = await this.#assets.account(signal);
    return `Immich account ${email} (${id})`;
  }

  async test(signal: AbortSignal): Promise<string[]> {
    const lacking = lackingRights(await this.#assets.grantedRights(signal));
    if (lacking.length === 0) await this.#assets.tryOut(signal);
    return lacking;
  }

  album(name: string, known: string | null, signal: AbortSignal): Promise<string> {
    return this.#albums.idOf(name, known, signal);
  }

  async upload(outgoing: Outgoing, signal: AbortSignal): Promise<Placed & { isOurs: boolean }> {
    const { asset, record } = await this.#put(outgoing, null, signal);
    await this.#albums.add(outgoing.album, asset.id, signal);
    if (record) await this.#settle({ asset, record }, outgoing, signal);
    return { ...placedAt(asset, outgoing.album), isOurs: record !== null };
  }

  async replace(placed: Placed, outgoing: Outgoing, signal: AbortSignal): Promise<Placed> {
    const { sha1 } = outgoing;
    const old = await this.#toReplace(placed, outgoing.mark, signal);
    if (old.asset.checksum === base64(sha1)) {
      await this.#settle(old, outgoing, signal);
      return placedAt(old.asset, outgoing.album);
    }
    // What a crash left half done, of other bytes than these.
    const left = old.record.replacedBy;
    if (left !== null && left !== sha1) await this.#undo(left, old.asset.id, outgoing, signal);
    old.record = { ...old.record, replacedBy: sha1 };
    await this.#assets.keepRecord(old.asset.id, old.record, signal);
    const { asset, record } = await this.#put(outgoing, old.asset.id, signal);
    if (record) await this.#settle({ asset, record }, outgoing, signal);
    return placedAt(asset, outgoing.album);
  }

  async describe(placed: Placed, facts: PictureFacts, signal: AbortSignal): Promise<Placed> {
    const { asset: id, album } = assetAndAlbum(placed.id);
    const now = await this.#recorded(id, signal);
    if (!now) throw changedThere();
    if (now.record.marks[0]?.album === album) await this.#facts.tell(now, facts, signal);
    return placedAt(now.asset, album);
  }

  async remove(placed: Placed, signal: AbortSignal): Promise<void> {
    const { asset: id, album } = assetAndAlbum(placed.id);
    const asset = await this.#assets.alive(id, signal);
    if (!asset) return;
    if (versionOf(asset) !== placed.version) throw changedThere();
    const record = await this.#assets.record(id, signal);
    if (record) await this.#giveUp({ asset, record }, album, signal);
    else await this.#albums.leave(album, id, signal);
  }

  async look(id: string, signal: AbortSignal): Promise<Item | null> {
    const { asset: assetId, album } = assetAndAlbum(id);
    const asset = await this.#assets.alive(assetId, signal);
    return asset && itemOf(asset, album, await this.#assets.record(assetId, signal));
  }

  async list(album: string | null, among: readonly string[], signal: AbortSignal): Promise<Item[]> {
    if (album === null) {
      const found = await inParallel(among, AT_ONCE, (id) => this.look(id, signal));
      return found.filter((item) => item !== null);
    }
    const assets = await this.#albums.members(album, signal);
    return inParallel(assets, AT_ONCE, async (asset) =>
      itemOf(asset, album, await this.#assets.record(asset.id, signal)),
    );
  }

  async find(outgoing: Outgoing, signal: AbortSignal): Promise<Placed | null> {
    const there = await this.#assets.withChecksum(outgoing.sha1, signal);
    const now = there && (await this.#recorded(there.id, signal));
    if (!now || !hasMark(now.record, outgoing.mark)) return null;
    await this.#albums.add(outgoing.album, now.asset.id, signal);
    await this.#settle(now, outgoing, signal);
    return placedAt(now.asset, outgoing.album);
  }

  albumNamed(name: string, known: string | null, signal: AbortSignal): Promise<string | null> {
    return this.#albums.find(name, known, signal);
  }

  takenAt({ takenAt }: Item): Promise<string | null> {
    return Promise.resolve(takenAt);
  }

  isFile({ version }: Item, { sha1 }: Pick<Outgoing, 'sha1'>): Promise<boolean> {
    return Promise.resolve(version === base64(sha1));
  }

  async claim(placed: Placed, mark: string, signal: AbortSignal): Promise<void> {
    const { asset: id, album } = assetAndAlbum(placed.id);
    const asset = await this.#assets.alive(id, signal);
    if (!asset || versionOf(asset) !== placed.version) throw changedThere();
    const held = await this.#assets.record(id, signal);
    if (hasMark(held, mark)) return;
    const claimed = newRecord(mark, album, '');
    const record = held ? { ...held, marks: [...held.marks, ...claimed.marks] } : claimed;
    await this.#assets.keepRecord(id, record, signal);
  }

  async feedback(ids: readonly string[], signal: AbortSignal): Promise<Feedback[]> {
    const all = await inParallel(ids, AT_ONCE, async (id) => {
      const { asset: assetId, album } = assetAndAlbum(id);
      const asset = await this.#assets.alive(assetId, signal);
      if (!asset) return null;
      const comments = album === null ? [] : await this.#albums.comments(album, assetId, signal);
      return { id, stars: asset.exifInfo?.rating ?? null, isFavorite: asset.isFavorite, comments };
    });
    return all.filter((one) => one !== null);
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  /** The asset with these bytes: found, brought back from the trash, or sent. Without a record it is somebody else's. */
  async #put(
    outgoing: Outgoing,
    replaces: string | null,
    signal: AbortSignal,
  ): Promise<{ asset: Asset; record: AssetRecord | null }> {
    const { sha1 } = outgoing;
    const created = newRecord(outgoing.mark, outgoing.album, outgoing.sha256, replaces);
    const there =
      (await this.#assets.withChecksum(sha1, signal)) ?? (await this.#assets.send(outgoing, sha1, created, signal));
    const held = await this.#assets.record(there.id, signal);
    if (!held && replaces !== null) {
      throw new DestinationFailure('never', 'Somebody else has put the very same picture there already.');
    }
    if (there.isTrashed) await this.#assets.restore(there.id, signal);
    const asset = await this.#assets.alive(there.id, signal);
    if (asset?.checksum !== base64(sha1)) {
      if (asset && held?.sha256 === outgoing.sha256) await this.#assets.trash(asset.id, signal);
      throw new DestinationFailure('later', 'What is there is not the picture that was sent.');
    }
    if (!held) return { asset, record: null };
    const record: AssetRecord = {
      ...held,
      marks: hasMark(held, outgoing.mark) ? held.marks : [...held.marks, ...created.marks],
      replaces: replaces ?? held.replaces,
      replacedBy: null,
    };
    await this.#assets.keepRecord(asset.id, record, signal);
    return { asset, record };
  }

  /** All that follows when the bytes are there. It can be done again from any point at which it broke off. */
  async #settle(now: Recorded, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    const { replaces } = now.record;
    const former = replaces === null ? null : await this.#recorded(replaces, signal);
    if (former) await this.#takeOver(former, now, outgoing, signal);
    else if (isTeller(now.record, outgoing.mark)) await this.#facts.tell(now, outgoing.facts, signal);
    if (replaces !== null) await this.#assets.keepRecord(now.asset.id, { ...now.record, replaces: null }, signal);
  }

  /** The new picture comes into all places of the former, and only then the former goes: two for a moment, never none. */
  async #takeOver(former: Recorded, now: Recorded, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    const isShared = former.record.marks.length > 1;
    const places = { albums: !isShared, favorite: true, sharedLinks: !isShared, stack: !isShared };
    // The former sidecar would be laid over the new file.
    const copy = { sourceId: former.asset.id, targetId: now.asset.id, ...places, sidecar: false };
    await this.#api.order('PUT', '/assets/copy', copy, signal);
    await this.#albums.add(outgoing.album, now.asset.id, signal);
    if (isTeller(now.record, outgoing.mark)) await this.#facts.tell(now, outgoing.facts, signal, former);
    await this.#giveUp(former, outgoing.album, signal);
  }

  /** To the trash, unless another publication shows it as well. */
  async #giveUp({ asset, record }: Recorded, album: string | null, signal: AbortSignal): Promise<void> {
    if (record.marks.length === 1) return this.#assets.trash(asset.id, signal);
    const rest = withoutAlbum(record, album);
    await this.#assets.keepRecord(asset.id, { ...rest, replacedBy: null }, signal);
    if (!rest.marks.some((held) => held.album === album)) await this.#albums.leave(album, asset.id, signal);
  }

  async #undo(sha1: string, replaces: string, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
    const there = await this.#assets.withChecksum(sha1, signal);
    const left = there && (await this.#recorded(there.id, signal));
    if (left?.record.replaces === replaces) await this.#giveUp(left, outgoing.album, signal);
  }

  /** The item as it was left, or what a replacement that was not written down has made of it. */
  async #toReplace(placed: Placed, mark: string, signal: AbortSignal): Promise<Recorded> {
    const { asset: id } = assetAndAlbum(placed.id);
    const asset = await this.#assets.evenTrashed(id, signal);
    const record = asset && (await this.#assets.record(id, signal));
    if (!asset || !record || !hasMark(record, mark) || versionOf(asset) !== placed.version) throw changedThere();
    if (!asset.isTrashed) return { asset, record };
    const successor = record.replacedBy === null ? null : await this.#assets.withChecksum(record.replacedBy, signal);
    const now = successor && (await this.#recorded(successor.id, signal));
    if (!now || !hasMark(now.record, mark)) throw changedThere();
    return now;
  }

  /** null: gone, in the trash, or not Safelight's. */
  async #recorded(id: string, signal: AbortSignal): Promise<Recorded | null> {
    const asset = await this.#assets.alive(id, signal);
    const record = asset && (await this.#assets.record(id, signal));
    return record && { asset, record };
  }
}

const changedThere = () => new DestinationFailure('changed_there', 'The picture at Immich is not as it was left.');

/** Of the publications that share a picture, one tells about it: they would write over one another. */
const isTeller = ({ marks }: AssetRecord, mark: string) => marks[0]?.mark === mark;

/** The bytes of an asset never change; edits at Immich lie beside them. */
const versionOf = ({ checksum, isEdited }: Asset) => (isEdited ? `${checksum} edited` : checksum);

const placedAt = (asset: Asset, album: string | null): Placed => ({
  id: itemId(asset.id, album),
  version: versionOf(asset),
});

const itemOf = (asset: Asset, album: string | null, record: AssetRecord | null): Item => ({
  ...placedAt(asset, album),
  name: asset.originalFileName,
  bytes: asset.exifInfo?.fileSizeInByte ?? null,
  mark: record?.marks.find((held) => held.album === album)?.mark ?? record?.marks[0]?.mark ?? null,
  // Of what others sent nobody knows it.
  sha256: record === null || record.sha256 === '' ? null : record.sha256,
  // The other one is in UTC.
  takenAt: asset.localDateTime,
});
