import { dirname, join } from 'node:path';
import { bridgePaths, isPaused } from '../darktable/bridge-files.ts';
import { darktableState } from '../darktable/darktable-state.ts';
import type { Installation } from '../darktable/installation.ts';
import type { ExportFolder } from '../exports/export-folder.ts';
import type { Library } from '../library/library.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { DuePreviews } from '../previews/due-previews.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import { FEW, PreviewFeed } from '../previews/preview-feed.ts';
import { LibraryPreviewRun } from '../previews/preview-run.ts';
import { VisibleImages } from '../previews/visible-images.ts';
import { openFarm } from '../renderer/farm/farm.ts';
import { openRenderer } from '../renderer/renderer.ts';
import { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';
import { PictureTiles } from '../renderer/tiles.ts';
import type { LibraryParts } from '../server/services.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { ClosingStack } from './closing-stack.ts';
import { learnInstalledRelease } from './learn-release.ts';

export interface RenderingOptions extends Pick<LibraryParts, 'index' | 'previews' | 'failedPreviews' | 'queues'> {
  dataDir: string;
  library: Library;
  decoder: PictureDecoder;
  exports: () => ExportFolder;
  installation: () => Promise<Installation | null>;
  bridgeRevision: () => string | null;
  isReadOnly: () => boolean;
  settings: () => Readonly<SettingsValues>;
  events: Events;
  log: Log;
}

/** All that makes pictures where no plugin does, and what says which are made. */
export function openRendering(
  options: RenderingOptions,
  closing: ClosingStack,
): Pick<LibraryParts, 'farm' | 'previewFeed' | 'previewRun' | 'renderer' | 'resident' | 'tiles'> {
  const { dataDir, library, index, previews, failedPreviews, queues, decoder, installation, settings, events, log } =
    options;
  const { heartbeat, previewsDir, pauseFile } = bridgePaths(dataDir);
  const due = new DuePreviews({ library, index, previews, failedPreviews, levels: () => settings().previewLevels });
  const previewRun = closing.add(
    new LibraryPreviewRun({
      file: join(dataDir, 'preview-run.json'),
      libraryFile: library.file,
      due,
      events,
      log,
      onMore: () => previewFeed.wake(),
    }),
  );
  const visible = new VisibleImages();
  const farm = closing.add(
    openFarm({
      dataDir,
      settings,
      queues,
      installation,
      decoder,
      events,
      log,
      userConfig: () => dirname(library.file),
      isUrgent: (id) => visible.isSeen(id),
    }),
  );
  const previewFeed: PreviewFeed = closing.add(
    new PreviewFeed({
      queues,
      run: previewRun,
      due,
      visible,
      events,
      log,
      // Enough for all machines.
      most: () => Math.max(FEW, 2 * farm.atOnce('refresh')),
      isReadOnly: options.isReadOnly,
    }),
  );
  const resident = closing.add(
    new ResidentRenderer({
      dataDir,
      installation,
      userConfig: () => dirname(library.file),
      decoder,
      log,
      usesOpenCl: () => settings().openCl,
    }),
  );
  closing.add(learnInstalledRelease(resident, { library, log }));
  const tiles = new PictureTiles({ dataDir, library, resident, log });
  const renderer = closing.add(
    openRenderer({
      dataDir,
      library,
      queues,
      settings: () => ({ ...settings(), queuesPaused: isPaused(pauseFile) }),
      previewsDir: () => previewsDir,
      exports: options.exports,
      darktable: () => darktableState(library.file, heartbeat),
      bridgeRevision: options.bridgeRevision,
      onRendered: (id, level, historyKey) => previews.noteRendered(id, level, historyKey),
      isWanted: (id) => previewFeed.isWanted(id),
      installation,
      resident,
      farm,
      decoder,
      events,
      log,
    }),
  );
  return { farm, previewFeed, previewRun, renderer, resident, tiles };
}
