import { type Events } from '../platform/events.ts';
import { type Log } from '../platform/log.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';

/** The refresh queue and the export queue. */
export interface Queues {
  readonly refresh: JobQueue;
  readonly exports: JobQueue;
  close(): void;
}

/** Opens only the watches. Files and folders are created with the first job. */
export function openQueues(options: {
  refreshFile: string;
  exportFile: string;
  /** Whether the user chose the folder of this file: see `openJobQueue`. Default: false. */
  isFolderChosen?: (file: string) => boolean;
  /** Jobs were added to one of them. */
  onAdded?: () => void;
  events: Events;
  log: Log;
}): Queues {
  const { refreshFile, exportFile, onAdded, events, log, isFolderChosen = () => false } = options;
  const refresh = openJobQueue({
    name: 'refresh',
    file: refreshFile,
    isFolderChosen: isFolderChosen(refreshFile),
    onAdded,
    events,
    log,
  });
  const exports = openJobQueue({
    name: 'export',
    file: exportFile,
    isFolderChosen: isFolderChosen(exportFile),
    onAdded,
    events,
    log,
  });
  return {
    refresh,
    exports,
    close() {
      refresh.close();
      exports.close();
    },
  };
}
