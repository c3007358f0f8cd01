import { createHash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { appendOrdinaryFile, ordinaryFile, ordinaryTextIfThere, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { queueFiles } from './queue-files.ts';

export interface FailedJob {
  /** The image id as text, or an invalid line. */
  job: string;
  reason: string;
}

/** The id of a failed job: its image id, or a digest of an invalid line. */
export const failureId = ({ job }: Pick<FailedJob, 'job'>): string =>
  /^\d{1,15}$/.test(job) ? String(Number(job)) : `line-${createHash('sha1').update(job).digest('hex').slice(0, 16)}`;

/** The failed jobs of a queue, oldest first. Throws when they cannot be read: only a missing file has none. */
export function readFailures(queueFile: string): FailedJob[] {
  const lines = readText(queueFiles(queueFile).failed)
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const [job = '', ...reason] = line.split('\t');
    return { job, reason: reason.join(' ') };
  });
}

/**
 * Forgets some of them. No failure that a worker adds meanwhile is lost: the file is taken like a queue, and the remaining lines are
 * appended again.
 */
export function clearSomeFailures(queueFile: string, isForgotten: (job: string) => boolean): void {
  const { failed: file, failedInHand: mine } = queueFiles(queueFile);
  const putBack = () => {
    let done = 0;
    for (let content = readText(mine); done < content.length; content = readText(mine)) {
      const rest = content.slice(done).split('\n');
      done = content.length;
      const kept = rest.filter((line) => line !== '' && !isForgotten(line.split('\t', 1)[0]!));
      if (kept.length > 0) appendOrdinaryFile(file, kept.map((line) => `${line}\n`).join(''));
    }
    rmSync(mine, { force: true });
  };
  // Left by an interruption of this function.
  putBack();
  if (!ordinaryFile(file)) return;
  renameSync(file, mine);
  putBack();
}

/** Forgets them. */
export function clearFailures(queueFile: string): void {
  rmSync(queueFiles(queueFile).failed, { force: true });
}

export function noteFailure(queueFile: string, { job, reason }: FailedJob): void {
  appendOrdinaryFile(queueFiles(queueFile).failed, `${printable(job)}\t${printable(reason)}\n`);
}

/** Moves the failed jobs of one queue to another. */
export function moveFailures(from: string, to: string): void {
  const { failed } = queueFiles(from);
  if (!ordinaryFile(failed)) return;
  appendOrdinaryFile(queueFiles(to).failed, readOrdinaryFile(failed, 'utf8'));
  clearFailures(from);
}

// oxlint-disable-next-line no-control-regex -- these very characters
const printable = (text: string) => text.replace(/[\0-\x1f\x7f]+/g, ' ').slice(0, 400);

/** The failures of tens of thousands of jobs. */
const MOST_BYTES = 16 * 1024 * 1024;

const readText = (file: string): string => ordinaryTextIfThere(file, 'utf8', MOST_BYTES) ?? '';
