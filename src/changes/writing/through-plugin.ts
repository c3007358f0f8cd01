import type { ImageAnswer } from '../../darktable/image-jobs.ts';
import { backupOfToday } from '../../library/backup.ts';
import type { Library } from '../../library/library.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';

/** How often to try to copy a library that darktable is writing to. Few, because a user is waiting for the change. */
const BACKUP_ATTEMPTS = 3;

/** darktable makes its own backups, so a failed one of ours is only logged. */
export async function backUpBesideDarktable(library: Pick<Library, 'resting'>, log: Pick<Log, 'warn'>): Promise<void> {
  try {
    await backupOfToday(library.resting, new Date(), { attempts: BACKUP_ATTEMPTS });
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'A change goes to darktable without a backup of the library');
  }
}

/** `why`: with or without a full stop. */
export const notStored = (why: string, cause?: unknown) =>
  new AppError('db_write_error', `The change was not stored: ${why.replace(/\.$/, '')}.`, { cause });

export const busyFor = (timeoutMs: number) =>
  `darktable is busy and did not start it within ${timeoutMs / 1000} s. Try again later, or check whether darktable shows a dialog`;

export const CANCELLED = 'It was canceled before its turn came.';

/** Why an image does not have what was wanted; null: darktable received it. */
export function answerInWords({ code, reason }: ImageAnswer): string | null {
  switch (code) {
    case 'done':
    case 'waits':
      return null;
    case 'changed':
      return 'Another program changed it at the same moment. Look at it and try again.';
    case 'no_image':
      return 'The running darktable does not know this image.';
    case 'other_file':
      return 'The running darktable has another library open, where this id belongs to another image.';
    case 'cancelled':
      return CANCELLED;
    case 'expired':
    case 'not_taken':
      return 'darktable was busy and did not start it in time.';
    case 'interrupted':
      return 'darktable ended before it was changed.';
    case 'no_answer':
      return 'darktable started it but did not report that it is done. Check the image before you try again.';
    case 'bad_job':
    case 'refused':
      return reason === '' ? 'darktable could not apply it.' : `darktable could not apply it: ${reason}.`;
  }
}
