import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery } from '../api/images.ts';
import { libraryQuery } from '../api/library.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { isCulling } from '../culling/culling-address.ts';
import { keptSets } from '../culling/kept-sets.ts';
import { navigate } from '../location.ts';
import { waitingChanges } from '../organising/waiting/waiting-changes.ts';
import type { KeptSet } from './kept-set.ts';
import { pathNow } from '../base.ts';

/** Data that stays while the page does. */
const remember = (queryKey: readonly unknown[], data: unknown) =>
  queryClient.getQueryCache().build(queryClient, { queryKey, gcTime: Infinity }).setData(data);

export const rememberRecord = (image: ImageRecord) => remember(imageQuery(image.id).queryKey, image);

/** Shows it. Everything is asked for anew once the service answers. */
export function openKeptSet({ session, library, address, chosen, records, outlines }: KeptSet): void {
  for (const [queryKey, outline] of outlines) remember(queryKey, outline);
  for (const image of records) rememberRecord(image);
  remember(libraryQuery.queryKey, library);
  const set = chosen && keptSets.keep(chosen);
  // A page that was reloaded stays at its picture.
  const here = isCulling(pathNow()) ? pathNow() + location.search : address;
  navigate(here, { replace: true, state: set === null ? {} : { set } });
  // Last: it is what the page waits for.
  remember(sessionQuery.queryKey, session);
  // So that decisions from before are shown.
  waitingChanges.tell({ is: 'news' });
}
