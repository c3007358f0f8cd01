import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { PreviewFailureCode } from '../contract/preview.ts';
import type { FailedJob } from '../queues/failed-jobs.ts';
import type { Events, News } from '../platform/events.ts';
import type { ImageFacts, Library } from '../library/library.ts';
import type { JobQueue } from '../queues/job-queue.ts';

export interface PreviewFailure {
  code: PreviewFailureCode;
  /** The renderer's message. */
  reason: string;
}

type Subject = Pick<ImageFacts, 'id' | 'path' | 'historyKey' | 'hasLocalCopy'>;

/**
 * Images whose preview failed. They are not tried again until their file or history changes or a refresh is requested; otherwise a page
 * with a missing picture would cause a new attempt every few seconds.
 */
export interface FailedPreviews {
  /** Why the preview of the image in its current state failed; null when it may be tried. */
  of(image: Subject): Promise<PreviewFailure | null>;
  /** A refresh of these images was requested. */
  forget(ids: Iterable<number>): void;
  close(): void;
}

export interface FailedPreviewsOptions {
  queue: Pick<JobQueue, 'failures'>;
  library: {
    facts: (id: number) => Promise<Subject | null>;
    pictureFile: Library['pictureFile'];
  };
  events: Events;
  /** How often to check for returned files: connecting a disk causes no event. */
  lookMs?: number;
}

const LOOK_MS = 15_000;
/** Enough for a card that was removed during an import; others are checked on request. */
const MOST_LOOKED_AT = 500;

interface Known extends PreviewFailure {
  subject: Subject;
  /** The state of the file and the history when it failed. */
  state: string;
}

/** Failures from before the start may be outdated, so those images are tried again on request. */
export function openFailedPreviews({
  queue,
  library,
  events,
  lookMs = LOOK_MS,
}: FailedPreviewsOptions): FailedPreviews {
  const known = new Map<number, Known>();
  /** null: they could not be read yet. */
  let read: readonly FailedJob[] | null = null;
  try {
    read = queue.failures();
  } catch {
    // The queue has said so.
  }
  let noting: Promise<void> = Promise.resolve();
  let isClosed = false;

  const note = async (id: number, reason: string) => {
    // If the library cannot be read now, it is asked again later.
    const subject = await library.facts(id).catch(() => null);
    if (!subject || isClosed) return;
    const { file, code } = await lookAt(await library.pictureFile(subject));
    known.set(id, { code, reason, subject, state: stateOf(subject, file) });
    events.emit('preview.failed', { id, code, reason });
  };

  /** Reads the lines added since the last call. */
  const lookIntoQueue = (): Promise<void> => {
    const failures = queue.failures();
    if (failures === read) return noting;
    const added = read === null ? [] : failures.slice(read.length);
    read = failures;
    const ids = new Set(failures.map(({ job }) => job));
    for (const id of known.keys()) if (!ids.has(String(id))) known.delete(id);
    // The last line about an image wins.
    const reasons = new Map(added.map(({ job, reason }) => [Number(job), reason]));
    noting = noting.then(async () => {
      for (const [id, reason] of reasons) if (Number.isSafeInteger(id)) await note(id, reason);
    });
    return noting;
  };
  const onQueue = ({ name }: News['queue.changed'][0]) => {
    if (name !== 'refresh') return;
    try {
      void lookIntoQueue();
    } catch {
      // The queue has said so.
    }
  };
  events.on('queue.changed', onQueue);

  const lookForFiles = async () => {
    // One at a time, so that an unresponsive disk blocks only one check.
    for (const [id, { subject, state }] of [...known].slice(0, MOST_LOOKED_AT)) {
      const { file } = await lookAt(await library.pictureFile(subject));
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
      const { file } = await lookAt(await library.pictureFile(subject));
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
