import { join } from 'node:path';
import { bridgePaths, isPaused } from '../darktable/bridge-files.ts';
import type { Installation } from '../darktable/installation.ts';
import { openExportBatches } from '../exports/export-batches.ts';
import type { Library } from '../library/library.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { Ledger } from '../publishing/publications/ledger.ts';
import { openPublications } from '../publishing/publications/publications.ts';
import type { PublisherOptions } from '../publishing/publications/publisher.ts';
import { openRecipeExports } from '../publishing/recipe-exports.ts';
import { openRecipeMaker, type RecipeMaker } from '../publishing/recipe-maker.ts';
import type { LibraryParts } from '../server/services.ts';
import type { ClosingStack } from './closing-stack.ts';

/** What belongs to the whole program, whichever library is shown. */
export type PublishingTargets = Pick<PublisherOptions, 'recipeOf' | 'openDestination' | 'damagedFile'>;

interface PublishingOptions extends Pick<LibraryParts, 'index' | 'queues' | 'renderer'> {
  dataDir: string;
  /** As it was named: batches tell by it whose they are. */
  file: string;
  library: Library;
  targets: PublishingTargets;
  installation: () => Promise<Installation | null>;
  isReadOnly: () => boolean;
  events: Events;
  log: Log;
}

/** All that leaves by a recipe. It works while nothing is paused and the library can be read. */
export function openPublishing(
  options: PublishingOptions,
  closing: ClosingStack,
): Pick<LibraryParts, 'exportBatches' | 'recipeExports' | 'publications'> & { maker: RecipeMaker } {
  const { dataDir, file, library, index, queues, renderer, targets, installation, isReadOnly, events, log } = options;
  const { pauseFile } = bridgePaths(dataDir);
  const mayWork = () => !isReadOnly() && !isPaused(pauseFile) && library.state().status === 'ready';
  const maker = closing.add(openRecipeMaker({ dataDir, library, installation, renderer, log }));
  const exportBatches = openExportBatches({ folder: join(dataDir, 'export-batches'), library: file, log });
  const recipeExports = closing.add(
    openRecipeExports({
      batches: exportBatches,
      library,
      maker,
      mayWork,
      onProgress: () => events.emit('queue.changed', { name: 'export', depth: queues.exports.depth() }),
      onEnd: () => events.emit('exports.finished'),
      log,
    }),
  );
  const publications = closing.add(
    openPublications({
      ledger: new Ledger(join(dataDir, 'publications.db')),
      workDir: join(dataDir, 'publishing'),
      library,
      index,
      ...targets,
      installation,
      maker,
      mayWork,
      onProgress: (id) => events.emit('publications.changed', { id }),
      onEnd: (id) => events.emit('publication.ended', { id }),
      events,
      log,
    }),
  );
  return { maker, exportBatches, recipeExports, publications };
}
