import type { Destination } from '../destination.ts';
import { fileDestination } from '../files/file-destination.ts';
import type { KnownMarker } from '../files/marker.ts';
import type { WebdavAccount } from './webdav-requests.ts';
import { webdavStore } from './webdav-store.ts';

export const webdavDestination = (
  account: WebdavAccount,
  certificate: string | null,
  marker: KnownMarker,
): Destination => fileDestination(webdavStore(account, certificate), marker);
