import type { Destination } from '../destination.ts';
import { fileDestination } from '../files/file-destination.ts';
import type { KnownMarker } from '../files/marker.ts';
import type { WebdavAccount } from './webdav-requests.ts';
import { openWebdavStore } from './webdav-store.ts';

export const openWebdav = async (
  account: WebdavAccount,
  certificate: string | null,
  marker: KnownMarker,
  signal: AbortSignal,
): Promise<Destination> => fileDestination(await openWebdavStore(account, certificate, signal), marker);
