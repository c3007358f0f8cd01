import type { Destination } from '../destination.ts';
import { fileDestination } from '../files/file-destination.ts';
import type { KnownMarker } from '../files/marker.ts';
import type { SftpAccount } from './sftp-connection.ts';
import { sftpStore } from './sftp-store.ts';

export const sftpDestination = (account: SftpAccount, folder: string, marker: KnownMarker): Destination =>
  fileDestination(sftpStore(account, folder), marker);
