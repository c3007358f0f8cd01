import { existsSync, rmSync } from 'node:fs';
import { dataBeside } from './locate.ts';
import { AppError } from '../platform/errors.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { holderWords, libraryHolder, locksOf } from './running.ts';

/**
 * Takes away the locks of a library because somebody says that no darktable has it open, as after a crash of one on
 * another computer. Returns a sentence about what was done. Throws `conflict` while a darktable of this computer has it open.
 */
export function removeLocks(library: string): string {
  const holder = libraryHolder(library);
  if (holder?.networkDrive === null)
    throw new AppError('conflict', `Nothing was unlocked: ${holderWords(holder)}. Close darktable.`);
  const locks = [library, dataBeside(library)].flatMap(locksOf).filter((lock) => existsSync(lock));
  for (const lock of locks) {
    try {
      rmSync(lock, { force: true });
    } catch (error) {
      throw storageError(lock, error);
    }
  }
  return locks.length === 0 ? 'The library is not locked.' : `The library is unlocked: ${locks.join(', ')} removed.`;
}
