import { randomUUID } from 'node:crypto';
import { openHttpClient } from '../../publishing/destinations/http/http-client.ts';
import { Immich } from '../../publishing/destinations/immich/immich.ts';
import { assetAndAlbum } from '../../publishing/destinations/services/item-id.ts';
import type { DestinationStage } from '../destination-suite.ts';
import { ImmichServer } from './immich-server.ts';

export interface ImmichStage extends DestinationStage {
  server: ImmichServer;
  address: string;
  openWith: (key: string, readingMs?: number) => Immich;
  open: () => Immich;
}

export async function startImmich(): Promise<ImmichStage> {
  const { server, address, key } = await ImmichServer.start();
  const openWith = (withKey: string, readingMs?: number) =>
    new Immich({ address, key: withKey }, openHttpClient(null), readingMs);
  const assetOf = ({ id }: { id: string }) => server.assets.get(assetAndAlbum(id).asset)!;
  return {
    server,
    address,
    openWith,
    open: () => openWith(key),
    openAnother: () =>
      openWith(server.addKey(['all'], { id: randomUUID(), email: 'anna@example.org', quotaBytes: Infinity })),
    addByHand(bytes, name, album) {
      const { id } = server.addByHand(bytes, name);
      if (album !== null) server.albums.get(album)!.assets.add(id);
    },
    changeByHand: (placed) => void (assetOf(placed).isEdited = true),
    removeByHand: (placed) => void (assetOf(placed).isTrashed = true),
    renameAlbumByHand(album, name) {
      server.albums.get(album)!.albumName = name;
      return album;
    },
    albumNames: () => [...server.albums.values()].map(({ albumName }) => albumName),
    contents: () => server.shown.map(({ bytes }) => bytes),
    sharesEqualBytes: true,
    end: () => server.http.stop(),
  };
}
