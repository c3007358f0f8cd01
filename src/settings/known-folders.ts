import { join } from 'node:path';
import { z } from 'zod';
import { isUnreadable, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { writePrivateFile } from './private-file.ts';

const KnownFolders = z.object({
  /** By what the setting says, '' for Safelight's own choice: the folder that was taken for it, and the id of its mark. */
  exports: z.record(z.string(), z.object({ folder: z.string(), id: z.string() })).default({}),
  /** Folders of queues outside the data folder that were there once. */
  queues: z.array(z.string()).default([]),
  /** See [Note: Exports that were left]. */
  left: z.object({ folder: z.string(), aside: z.string() }).nullable().default(null),
});
export type KnownFolders = z.infer<typeof KnownFolders>;

const fileIn = (dataDir: string) => join(dataDir, 'folders.json');

/** Folders that people chose and Safelight has used: what is not there any more is on a disk that is gone. null: nothing was noted yet, or the note is damaged. Throws file system errors. */
export function knownFolders(dataDir: string): KnownFolders | null {
  try {
    return KnownFolders.parse(JSON.parse(readOrdinaryFile(fileIn(dataDir), 'utf8')));
  } catch (error) {
    if (isUnreadable(error)) throw error;
    return null;
  }
}

/** Throws what the file system throws. */
export function noteFolders(dataDir: string, change: (known: KnownFolders) => void): void {
  const known = knownFolders(dataDir) ?? KnownFolders.parse({});
  change(known);
  writePrivateFile(fileIn(dataDir), JSON.stringify(known));
}
