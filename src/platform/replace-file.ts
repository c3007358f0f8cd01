import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';

export interface FileOptions {
  /** Default: 0600. */
  mode?: number;
  /** Also sets permissions that the umask would remove. */
  isModeExact?: boolean;
  encoding?: 'utf8' | 'latin1';
  /** Syncs to disk before the rename, in case the power fails. */
  isDurable?: boolean;
}

const draftOf = (file: string) => `${file}.${randomUUID()}.tmp`;

/**
 * Replaces a file atomically: readers see the old or the new content. A link is replaced, not followed. Throws file system errors.
 */
export function replaceFile(file: string, content: string, options?: FileOptions): void {
  const draft = writeDraft(file, content, options);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes the content to a new file beside `file` and returns its name. */
export function writeDraft(
  file: string,
  content: string,
  { mode = 0o600, isModeExact = false, encoding = 'utf8', isDurable = false }: FileOptions = {},
): string {
  const draft = draftOf(file);
  const descriptor = openSync(draft, 'wx', mode);
  try {
    // On a nearly full disk, one write may write only a part.
    writeFileSync(descriptor, content, encoding);
    if (isModeExact) fchmodSync(descriptor, mode);
    if (isDurable) fsyncSync(descriptor);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return draft;
}

/**
 * The same with a callback: `write` creates a file with the given name, which is then renamed into place. If it creates none, nothing
 * changes. Returns the result of `write` and the size of the file, or null.
 */
export async function replaceFileBy<Result>(
  file: string,
  write: (draft: string) => Promise<Result>,
): Promise<{ result: Result; bytes: number | null }> {
  const draft = draftOf(file);
  try {
    const result = await write(draft);
    const made = await stat(draft).catch(() => null);
    if (made) await rename(draft, file);
    return { result, bytes: made?.size ?? null };
  } finally {
    await rm(draft, { force: true });
  }
}
