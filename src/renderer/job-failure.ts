import { reasonOf } from '../platform/errors.ts';
import { ExportFolderTrouble } from '../exports/export-folder.ts';

/** The job cannot be done, and a retry is no use; the message says why, for people. */
export class JobFailure extends Error {}

/** Results cannot be put in place (missing folder, read-only, disk full): the job is not at fault. */
export class NoRoom extends Error {}

/** Workers on other machines do not do this job: it is to be done here. `isForGood`: also later. */
export class NotByWorkers extends Error {
  readonly isForGood: boolean;
  constructor(message: string, { isForGood }: { isForGood: boolean }) {
    super(message);
    this.isForGood = isForGood;
  }
}

/** Work on our own folders: the job is not at fault for failures here. */
export async function into<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRoom(error) ?? error;
  }
}

const NO_ROOM: readonly string[] = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'EIO',
];

/** Null: it is another kind of error. */
export function asRoom(error: unknown): NoRoom | null {
  if (error instanceof ExportFolderTrouble) return new NoRoom(error.message, { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && NO_ROOM.includes(code) ? new NoRoom(reasonOf(error), { cause: error }) : null;
}
