import { extname } from 'node:path';
import { type Destination, DestinationFailure } from '../destination.ts';
import type { Item, Outgoing, PictureFacts, Placed } from '../destination.ts';
import type { Feedback, GivesFeedback } from '../feedback.ts';
import type { HttpClient } from '../http/http-client.ts';
import { inParallel } from '../services/in-parallel.ts';
import { assetAndAlbum, itemId } from '../services/item-id.ts';
import { isIn, PiwigoAlbums } from './albums.ts';
import { type Image, Users } from './answers.ts';
import { PiwigoImages } from './images.ts';
import { hasMark, isMarked, markedName, plainName } from './marked-names.ts';
import { type PiwigoAccess, PiwigoApi } from './piwigo-api.ts';
import { PiwigoTags } from './tags.ts';
import { tryOut } from './try-out.ts';

export interface PiwigoSettings {
  /** Of the gallery, such as https://photos.example.org/piwigo */
  address: string;
  access: PiwigoAccess;
}

/** Requests at once: each is a PHP process, on shared hosts, too. */
const AT_ONCE = 4;

/** A gallery of Piwigo 11 or newer, as an administrator of it. */
export class Piwigo implements Destination, GivesFeedback {
  readonly #api: PiwigoApi;
  readonly #client: HttpClient;
  readonly #albums: PiwigoAlbums;
  readonly #images: PiwigoImages;
  #takes: string[] | null = null;

  constructor({ address, access }: PiwigoSettings, client: HttpClient) {
    this.#client = client;
    this.#api = new PiwigoApi(address, access, client);
    this.#albums = new PiwigoAlbums(this.#api);
    this.#images = new PiwigoImages(this.#api, new PiwigoTags(this.#api));
  }

  get abilities() {
    return { describes: true, stars: false, takes: this.#takes };
  }

  async whoIs(signal: AbortSignal): Promise<string> {
    const { username, upload_file_types: types } = await this.#api.checkStatus(signal);
    this.#takes = types?.toLowerCase().split(',') ?? null;
    // Piwigo has no id of its own: a new gallery at the same address has users of another day.
    const params = { username, display: 'username,registration_date' };
    const { users } = await this.#api.query('pwg.users.getList', params, Users, signal);
    const user = users.find((one) => one.username === username);
    if (!user) throw new DestinationFailure('unknown', `Piwigo does not list ${username} among its users.`);
    return `Piwigo user ${username} (${user.id}, since ${user.registration_date ?? 'the beginning'})`;
  }

  async test(signal: AbortSignal): Promise<string[]> {
    const { username, status } = await this.#api.checkStatus(signal);
    return tryOut(this.#images, `${username} (${status})`, signal);
  }

  album(name: string, known: string | null, signal: AbortSignal): Promise<string> {
    return this.#albums.idOf(name, known, signal);
  }

  async upload(outgoing: Outgoing, signal: AbortSignal): Promise<Placed & { isOurs: boolean }> {
    const album = albumOf(outgoing);
    this.#checkType(outgoing.name);
    const { md5 } = outgoing;
    const params = { filename: markedName(outgoing.name, outgoing.mark), category: [album], level: 0 };
    const image = (await this.#images.withMd5(md5, signal)) ?? (await this.#images.send(outgoing, params, signal));
    checkBytes(image, md5);
    const isOurs = hasMark(image.file, outgoing.mark);
    await this.#settle(image, outgoing, isOurs, signal);
    return { ...placedAt(image, album), isOurs };
  }

  async replace(placed: Placed, outgoing: Outgoing, signal: AbortSignal): Promise<Placed> {
    this.#checkType(outgoing.name);
    const { asset: id } = assetAndAlbum(placed.id);
    const { md5 } = outgoing;
    const there = await this.#images.info(id, signal);
    if (!there || !hasMark(there.file, outgoing.mark)) throw changedThere();
    // A replacement that was not written down has these bytes already.
    const isDone = there.md5sum === md5;
    if (!isDone && there.md5sum !== placed.version) throw changedThere();
    const params = { filename: markedName(outgoing.name, outgoing.mark), image_id: id, level: 0 };
    const image = isDone ? there : await this.#images.send(outgoing, params, signal);
    checkBytes(image, md5);
    await this.#settle(image, outgoing, true, signal);
    return placedAt(image, albumOf(outgoing));
  }

  async describe(placed: Placed, facts: PictureFacts, signal: AbortSignal): Promise<Placed> {
    const { asset: id, album } = assetAndAlbum(placed.id);
    const image = await this.#images.info(id, signal);
    if (!image || !isMarked(image.file)) throw changedThere();
    await this.#images.tell(image, facts, signal);
    return placedAt(image, album);
  }

  /** Out of its album; from the gallery only if it is Safelight's, and in no other album. */
  async remove(placed: Placed, signal: AbortSignal): Promise<void> {
    const { asset: id, album } = assetAndAlbum(placed.id);
    const image = await this.#images.info(id, signal);
    if (!image) return;
    if (image.md5sum !== placed.version) throw changedThere();
    const isElsewhere = image.categories.some((category) => category.id !== album);
    if (isMarked(image.file) && !isElsewhere) await this.#images.delete(id, signal);
    else if (album !== null && isIn(image, album)) await this.#albums.leave(image, album, signal);
  }

  async look(id: string, signal: AbortSignal): Promise<Item | null> {
    const { asset, album } = assetAndAlbum(id);
    const image = await this.#images.info(asset, signal);
    return image && (album === null || isIn(image, album)) ? itemOf(image, album) : null;
  }

  async list(album: string | null, _among: readonly string[], signal: AbortSignal): Promise<Item[]> {
    if (album === null) throw needsAlbum();
    const ids = await this.#albums.members(album, signal);
    // The list of an album has no checksums.
    return inParallel(ids, AT_ONCE, async (id) => {
      const image = await this.#images.info(id, signal);
      if (!image) throw new DestinationFailure('unknown', 'The album changed while it was listed.');
      return itemOf(image, album);
    });
  }

  async find(outgoing: Outgoing, signal: AbortSignal): Promise<Placed | null> {
    const image = await this.#images.withMd5(outgoing.md5, signal);
    if (!image || !hasMark(image.file, outgoing.mark)) return null;
    await this.#settle(image, outgoing, true, signal);
    return placedAt(image, albumOf(outgoing));
  }

  async albumNamed(name: string, known: string | null, signal: AbortSignal): Promise<string | null> {
    return (await this.#albums.find(name, known, signal))?.id ?? null;
  }

  takenAt({ takenAt }: Item): Promise<string | null> {
    return Promise.resolve(takenAt);
  }

  isFile({ version }: Item, { md5 }: Pick<Outgoing, 'md5'>): Promise<boolean> {
    return Promise.resolve(version === md5);
  }

  async claim(placed: Placed, mark: string, signal: AbortSignal): Promise<void> {
    const { asset: id } = assetAndAlbum(placed.id);
    const image = await this.#images.info(id, signal);
    if (image?.md5sum !== placed.version) throw changedThere();
    if (hasMark(image.file, mark)) return;
    if (isMarked(image.file))
      throw new DestinationFailure('never', 'Safelight has put it there, for another publication.');
    await this.#images.mark(image, mark, signal);
  }

  async feedback(ids: readonly string[], signal: AbortSignal): Promise<Feedback[]> {
    const all = await inParallel(ids, AT_ONCE, async (id) => {
      const said = await this.#images.feedback(assetAndAlbum(id).asset, signal);
      return said && { id, ...said };
    });
    return all.filter((one) => one !== null);
  }

  close(): Promise<void> {
    this.#client.close();
    return Promise.resolve();
  }

  /** All that follows when the bytes are there. It can be done again from any point at which it broke off. */
  async #settle(image: Image, outgoing: Outgoing, isOurs: boolean, signal: AbortSignal): Promise<void> {
    const album = albumOf(outgoing);
    let now: Image | null = image;
    if (!isIn(now, album)) {
      await this.#albums.empty(now, album, signal);
      now = await this.#images.info(image.id, signal);
      if (!now) throw new DestinationFailure('later', 'What was uploaded is not there.');
      await this.#albums.add(now, album, signal);
    }
    // What others put there keeps what others wrote.
    if (isOurs) await this.#images.tell(now, outgoing.facts, signal);
  }

  #checkType(name: string): void {
    const extension = extname(name).slice(1).toLowerCase();
    if (this.#takes?.includes(extension) !== false) return;
    throw new DestinationFailure('never', `This Piwigo takes no .${extension} files, only ${this.#takes.join(', ')}.`);
  }
}

function albumOf({ album }: Outgoing): string {
  if (album === null) throw needsAlbum();
  return album;
}

const needsAlbum = () => new DestinationFailure('person', 'Piwigo shows pictures in albums alone: choose one.');

const changedThere = () => new DestinationFailure('changed_there', 'The picture at Piwigo is not as it was left.');

function checkBytes(image: Image, md5: string): void {
  if (image.md5sum === md5) return;
  throw new DestinationFailure('later', 'What is there is not the picture that was sent.');
}

const placedAt = (image: Image, album: string | null): Placed => ({
  id: itemId(image.id, album),
  version: image.md5sum ?? '',
});

const itemOf = (image: Image, album: string | null): Item => ({
  ...placedAt(image, album),
  name: plainName(image.file),
  bytes: null,
  mark: null,
  sha256: null,
  takenAt: image.date_creation?.replace(' ', 'T') ?? null,
});
