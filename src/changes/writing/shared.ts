import type { Library } from '../../library/library.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunningChanges } from './running-changes.ts';
import type { WriteQueue } from './write-queue.ts';

/** What all kinds of changes share. */
export interface Shared {
  dataDir: string;
  library: Library;
  /** What was there before. */
  journal: Journal;
  /** Gets all writes, and those whose outcome is unknown. */
  writes: WriteQueue;
  running: RunningChanges;
  events: Events;
  log: Log;
  /** Whether nothing may be written now: what waits goes on waiting. */
  isReadOnly: () => boolean;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  /** How often it is looked whether darktable was closed, while a change waits for that. */
  lookMs?: number | undefined;
}
