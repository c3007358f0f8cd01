import { reasonOf } from '../platform/errors.ts';
import { forgetFailedUpdate, noteFailedUpdate } from './failed-update.ts';
import { makeCurrent, type PortableCopy } from './portable-copy.ts';
import { tryUpdate } from './try-update.ts';
import { UpdateError } from './update-error.ts';

/** A new version that lies whole and checked beside the running one. */
export interface FetchedUpdate {
  copy: PortableCopy;
  version: string;
  /** Its program's folder. */
  program: string;
}

/**
 * Makes a fetched version the current one, if it answers on this data folder; until then the launcher starts the former
 * one. No Safelight may be running on the folder. `args` are the options of the command line. Throws UpdateError, after
 * noting the failure for the next start.
 */
export async function installUpdate(
  { copy, version, program }: FetchedUpdate,
  args: readonly string[],
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  try {
    await tryUpdate(program, { version, args, ...options });
    makeCurrent(copy, version);
    forgetFailedUpdate(copy);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    const failure = error instanceof UpdateError ? error : new UpdateError('not-writable', reasonOf(error), error);
    try {
      noteFailedUpdate(copy, { version, code: failure.code, message: failure.message });
    } catch {
      // A full disk: the reason is told all the same, though not after the next start.
    }
    throw failure;
  }
}
