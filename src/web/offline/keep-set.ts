import type { Authority } from '../../contract/https.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { isConnectionLost } from '../api/connection.ts';
import { imageQuery, type ImagePage, type ListParameters, type Outline, pageQuery } from '../api/images.ts';
import { KEPT_PICTURES } from '../api/kept-pictures.ts';
import { libraryQuery } from '../api/library.ts';
import { previewUrl } from '../api/preview-url.ts';
import { queryClient } from '../api/query-client.ts';
import { get, send } from '../api/request.ts';
import { sessionQuery } from '../api/session.ts';
import { fittedSize } from '../culling/fitted-size.ts';
import { pagesOf } from '../culling/use-records.ts';
import type { Size } from '../detail/zoom.ts';
import { withMarks } from '../organising/marks.ts';
import { marksAhead } from '../organising/marks-ahead.ts';
import { Store } from '../stores/store.ts';
import { forgetKeptSet, type KeptSet, readKeptSet, writeKeptSet } from './kept-set.ts';
import { rememberRecord } from './open-kept-set.ts';
import { below, pathNow } from '../base.ts';

/** What one culls in an evening, and what a phone gives. */
export const MOST_PICTURES = 300;
const MOST_BYTES = 200e6;
const AT_ONCE = 2;
/** Pictures that had to be rendered are asked for again. */
const AGAIN_MS = 20_000;
/** The records follow the library this often at most. */
const CALM_MS = 2000;

export interface SetToKeep {
  /** The pictures to go through, and the one that is shown. */
  ids: Int32Array;
  index: number;
  /** The list in which they are. */
  parameters: ListParameters;
  base: Int32Array;
  isChosen: boolean;
  room: Size;
}

/** How many pictures are on this device, of those that are to be; null while nothing is kept. */
export const keeping = new Store<{ kept: number; wanted: number } | null>(null);

/** Keeps the set on this device until the signal aborts. See [Note: The kept set]. */
export async function keepSet(set: SetToKeep, signal: AbortSignal): Promise<void> {
  const ids = [...set.ids.subarray(set.index), ...set.ids.subarray(0, set.index)].slice(0, MOST_PICTURES);
  queryClient.setQueryDefaults(['images', 'outline'], { gcTime: Infinity });
  const former = await readKeptSet();
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const library = queryClient.getQueryData(libraryQuery.queryKey);
  if (!session || !library) return;
  if (former && (former.session.client_id !== session.client_id || former.library.library !== library.library))
    await forgetKeptSet();

  const authority = location.protocol === 'https:' ? await authorityNow() : null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const records = recordsNow(ids);
    const chosen = set.isChosen ? [...set.ids] : null;
    const address = pathNow() + location.search;
    const outlines = outlinesNow();
    void writeKeptSet({ session, library, time: Date.now(), address, chosen, authority, records, outlines });
  };
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    const [kind] = query.queryKey as readonly unknown[];
    if (type !== 'updated' || !['image', 'images'].includes(String(kind)) || isConnectionLost()) return;
    timer ??= setTimeout(write, CALM_MS);
  });
  signal.addEventListener('abort', () => {
    stop();
    clearTimeout(timer);
    keeping.set(null);
  });

  const pages = pagesOf(ids, set.base);
  const recordOf = async (id: number): Promise<ImageRecord | undefined> => {
    const page = pages.get(id);
    if (page === undefined) return queryClient.query(imageQuery(id));
    const { items } = await queryClient.query(pageQuery(set.parameters, page));
    return items.find((image) => image.id === id);
  };
  const isOver = () => signal.aborted;
  while (!isOver()) {
    const missing = await keepPictures(ids, recordOf, set.room, signal);
    if (isOver()) return;
    write();
    if (missing === 0) return;
    await new Promise<void>((resolve) => {
      const again = setTimeout(resolve, AGAIN_MS);
      signal.addEventListener('abort', () => {
        clearTimeout(again);
        resolve();
      });
    });
  }
}

/** Returns how many have yet to be made. */
async function keepPictures(
  ids: readonly number[],
  recordOf: (id: number) => Promise<ImageRecord | undefined>,
  room: Size,
  signal: AbortSignal,
): Promise<number> {
  const cache = await caches.open(KEPT_PICTURES);
  const here = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = new Set<string>();
  let [kept, missing, bytes] = [0, 0, 0];
  const rest = ids.values();
  const lane = async () => {
    for (const id of rest) {
      if (signal.aborted || bytes > MOST_BYTES) return;
      const image = await recordOf(id);
      if (!image) continue;
      rememberRecord(image);
      const address = previewUrl(image, fittedSize(image, room));
      const { href } = new URL(below(address), location.href);
      wanted.add(href);
      const answer = here.has(href) ? await cache.match(href) : await send(address, { signal });
      if (answer?.status !== 200) {
        missing++;
        continue;
      }
      if (!here.has(href)) await cache.put(href, answer.clone());
      bytes += (await answer.blob()).size;
      kept++;
      keeping.set({ kept, wanted: ids.length });
    }
  };
  keeping.set({ kept, wanted: ids.length });
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch {
    // Nobody answers, or it is no longer wanted.
    return ids.length - kept;
  }
  for (const address of here) if (!wanted.has(address)) await cache.delete(address);
  return missing;
}

async function authorityNow(): Promise<KeptSet['authority']> {
  const authority = await get<Authority>('/authority').catch(() => null);
  const [page] = authority?.trust_urls.filter((url) => new URL(url).hostname === location.hostname) ?? [];
  return authority && page !== undefined ? { fingerprint: authority.fingerprint, page } : null;
}

/** The newest that the page knows of each, with what was decided since. */
function recordsNow(ids: readonly number[]): ImageRecord[] {
  const wanted = new Set(ids);
  const found = new Map<number, ImageRecord>();
  const known = [
    ...queryClient.getQueryCache().findAll({ queryKey: ['image'] }),
    ...queryClient.getQueryCache().findAll({ queryKey: ['images', 'page'] }),
  ].sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const { state } of known) {
    const data = state.data as ImageRecord | ImagePage | undefined;
    for (const image of data === undefined ? [] : 'items' in data ? data.items : [data])
      if (wanted.has(image.id)) found.set(image.id, withMarks(image, marksAhead.of(image.id) ?? {}));
  }
  return [...found.values()];
}

const outlinesNow = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['images', 'outline'] })
    .flatMap(({ queryKey, state }): [readonly unknown[], Outline][] =>
      state.data === undefined ? [] : [[queryKey, state.data as Outline]],
    );
