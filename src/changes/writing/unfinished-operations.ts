import { readHeartbeat } from '../../darktable/bridge-heartbeat.ts';
import { endLeftoverOperations } from '../../darktable/operation-jobs.ts';
import { runningDarktable } from '../../darktable/running.ts';
import type { WriteQueue } from './write-queue.ts';
import type { Library } from '../../library/library.ts';
import type { DirectOperations } from './direct-operations.ts';
import type { Journal } from '../journal/journal.ts';
import { idsOf } from './operation-results.ts';
import type { PluginOperations } from './plugin-operations.ts';
import type { RowChange } from './row-changes.ts';

export interface UnfinishedOperations {
  library: Pick<Library, 'file'>;
  journal: Journal;
  /** Gets the operations whose outcome is still unknown. */
  writes: Pick<WriteQueue, 'unsettled' | 'warnOnce'>;
  direct: Pick<DirectOperations, 'settle'>;
  plugin: Pick<PluginOperations, 'settle'>;
  operationsDir: string;
  /** The plugin's heartbeat. */
  heartbeat: string;
  onTagsChanged: () => void;
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
}

/** Finds out how the operations ended that a crash or a power cut interrupted, and records that in the journal. */
export async function settleUnfinished({
  library,
  journal,
  writes,
  direct,
  plugin,
  operationsDir,
  heartbeat,
  onTagsChanged,
  onHistoriesChanged,
}: UnfinishedOperations): Promise<void> {
  const unfinished = journal.operations.unfinished();
  const { file } = library;
  const running = runningDarktable(file);
  const areEnded = endLeftoverOperations(operationsDir, running ? readHeartbeat(heartbeat) : null);
  for (const id of unfinished) {
    const plan = journal.operations.plan(id);
    if (plan && !areEnded) {
      writes.warnOnce({ change: id }, 'Safelight was interrupted in a change, at which darktable still is');
      writes.unsettled();
      continue;
    }
    const ending = plan
      ? inWordsOf(await plugin.settle(id, plan))
      : await direct.settle(id, journal.operations.inWork(id), false);
    writes.warnOnce({ change: id, outcome: ending }, 'Safelight was interrupted in a change');
    if (ending === 'stored' && journal.operations.among([id]).get(id)?.kind === 'history')
      await onHistoriesChanged(idsOf(journal.operations.made(id).fields));
  }
  if (unfinished.length > 0) onTagsChanged();
}

const inWordsOf = (done: { rows: readonly RowChange[] } | string) =>
  typeof done !== 'string' && done.rows.length > 0 ? 'stored' : 'not stored';
