import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LibraryStatus } from '../../contract/service.ts';
import type { Outline } from '../api/images.ts';
import { KEPT_PICTURES } from '../api/kept-pictures.ts';
import type { Session } from '../api/session.ts';

/**
 * [Note: The kept set] What is needed to go on culling without Safelight, after a reload, too: the pictures in the browser's cache, and in its database
 * who was signed in, the lists of ids and the records. There is one set, of the session that kept it: it is forgotten when that is over, when another
 * client signs in, and after a month. It is opened while nobody answers, and never instead of an answer. Decisions are somewhere else: see
 * [Note: Waiting changes].
 */
export interface KeptSet {
  session: Session;
  library: LibraryStatus;
  /** Unix milliseconds. */
  time: number;
  /** Of the culling view. */
  address: string;
  /** Chosen pictures, where they are not those of a list. */
  chosen: number[] | null;
  /** What this device trusts, and the plain page that tells whether that still holds; null without HTTPS. */
  authority: { fingerprint: string; page: string } | null;
  records: ImageRecord[];
  outlines: [queryKey: readonly unknown[], outline: Outline][];
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

interface Schema extends DBSchema {
  set: { key: 'set'; value: KeptSet };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('safelight-offline', 1, { upgrade: (made) => void made.createObjectStore('set') });

async function inDatabase<Result>(act: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const database = await open();
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

export const writeKeptSet = (set: KeptSet) => inDatabase((database) => database.put('set', set, 'set'));

/** null when there is none, or no storage. */
export async function readKeptSet(): Promise<KeptSet | null> {
  const set = await inDatabase((database) => database.get('set', 'set')).catch(() => undefined);
  if (!set) return null;
  if (Math.abs(Date.now() - set.time) < MONTH_MS) return set;
  await forgetKeptSet();
  return null;
}

/** Pictures and records; never decisions. */
export async function forgetKeptSet(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(KEPT_PICTURES);
  await inDatabase((database) => database.clear('set')).catch(() => undefined);
}
