import { join } from 'node:path';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { openAlbums } from '../changes/albums/albums.ts';
import { openChanges } from '../changes/changes.ts';
import { PictureShapes } from '../changes/modules/picture-shapes.ts';
import { followUndoRequests } from '../changes/undo-requests.ts';
import type { AlbumOrders } from '../image-index/album-orders.ts';
import type { Library } from '../library/library.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { mipmapFolder } from '../previews/mipmap-cache.ts';
import { setThumbnailsAside } from '../previews/set-aside.ts';
import type { LibraryParts } from '../server/services.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { ClosingStack } from './closing-stack.ts';
import { renewPictures } from './renew-pictures.ts';

interface LibraryChangesOptions extends Pick<LibraryParts, 'index' | 'previews' | 'queues'> {
  dataDir: string;
  cacheDir: () => string;
  library: Library;
  albumOrders: AlbumOrders;
  isReadOnly: () => boolean;
  settings: () => Readonly<SettingsValues>;
  events: Events;
  log: Log;
}

/** All that alters the library, with what follows in the pictures. */
export function openLibraryChanges(
  options: LibraryChangesOptions,
  closing: ClosingStack,
): Pick<LibraryParts, 'changes' | 'albums'> {
  const { dataDir, cacheDir, library, index, previews, queues, albumOrders, isReadOnly, settings, events, log } =
    options;
  const thumbnailsAside = (id: number) => {
    shapes.due(id);
    return setThumbnailsAside(mipmapFolder(cacheDir(), library.file), join(dataDir, 'previews'), id);
  };
  const changes = closing.add(
    openChanges({
      dataDir,
      library,
      isReadOnly,
      onTagMoved: (before, after) => albumOrders.tagChanged(before, after),
      events,
      log,
      setThumbnailsAside: thumbnailsAside,
      askForPreview: (id) => queues.refresh.append(id),
      onHistoriesChanged: (ids) => renewPictures(ids, { thumbnailsAside, queue: queues.refresh, events, log }),
      journalMegabytes: () => settings().undoMegabytes,
    }),
  );
  const { inTurn, marks, tags } = changes;
  const albums = openAlbums({ index, library, orders: albumOrders, marks, tags, events });
  const shapes = closing.add(new PictureShapes({ library, previews, isReadOnly, inTurn, events, log }));
  closing.add(followUndoRequests({ organiseDir: bridgePaths(dataDir).organiseDir, changes, isReadOnly, log }));
  return { changes, albums };
}
