import { dirname } from 'node:path';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { storageTrouble } from '../../platform/storage-trouble.ts';

/** Without the journal nothing is written to the library, since every change must be undoable. */
export function withJournal<T>({ file }: { file: string }, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const why = storageTrouble(dirname(file), error) ?? reasonOf(error);
    throw new AppError(
      'db_write_error',
      `Nothing was changed, as the journal of changes (${file}) does not work: ${why}`,
      { cause: error },
    );
  }
}
