import type { StoredDestination } from '../../contract/destinations.ts';
import type { FilmRolls } from '../../library/film-rolls.ts';
import type { Destination } from './destination.ts';
import { folderDestination } from './files/folder-destination.ts';
import type { KnownMarker } from './files/marker.ts';
import { openHttpClient } from './http/http-client.ts';
import { Immich } from './immich/immich.ts';
import { Piwigo } from './piwigo/piwigo.ts';
import { s3Destination } from './s3/s3-destination.ts';
import { sftpDestination } from './sftp/sftp-destination.ts';
import { webdavDestination } from './webdav/webdav-destination.ts';

/** Whoever opens one closes it. Nothing is asked before it is used. */
export function openDestination(stored: StoredDestination, rolls: FilmRolls, marker: KnownMarker): Destination {
  switch (stored.kind) {
    case 'folder':
      return folderDestination(stored.folder, rolls, marker);
    case 'webdav': {
      const { address, user, password, certificate } = stored;
      const url = new URL(address);
      if (!url.pathname.endsWith('/')) url.pathname += '/';
      return webdavDestination({ address: url, user, password: password ?? '' }, certificate?.trim() ?? null, marker);
    }
    case 's3': {
      const { address, region, bucket, folder, certificate, access_key: accessKey, secret_key: secretKey } = stored;
      const inner = folder.replaceAll(/^\/+|\/+$/g, '');
      const prefix = inner === '' ? '' : `${inner}/`;
      const account = { address: new URL(address), region, bucket, prefix, accessKey, secretKey: secretKey ?? '' };
      return s3Destination(account, certificate?.trim() ?? null, marker);
    }
    case 'immich': {
      const { address, key, certificate } = stored;
      return new Immich({ address, key: key ?? '' }, openHttpClient(certificate?.trim() ?? null));
    }
    case 'piwigo': {
      const { address, user, password, key, certificate } = stored;
      const access = user === null ? { key: key ?? '' } : { user, password: password ?? '' };
      return new Piwigo({ address, access }, openHttpClient(certificate?.trim() ?? null));
    }
    case 'sftp': {
      const { host, port, user, folder, password, private_key: privateKey, passphrase, host_key: hostKey } = stored;
      return sftpDestination({ host, port, user, password, privateKey, passphrase, hostKey }, folder, marker);
    }
  }
}
