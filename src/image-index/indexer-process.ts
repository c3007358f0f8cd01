import { constants, setPriority } from 'node:os';
import { LibraryFiles } from '../library/lock-free.ts';
import { belongToServer } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';
import { BrokenIndex, Indexer, type IndexerNews } from './indexer.ts';
import { Trouble } from './trouble.ts';

/** The indexer process, started by `indexer-client.ts`, which sends the file paths and receives the messages. */

export type IndexerTask = { index: string; library: string; data: string };

export type ToIndexer =
  /** Begin a pass soon, and send `done` when a pass that began after this message has ended. */
  | { kind: 'sync'; ticket: number }
  /** The rejects that wait, see [Note: Rejects that wait], before a `sync` that is to show them. */
  | { kind: 'rejects'; keys: string; version: number }
  /** A reader found the index damaged. */
  | { kind: 'rebuild'; reason: string }
  | { kind: 'ping' }
  | { kind: 'stop' };

export type FromIndexer =
  | IndexerNews
  /** Passes asked for up to this ticket have ended. */
  | { kind: 'done'; ticket: number }
  /** Nothing can be read, or written, at the moment; the present index stays. */
  | { kind: 'trouble'; with: 'library' | 'index'; message: string }
  | { kind: 'pong' };

/** How often the library's stamp is checked; that costs a few microseconds. */
const LOOK_MS = 100;
/** How often we check that index.db still exists. */
const SEE_TO_FILE_MS = 1000;
/** The wait after a failure: longer each time when our own file is at fault; a library may be fixed at any moment. */
const AGAIN_MS = { least: 500, most: 15_000, library: 500 };
/**
 * The rest after each pass is as long as the pass, so that a constantly changing library does not take a whole
 * processor.
 */
const REST_MS = { least: 10, most: 300 };

const task = JSON.parse(process.argv[2] ?? '{}') as IndexerTask;
// A server that is shutting down no longer listens.
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
    case 'rejects':
      indexer.setWaitingRejects(message.keys, message.version);
      return;
    case 'rebuild':
      rebuildReason = message.reason;
      break;
    case 'stop':
      isStopping = true;
      indexer.stop();
  }
  wake?.();
});
belongToServer();

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not allow a lower priority.
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
        tell({
          kind: 'log',
          level: 'warn',
          message: 'Building a new index',
          fields: { reason: `${task.index} is missing` },
        });
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
        message: 'The index cannot be brought up to date',
        fields: { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      });
    }
  }
  told = asked;
  tell({ kind: 'done', ticket: asked });
}

/**
 * Ends early when a message asks for something. After a failed pass it does not: asking must not speed up the retries.
 */
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
