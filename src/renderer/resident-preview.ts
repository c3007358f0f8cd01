import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Development } from './resident/protocol.ts';
import { RequestRefused } from './resident/refusals.ts';
import type { Asker } from './resident/requests.ts';
import { NotRendered } from './resident/resident-child.ts';
import { type ResidentRenderer, ResidentUnavailable } from './resident/resident-renderer.ts';
import { SourceFailure } from './resident/source-failure.ts';

/** The resident darktable, and whether somebody waits for what it is asked for. */
export interface ResidentUse extends Pick<Asker, 'client'> {
  renderer: Pick<ResidentRenderer, 'render'>;
  isAwaited: boolean;
}

/**
 * The path of a new JPEG in `workDir` that the resident darktable has made, or why darktable-cli has to make it. Rejects with file system
 * errors and the reason of `signal`.
 */
export async function residentPreview(
  {
    picture,
    development,
    box,
    quality,
  }: { picture: string; development: Development; box: { width: number; height: number }; quality: number },
  { renderer, isAwaited, client, workDir, signal }: ResidentUse & { workDir: string; signal: AbortSignal },
): Promise<{ file: string } | { why: string }> {
  try {
    const { jpeg } = await renderer.render({
      wanted: { picture, development, view: { box }, isDraft: false, quality },
      isAwaited,
      viewer: null,
      client,
      signal,
    });
    const file = join(workDir, `${randomUUID()}.jpg`);
    await writeFile(file, jpeg, { mode: 0o600, flag: 'wx' });
    return { file };
  } catch (error) {
    signal.throwIfAborted();
    const isExpected = [SourceFailure, NotRendered, RequestRefused, ResidentUnavailable].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
    return { why: (error as Error).message };
  }
}
