import { randomUUID } from 'node:crypto';
import { DestinationFailure, PlaceLost } from '../destination.ts';
import { MARKER } from './file-names.ts';
import { contentOfText, type FileStore } from './file-store.ts';

/** Which place the destination was, the last time. */
export interface KnownMarker {
  /** null: it has not been there yet. */
  id: string | null;
  /** Keeps it; throws when that fails. */
  keep(id: string): void;
}

export interface CheckedMarker {
  /** The place's id. A place that has none gets one, if the destination has not been there yet. */
  id(signal: AbortSignal): Promise<string>;
  /** Throws unless the place is the one that it was. */
  check(signal: AbortSignal): Promise<void>;
  /** From now on, the place is the one that is there. */
  adopt(signal: AbortSignal): Promise<void>;
  /** Reads it, for whoever only wants to know whether the place can be reached. */
  read(signal: AbortSignal): Promise<string | null>;
}

const MOST_BYTES = 4096;

/** A file in the destination's folder tells it from another folder in the same place: a drive that is not mounted, another account. */
export function checkedMarker(store: FileStore, known: KnownMarker): CheckedMarker {
  const read = async (signal: AbortSignal) => {
    const bytes = await store.read(MARKER, MOST_BYTES, signal);
    if (bytes === null) return null;
    const id = /^\{"safelight":"([0-9a-f-]{36})"\}\s*$/.exec(bytes.toString('utf8'))?.[1];
    if (id === undefined) throw new DestinationFailure('unknown', `${MARKER} there is not what Safelight has written.`);
    return id;
  };
  const write = async (signal: AbortSignal) => {
    const id = randomUUID();
    await store.write(MARKER, contentOfText(`${JSON.stringify({ safelight: id })}\n`), 'nothing', signal);
    return (await read(signal)) ?? id;
  };
  const missing = (): never => {
    throw new PlaceLost(
      store.canVanish ? 'later' : 'person',
      `${MARKER}, by which Safelight knows the place, is not in ${store.identity}. Is its drive there?`,
    );
  };
  const check = async (signal: AbortSignal) => {
    const found = (await read(signal)) ?? missing();
    if (found !== known.id) throw new PlaceLost('person', `${store.identity} is another place than before.`);
  };
  const take = async (signal: AbortSignal) => {
    const id = (await read(signal)) ?? (await write(signal));
    known.keep(id);
    known.id = id;
    return id;
  };
  return {
    read,
    check,
    id: async (signal) => (known.id === null ? take(signal) : ((await read(signal)) ?? missing())),
    async adopt(signal) {
      await take(signal);
    },
  };
}
