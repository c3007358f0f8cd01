import { type Events } from '../platform/events.ts';
import { type Log } from '../platform/log.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';

/** The two queues that the bridge inside darktable works off. */
export interface Queues {
  readonly refresh: JobQueue;
  readonly exports: JobQueue;
  close(): void;
}

/** Opens nothing on disk but the watches that notice a bridge at work. Files and folders appear with the first job. */
export function openQueues(options: {
  refreshFile: string;
  exportFile: string;
  /** Whether somebody chose the folder of that file: see `openJobQueue`. Default: nobody did. */
  isFolderChosen?: (file: string) => boolean;
  events: Events;
  log: Log;
}): Queues {
  const { refreshFile, exportFile, events, log, isFolderChosen = () => false } = options;
  const refresh = openJobQueue({
    name: 'refresh',
    file: refreshFile,
    isFolderChosen: isFolderChosen(refreshFile),
    events,
    log,
  });
  const exports = openJobQueue({
    name: 'export',
    file: exportFile,
    isFolderChosen: isFolderChosen(exportFile),
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
