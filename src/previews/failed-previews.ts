import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { PreviewFailureCode } from '../contract/preview.ts';
import type { FailedJob } from '../darktable/bridge-files.ts';
import type { Events, News } from '../platform/events.ts';
import type { ImageFacts } from '../library/library.ts';
import type { JobQueue } from '../queues/job-queue.ts';

export interface PreviewFailure {
  code: PreviewFailureCode;
  /** For people, as whoever tried it said. */
  reason: string;
}

type Subject = Pick<ImageFacts, 'id' | 'path' | 'historyKey'>;

/**
 * Images of which no preview could be made, for as long as neither their file nor their history changes and nobody asks. Without it a
 * page that shows a missing picture would have it tried again every few seconds for ever.
 */
export interface FailedPreviews {
  /** Why no preview could be made of the image as it is now; null when that was not tried, or is to be tried anew. */
  of(image: Subject): Promise<PreviewFailure | null>;
  /** Somebody asks for these. */
  forget(ids: Iterable<number>): void;
  close(): void;
}

export interface FailedPreviewsOptions {
  queue: Pick<JobQueue, 'failures'>;
  image: (id: number) => Promise<Subject | null>;
  events: Events;
  /** How often it looks whether a file has come back: nothing tells of a disk that is plugged in. */
  lookMs?: number;
}

const LOOK_MS = 15_000;
/** A card that was pulled out in the middle of an import; more are asked for when somebody looks at them. */
const MOST_LOOKED_AT = 500;

interface Known extends PreviewFailure {
  path: string;
  /** Of the file and the history with which it failed. */
  state: string;
}

/** What failed before the start is not known to have failed as it is now: it is tried once more when somebody looks at it. */
export function openFailedPreviews({ queue, image, events, lookMs = LOOK_MS }: FailedPreviewsOptions): FailedPreviews {
  const known = new Map<number, Known>();
  let read: readonly FailedJob[] = queue.failures();
  let noting: Promise<void> = Promise.resolve();
  let isClosed = false;

  const note = async (id: number, reason: string) => {
    // A library that cannot be read now will be asked once more, nothing worse.
    const subject = await image(id).catch(() => null);
    if (!subject || isClosed) return;
    const { file, code } = await lookAt(subject.path);
    known.set(id, { code, reason, path: subject.path, state: stateOf(subject, file) });
    events.emit('preview.failed', { id, code, reason });
  };

  /** Notes the lines that were added since. */
  const lookIntoQueue = (): Promise<void> => {
    const failures = queue.failures();
    if (failures === read) return noting;
    const added = failures.slice(read.length);
    read = failures;
    const ids = new Set(failures.map(({ job }) => job));
    for (const id of known.keys()) if (!ids.has(String(id))) known.delete(id);
    // Of several about one image the last counts.
    const reasons = new Map(added.map(({ job, reason }) => [Number(job), reason]));
    noting = noting.then(async () => {
      for (const [id, reason] of reasons) if (Number.isSafeInteger(id)) await note(id, reason);
    });
    return noting;
  };
  const onQueue = ({ name }: News['queue.changed'][0]) => {
    if (name === 'refresh') void lookIntoQueue();
  };
  events.on('queue.changed', onQueue);

  const lookForFiles = async () => {
    // One at a time: a disk that does not answer holds up one look, not the whole program.
    for (const [id, { path, state }] of [...known].slice(0, MOST_LOOKED_AT)) {
      const { file } = await lookAt(path);
      if (isClosed) return;
      if (state.endsWith(` ${file}`) || known.get(id)?.state !== state) continue;
      known.delete(id);
      events.emit('preview.changed', { id });
    }
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking || known.size === 0) return;
    looking = true;
    void lookForFiles().finally(() => (looking = false));
  }, lookMs).unref();

  return {
    async of(subject) {
      await lookIntoQueue();
      const failure = known.get(subject.id);
      if (!failure) return null;
      const { file } = await lookAt(subject.path);
      if (failure.state === stateOf(subject, file)) return { code: failure.code, reason: failure.reason };
      known.delete(subject.id);
      return null;
    },
    forget(ids) {
      for (const id of ids) known.delete(id);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      events.off('queue.changed', onQueue);
    },
  };
}

const stateOf = ({ path, historyKey }: Subject, file: string) => `${historyKey} ${path} ${file}`;

async function lookAt(path: string): Promise<{ file: string; code: PreviewFailureCode }> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    const canRead = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    );
    return { file: `${ino}:${size}:${mtimeMs}:${canRead}`, code: canRead ? 'not-rendered' : 'file-unreadable' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return { file: code, code: isMissing ? 'file-missing' : 'file-unreadable' };
  }
}
