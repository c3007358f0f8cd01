import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { claimDataDir } from '../settings/instance.ts';
import { CommandError } from './command-error.ts';

/** Does something with a data folder on which no Safelight runs, and keeps others from starting meanwhile. */
export async function asOwner<T>({ dataDir, log }: { dataDir: string; log: Log }, work: () => Promise<T>): Promise<T> {
  const instance = claimDataDir(dataDir, log);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message, error);
    throw error;
  } finally {
    instance.release();
  }
}
