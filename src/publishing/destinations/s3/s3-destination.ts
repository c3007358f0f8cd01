import type { Destination } from '../destination.ts';
import { fileDestination } from '../files/file-destination.ts';
import type { KnownMarker } from '../files/marker.ts';
import type { S3Account } from './s3-requests.ts';
import { s3Store } from './s3-store.ts';

export const s3Destination = (account: S3Account, certificate: string | null, marker: KnownMarker): Destination =>
  fileDestination(s3Store(account, certificate), marker);
