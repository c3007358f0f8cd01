import { constants, setPriority } from 'node:os';
import { LibraryFiles } from '../library/lock-free.ts';
import { reasonOf } from '../platform/errors.ts';
import { BrokenIndex, Indexer, type IndexerNews } from './indexer.ts';
import { Trouble } from './trouble.ts';

/** The indexer's own process, started by `indexer-client.ts`, which hands over where things are and listens to the news. */

export type IndexerTask = { index: string; library: string; data: string };

export type ToIndexer =
  /** Begin a pass soon, and tell in `done` when one that began after this message is through. */
  | { kind: 'sync'; ticket: number }
  /** A reader says that the index is damaged. */
  | { kind: 'rebuild'; reason: string }
  | { kind: 'ping' }
  | { kind: 'stop' };

export type FromIndexer =
  | IndexerNews
  /** Passes that were asked for up to this ticket are through. */
  | { kind: 'done'; ticket: number }
  /** Nothing can be read, or written, at the moment; what was there stays. */
  | { kind: 'trouble'; with: 'library' | 'index'; message: string }
  | { kind: 'pong' };

/** How often the library's stamp is looked at: it costs some microseconds. */
const LOOK_MS = 100;
/** How often it is seen to that index.db is still there. */
const SEE_TO_FILE_MS = 1000;
/** After a failure the next try waits: longer each time when our own file is at fault; a library may be mended at any moment. */
const AGAIN_MS = { least: 500, most: 15_000, library: 500 };
/** A rest after each pass, as long as the pass, so that a library that changes all the time does not take a whole processor. */
const REST_MS = { least: 10, most: 300 };

const task = JSON.parse(process.argv[2] ?? '{}') as IndexerTask;
// A server that is just going away does not listen any more.
const tell = (message: FromIndexer) => void process.send?.(message, undefined, {}, () => undefined);
const library = new LibraryFiles(task.library, task.data);

let synced: string | null = null;
let tookMs = 0;
const indexer = new Indexer({
  file: task.index,
  library,
  tell: (news) => {
    if (news.kind === 'synced') ({ stamp: synced, tookMs } = news);
    if (news.kind === 'opened') synced = null;
    tell(news);
  },
});

let ticket = 0;
let told = 0;
let rebuildReason: string | null = null;
let isStopping = false;
let failures = 0;
let againMs = 0;
let wake: (() => void) | null = null;

process.on('message', (message: ToIndexer) => {
  switch (message.kind) {
    case 'ping':
      tell({ kind: 'pong' });
      return;
    case 'sync':
      ticket = message.ticket;
      break;
    case 'rebuild':
      rebuildReason = message.reason;
      break;
    case 'stop':
      isStopping = true;
  }
  wake?.();
});
// Without the server there is nobody to index for.
process.on('disconnect', () => process.exit(0));
// Ctrl+C and the end of a session reach the whole group: the server decides what they mean.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not let one be modest.
}

await work();
indexer.close();
library.close();
process.disconnect?.();

async function work(): Promise<void> {
  let seenToFileMs = 0;
  while (!isStopping) {
    const isAsked = ticket > told;
    const isFailing = failures > 0;
    const now = performance.now();
    let isFileThere = true;
    if (synced !== null && now - seenToFileMs >= SEE_TO_FILE_MS) {
      seenToFileMs = now;
      isFileThere = indexer.isFileThere();
      if (!isFileThere)
        tell({ kind: 'log', level: 'warn', message: `${task.index} is not there any more; it is built anew` });
    }
    if (
      isFailing ||
      isAsked ||
      !isFileThere ||
      rebuildReason !== null ||
      synced === null ||
      !indexer.isInStep(synced)
    ) {
      await pass();
      await rest(failures > 0 ? againMs : Math.min(Math.max(tookMs, REST_MS.least), REST_MS.most));
    } else {
      await rest(LOOK_MS);
    }
  }
}

async function pass(): Promise<void> {
  const asked = ticket;
  try {
    if (rebuildReason !== null) indexer.rebuild(rebuildReason);
    rebuildReason = null;
    await indexer.sync();
    failures = 0;
  } catch (error) {
    againMs = Math.min(AGAIN_MS.least * 2 ** failures++, AGAIN_MS.most);
    synced = null;
    if (error instanceof BrokenIndex) {
      rebuildReason = reasonOf(error);
    } else if (error instanceof Trouble) {
      if (error.with === 'library') againMs = AGAIN_MS.library;
      tell({ kind: 'trouble', with: error.with, message: error.message });
    } else {
      tell({ kind: 'trouble', with: 'index', message: `The index cannot be brought up to date: ${reasonOf(error)}` });
      tell({
        kind: 'log',
        level: 'warn',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
  told = asked;
  tell({ kind: 'done', ticket: asked });
}

/** Ends early when a message asks for something; but a pass that fails is not tried more often for being asked. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      wake = null;
      resolve();
    };
    const timer = setTimeout(end, ms);
    wake = () => {
      if (failures === 0 || isStopping || rebuildReason !== null) end();
    };
    if (ticket > told || rebuildReason !== null || isStopping) wake();
  });
}
