import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { watchFolder } from '../platform/watch-folder.ts';
import type { Changes, ListedChange } from './changes.ts';

/** The client in the journal of what was undone in darktable. */
export const DARKTABLE_CLIENT = 'darktable';

/** The files of the plugin's button "undo last change" (docs/bridge-protocol.md, "Organizing"). */
const REQUEST = 'undo-last';
const ANSWER = 'undo-last.answer';
/** An older request is from a darktable that nobody sits at any more. */
const FRESH_MS = 60_000;
/** How many changes are looked through for one that can be undone. */
const MOST_LOOKED_AT = 200;

export interface UndoRequestsOptions {
  organiseDir: string;
  changes: Pick<Changes, 'list' | 'undo'>;
  isReadOnly: () => boolean;
  log: Pick<Log, 'warn'>;
}

/** Undoes the newest change that stands whenever the plugin's button asks for it, and answers in words. */
export function followUndoRequests(options: UndoRequestsOptions): { close(): Promise<void> } {
  const { organiseDir, log } = options;
  let running = Promise.resolve();
  const look = () => {
    running = running.then(async () => {
      try {
        if (!takeRequest(organiseDir)) return;
        writeFileSync(join(organiseDir, ANSWER), await undoLast(options));
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'What darktable asked to undo could not be answered');
      }
    });
  };
  const watch = watchFolder(organiseDir, (name) => {
    if (name === null || name === REQUEST) look();
  });
  look();
  return {
    close() {
      watch.close();
      return running;
    },
  };
}

/** Whether there was a fresh request. It is gone afterwards, so that nothing is undone twice. */
function takeRequest(organiseDir: string): boolean {
  const request = join(organiseDir, REQUEST);
  const stats = statSync(request, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  rmSync(request);
  return Math.abs(Date.now() - stats.mtimeMs) < FRESH_MS;
}

async function undoLast({ changes, isReadOnly }: UndoRequestsOptions): Promise<string> {
  if (isReadOnly()) return 'it is set to change nothing';
  try {
    const { items } = changes.list({ limit: MOST_LOOKED_AT, offset: 0 });
    const last = items.find(({ undoes, undoneBy }) => undoes === null && undoneBy === null);
    if (!last) return 'there is nothing to undo';
    const { result, left } = await changes.undo(last.id, DARKTABLE_CLIENT);
    return report(last, result, left.length);
  } catch (error) {
    return `the last change was not undone: ${reasonOf(error)}`;
  }
}

function report(
  { client }: Pick<ListedChange, 'client'>,
  { changed, failed }: { changed: number; failed: number },
  left: number,
): string {
  const parts = [`undid the last change of ${client} (${changed === 1 ? '1 picture' : `${changed} pictures`})`];
  if (failed > 0) parts.push(`${failed} could not be undone`);
  if (left > 0) parts.push('what was changed again since stays');
  return parts.join('; ');
}
