import type { LibraryStatus } from '../../../contract/service.ts';
import { libraryQuery } from '../../api/library.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import type { WaitingChange } from './waiting-change.ts';

type Owner = Pick<WaitingChange, 'library' | 'client'>;

/** The library that is open and who is signed in; null while either is unknown. */
export function ownerNow(): Owner | null {
  const library = queryClient.getQueryData(libraryQuery.queryKey);
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  if (library?.library == null || session?.client_id == null) return null;
  return { library: library.library, client: session.client_id };
}

/** Whether changes can be sent to this library now. */
export const isReady = (library: LibraryStatus | undefined): library is LibraryStatus & { library: string } =>
  library?.state === 'ready' && library.library !== null;

export const isOwnedBy = (change: WaitingChange, owner: Owner) =>
  change.library === owner.library && change.client === owner.client;

/** Whether this query tells the library or the client. */
export const tellsOwner = (queryKey: readonly unknown[]) => queryKey[0] === 'library' || queryKey[0] === 'session';
