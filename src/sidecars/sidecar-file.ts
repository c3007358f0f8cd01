import type { Stats } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { SidecarFacts } from '../library/sidecar-facts.ts';
import { reasonOf } from '../platform/errors.ts';
import { ordinaryFileHandle } from '../platform/ordinary-file.ts';
import { isThere, otherOwner } from './sidecar-owner.ts';

/** A sidecar to be written, and its state when it was read. */
export interface ChangedSidecar {
  facts: SidecarFacts;
  /** The file itself, with links resolved. */
  file: string;
  text: string;
  seen: Stats;
}

/** A sidecar that is not written, and why. */
export interface LeftSidecar {
  imageId: number;
  reason: string;
  /** There is none. Only darktable can create a complete one. */
  isMissing?: true;
}

/** Sidecars are some kilobytes; those with many drawn masks some megabytes. */
const LARGEST_BYTES = 64 * 1024 * 1024;
/** How much the clock of a network disk may differ (MAX_TIME_SKEW in darktable's crawler). */
const CLOCK_SKEW_SECONDS = 2;

/** The sidecar with another text, unless it has to be left as it is. null: nothing to change. */
export async function changedSidecar(
  facts: SidecarFacts,
  change: (text: string) => string,
): Promise<ChangedSidecar | LeftSidecar | null> {
  const { imageId, picture, sidecar, writtenAt } = facts;
  const left = (reason: string): LeftSidecar => ({ imageId, reason });
  // darktable does not write the sidecar of a missing picture either.
  if (!(await isThere(picture))) return left('The picture is not there now.');
  if (!(await isThere(sidecar)))
    return { ...left('There is no sidecar. darktable makes one with its next change of this image.'), isMissing: true };
  try {
    const file = await realpath(sidecar);
    const { text: before, seen } = await read(file);
    const other = await otherOwner(facts, before);
    if (other !== null) return left(other);
    // darktable asks about such a sidecar when it starts. Writing now would suppress that question.
    if (seconds(seen) > (writtenAt ?? 0) + CLOCK_SKEW_SECONDS)
      return left('The sidecar was changed by another program, and darktable has not read it since.');
    const text = change(before);
    return text === before ? null : { facts, file, text, seen };
  } catch (error) {
    return left(`The sidecar was left as it is: ${reasonOf(error)}`);
  }
}

async function read(file: string): Promise<{ text: string; seen: Stats }> {
  const { handle, at: seen } = await ordinaryFileHandle(file);
  try {
    if (seen.size > LARGEST_BYTES) throw new Error('it is too large');
    const bytes = await handle.readFile();
    // Fatal, so that writing the text back gives the same bytes.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), seen };
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the sidecar and sets its time to `atSeconds`. Owner and permissions stay. Returns null when it is written.
 *
 * The draft has a fixed name, so the next attempt removes one that a killed Safelight left beside the pictures.
 */
export async function writeSidecar(
  { facts, file, text, seen }: ChangedSidecar,
  atSeconds: number,
): Promise<LeftSidecar | null> {
  const draft = `${file}.safelight`;
  const left = (reason: string): LeftSidecar => ({ imageId: facts.imageId, reason });
  try {
    await rm(draft, { force: true });
    const handle = await open(draft, 'wx', seen.mode & 0o7777);
    try {
      await handle.writeFile(text);
      await handle.utimes(atSeconds, atSeconds);
      const { uid, gid, mode } = await handle.stat();
      if (uid !== seen.uid || gid !== seen.gid) await handle.chown(seen.uid, seen.gid);
      if (mode !== seen.mode) await handle.chmod(seen.mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const now = await stat(file);
    if (now.mtimeMs !== seen.mtimeMs || now.ino !== seen.ino || now.size !== seen.size) {
      await rm(draft);
      return left('Another program changed the sidecar at the same moment.');
    }
    await rename(draft, file);
    return null;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return left(`The sidecar could not be written: ${reasonOf(error)}`);
  }
}

export const seconds = ({ mtimeMs }: Stats): number => Math.floor(mtimeMs / 1000);
