import { platform } from 'node:os';
import { bridgeFactsFromOutside } from '../app/offline-diagnosis.ts';
import { Unlocked } from '../contract/admin.ts';
import { removeLocks } from '../darktable/remove-locks.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { adminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** `safelight unlock`: through the running server, which knows the library; if none runs, by the settings. */
export async function unlock(options: SharedOptions, environment: Environment): Promise<void> {
  const { dataDir, json } = options;
  const admin = adminClient(dataDir);
  const done = admin
    ? Unlocked.parse(await admin.request('DELETE', '/darktable-lock'))
    : { message: unlocked(options, environment) };
  print(json ? JSON.stringify(done) : done.message);
}

function unlocked(options: SharedOptions, environment: Environment): string {
  const { dataDir } = options;
  const { subject } = bridgeFactsFromOutside({ dataDir, given: options, environment, platform: platform() });
  try {
    return removeLocks(subject.library);
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message, error);
    throw error;
  }
}
