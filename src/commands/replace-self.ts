import { spawn } from 'node:child_process';
import { inheritedEnvironment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type FetchedUpdate, installUpdate } from '../updates/install-update.ts';
import { claimStart } from '../settings/start-claim.ts';
import type { SharedOptions } from './shared-options.ts';

/** Where the trial finds the data. Its port is any: only whether it answers counts. */
export const trialArgs = ({ dataDir, library, darktableCache }: SharedOptions): string[] => [
  '--data-dir',
  dataDir,
  '--port',
  '0',
  ...(library === undefined ? [] : ['--library', library]),
  ...(darktableCache === undefined ? [] : ['--darktable-cache', darktableCache]),
];

/**
 * After this process has closed everything: tries the new version, and lets the launcher start it in the place of this
 * process (with its number, terminal and parent), or start the former version once more if it did not answer. Returns
 * only when somebody asked this process to end meanwhile.
 */
export async function replaceSelf(
  update: FetchedUpdate,
  options: SharedOptions & { again: readonly string[]; asked: Promise<void> },
): Promise<void> {
  const { log, again, asked } = options;
  const ending = new AbortController();
  void asked.then(() => ending.abort());
  log.info({ version: update.version }, 'Trying another Safelight');
  const claim = claimStart(options.dataDir);
  try {
    await installUpdate(update, trialArgs(options), { signal: ending.signal });
    log.info({ version: update.version }, 'The other Safelight answers, and takes over');
  } catch (error) {
    if (!ending.signal.aborted) log.error({ reason: reasonOf(error) }, 'The former version goes on');
  } finally {
    claim?.release();
  }
  if (!ending.signal.aborted) become(update.copy.launcher, again, log);
}

function become(launcher: string, args: readonly string[], log: Log): void {
  try {
    process.execve!(launcher, [launcher, ...args], inheritedEnvironment());
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'Safelight goes on as another process');
    spawn(launcher, args, { stdio: 'inherit', detached: true }).unref();
  }
}
