import { DestinationFailure, type Destination, type Item, type Outgoing, type Placed } from '../destination.ts';
import { endingOf, folderName, isOwnName } from './file-names.ts';
import { folderOf, nameOf, type FileStore, type Stored } from './file-store.ts';
import { checkedMarker, type KnownMarker } from './marker.ts';
import { testRights } from './test-rights.ts';
import { keyOf } from '../../../contract/archive-names.ts';
import { FreeNames } from './free-names.ts';
import { readJpegHead } from '../../../previews/jpeg-head.ts';
import { checkWritten, contentOf, removeDraft, withDraft } from './drafts.ts';

/** A destination whose albums are folders and whose items are files. An item's id is its path. */
export function fileDestination(store: FileStore, known: KnownMarker): Destination {
  const marker = checkedMarker(store, known);
  const names = new FreeNames(store);

  /** What says that something is not there is only believed of the place that was marked. */
  const absent = async (signal: AbortSignal): Promise<null> => {
    await marker.check(signal);
    return null;
  };
  const existing = async (placed: Placed, signal: AbortSignal): Promise<Stored | null> => {
    const at = await store.stat(placed.id, signal);
    if (at === null) return absent(signal);
    if (at.isFolder || at.version !== placed.version)
      throw new DestinationFailure('changed_there', `${placed.id} was changed there since it was put there.`);
    return at;
  };
  const stored = async (path: string, outgoing: Outgoing, signal: AbortSignal): Promise<Placed> => {
    const at = await checkWritten(store, path, outgoing, null, signal);
    return { id: path, version: at.version };
  };

  /** What is where an upload was to go, if these are its bytes. */
  const arrived = async ({ chosen, mark, bytes, sha256 }: Outgoing, signal: AbortSignal): Promise<Stored | null> => {
    const at = chosen === null ? null : await store.stat(chosen, signal);
    if (at === null || at.isFolder || at.bytes !== bytes) return null;
    const isTheirs = at.mark !== null && at.mark !== mark;
    return !isTheirs && (at.sha256 ?? (await store.sha256(at.path, signal))) === sha256 ? at : null;
  };

  async function giveUp({ chosen, begun }: Pick<Outgoing, 'chosen' | 'begun'>, signal: AbortSignal): Promise<void> {
    if (chosen !== null && begun !== null) await store.giveUp?.(chosen, begun, signal);
  }

  async function albumNamed(name: string, known: string | null, signal: AbortSignal): Promise<string | null> {
    if (store.canVanish) await marker.check(signal);
    if (known !== null && (await store.stat(known, signal))?.isFolder === true) return known;
    const wanted = keyOf(folderName(name));
    const there = await names.entries('', signal);
    return there.find((entry) => entry.isFolder && keyOf(entry.name) === wanted)?.path ?? null;
  }

  async function upload(outgoing: Outgoing, signal: AbortSignal) {
    if (store.canVanish) await marker.check(signal);
    const placed = async (path: string) => ({ ...(await stored(path, outgoing, signal)), isOurs: true });
    if ((await store.wholeWrites(signal)) === 'all') {
      const path = await names.take(outgoing.album, outgoing.name, signal);
      outgoing.choose(path);
      const told = await store.write(path, contentOf(outgoing), 'nothing', signal);
      const at = await checkWritten(store, path, outgoing, told, signal);
      return { id: path, version: at.version, isOurs: true };
    }
    return withDraft(store, outgoing, outgoing.album ?? '', signal, async (draft) => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const path = await names.take(outgoing.album, outgoing.name, signal);
        outgoing.choose(path);
        if (await store.moveToNew(draft, path, signal)) return placed(path);
        names.forget(outgoing.album);
      }
      throw new DestinationFailure('unknown', `No name was free for ${outgoing.name}.`);
    });
  }

  return {
    abilities: { describes: false, stars: false, takes: null },

    whoIs: async (signal) => `${await marker.id(signal)} ${store.identity}`,

    test: (signal) => testRights(store, marker, signal),

    async album(name, known, signal) {
      const there = await albumNamed(name, known, signal);
      if (there !== null) return there;
      const path = await names.take(null, folderName(name), signal);
      await store.makeFolder(path, signal);
      return path;
    },

    albumNamed,

    upload,

    async replace(placed, outgoing, signal) {
      if (store.canVanish) await marker.check(signal);
      const stillThere = async () => {
        if (await existing(placed, signal)) return;
        throw new DestinationFailure('changed_there', `${placed.id} is no longer there.`);
      };
      await stillThere();
      const here = { ...outgoing, album: folderOf(placed.id) };
      if (endingOf(nameOf(placed.id)) !== endingOf(outgoing.name)) {
        const { id, version } = await upload(here, signal);
        // Uploads take their time: what somebody has changed meanwhile is theirs.
        const former = await store.stat(placed.id, signal);
        if (former?.version === placed.version) await store.remove(placed.id, signal);
        return { id, version };
      }
      if ((await store.wholeWrites(signal)) !== 'none') {
        const told = await store.write(placed.id, contentOf(outgoing), { version: placed.version }, signal);
        const at = await checkWritten(store, placed.id, outgoing, told, signal);
        return { id: placed.id, version: at.version };
      }
      return withDraft(store, here, here.album, signal, async (draft) => {
        // Uploads take their time.
        await stillThere();
        await store.moveOver(draft, placed.id, signal);
        return stored(placed.id, outgoing, signal);
      });
    },

    describe: () => Promise.reject(new DestinationFailure('never', 'Files are described by what is in them.')),

    async remove(placed, signal) {
      if (await existing(placed, signal)) await store.remove(placed.id, signal);
    },

    async look(id, signal) {
      const at = await store.stat(id, signal);
      return at === null || at.isFolder ? absent(signal) : itemOf(at);
    },

    async list(album, _among, signal) {
      const entries = await store.list(album ?? '', signal);
      // An empty list is what a drive that is not mounted gives.
      if (entries === null || entries.length === 0) await marker.check(signal);
      return (entries ?? []).filter((entry) => !entry.isFolder && !isOwnName(entry.name)).map(itemOf);
    },

    async find(outgoing, signal) {
      const at = await arrived(outgoing, signal);
      // A crash between the new name and the end of the temporary one leaves it, as does one before a picture that is another by now.
      if ((await store.wholeWrites(signal)) !== 'all') await removeDraft(store, outgoing, signal);
      if (at) return { id: at.path, version: at.version };
      await giveUp(outgoing, signal);
      return absent(signal);
    },

    giveUp,

    adopt: (signal) => marker.adopt(signal),

    async takenAt({ id }, signal) {
      const head = await store.read(id, HEAD_BYTES, signal);
      return (head && readJpegHead(head)?.exif?.takenAt) ?? null;
    },

    isFile: async ({ id, bytes }, file, signal) =>
      bytes === file.bytes && (await store.sha256(id, signal)) === file.sha256,

    async claim(placed, _mark, signal) {
      if (!(await existing(placed, signal)))
        throw new DestinationFailure('changed_there', `${placed.id} is no longer there.`);
    },

    close: () => store.close(),
  };
}

/** Holds the EXIF block of a JPEG, and what may come before it. */
const HEAD_BYTES = 2 ** 16 + 2 ** 12;

/** Others may take a name between the list and the move. */
const MOST_TRIES = 10;

const itemOf = ({ path, name, bytes, version, mark, sha256 }: Stored): Item => ({
  id: path,
  name,
  bytes,
  version,
  mark,
  sha256,
  takenAt: null,
});
