import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';

export interface FileOptions {
  /** For its owner alone, unless this says otherwise. */
  mode?: number;
  /** Also the rights that the umask would take away. */
  isModeExact?: boolean;
  encoding?: 'utf8' | 'latin1';
  /** On the disk before it takes its place, in case the power fails. */
  isDurable?: boolean;
}

const draftOf = (file: string) => `${file}.${randomUUID()}.tmp`;

/** A reader sees the old content or the new one, and a link in its place is replaced, not followed. Throws what the disk says. */
export function replaceFile(file: string, content: string, options?: FileOptions): void {
  const draft = writeDraft(file, content, options);
  try {
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Leaves the content under a name of its own beside `file`, and gives that name. */
export function writeDraft(
  file: string,
  content: string,
  { mode = 0o600, isModeExact = false, encoding = 'utf8', isDurable = false }: FileOptions = {},
): string {
  const draft = draftOf(file);
  const descriptor = openSync(draft, 'wx', mode);
  try {
    // Until all of it is written: on a disk that gets full one write may take a part.
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
 * The same for content that comes from elsewhere: `write` makes a file by the name that it is given, which then takes its place. Where it makes
 * none, nothing changes. Gives what `write` gives, and how many bytes the file has, or null.
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
