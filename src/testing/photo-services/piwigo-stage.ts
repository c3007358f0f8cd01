import { openHttpClient } from '../../publishing/destinations/http/http-client.ts';
import { Piwigo } from '../../publishing/destinations/piwigo/piwigo.ts';
import type { PiwigoAccess } from '../../publishing/destinations/piwigo/piwigo-api.ts';
import { assetAndAlbum } from '../../publishing/destinations/services/item-id.ts';
import type { DestinationStage } from '../destination-suite.ts';
import { PiwigoServer, type StoredImage } from './piwigo-server.ts';

export interface PiwigoStage extends DestinationStage {
  server: PiwigoServer;
  address: string;
  open: () => Piwigo;
  openWith: (access: PiwigoAccess) => Piwigo;
  imageOf: (placed: { id: string }) => StoredImage;
}

export async function startPiwigo(access?: PiwigoAccess): Promise<PiwigoStage> {
  const { server, address } = await PiwigoServer.start();
  const own = access ?? { key: server.addKey() };
  const openWith = (withAccess: PiwigoAccess) => new Piwigo({ address, access: withAccess }, openHttpClient(null));
  const imageOf = ({ id }: { id: string }) => server.images.get(Number(assetAndAlbum(id).asset))!;
  return {
    server,
    address,
    open: () => openWith(own),
    openWith,
    imageOf,
    /** Another gallery, with a user of the same name. */
    openAnother() {
      server.user.since = '2026-11-28 00:00:00';
      return openWith(own);
    },
    addByHand: (bytes, name, album) => void server.addByHand(bytes, name, album === null ? null : Number(album)),
    changeByHand: (placed) => void (imageOf(placed).md5 = '0'.repeat(32)),
    removeByHand: (placed) => server.forget(imageOf(placed).id),
    renameAlbumByHand(album, name) {
      server.albums.get(Number(album))!.name = name;
      return album;
    },
    albumNames: () => [...server.albums.values()].map(({ name }) => name),
    contents: () => [...server.images.values()].map(({ bytes }) => bytes),
    sharesEqualBytes: true,
    end: () => server.http.stop(),
  };
}
