import { setTimeout as sleep } from 'node:timers/promises';
import { howToUpdate } from '../contract/update-words.ts';
import { UpdateStatus } from '../contract/updates.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { visible } from '../platform/visible.ts';
import { runningServer } from '../settings/running-server.ts';
import { outliveLargeWrites, peekSettings } from '../settings/settings-store.ts';
import { installUpdate } from '../updates/install-update.ts';
import { UpdateError } from '../updates/update-error.ts';
import { openUpdates } from '../updates/updates.ts';
import { adminClient, type AdminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { print, printJson } from './print.ts';
import { trialArgs } from './replace-self.ts';
import type { SharedOptions } from './shared-options.ts';

/** How long the new version may take, with a slow download. */
const PATIENCE_MS = 30 * 60_000;
const LOOK_MS = 250;

/** `safelight update`: which version is the newest, and what is new in it. With `install`, it takes the place of this one. */
export async function update(options: SharedOptions & { install: boolean }): Promise<void> {
  const { dataDir, json, install } = options;
  const admin = adminClient(dataDir);
  const way = admin ? throughServer(admin, dataDir) : alone(options);
  const status = await way.check();
  if (status.problem) throw new CommandError(status.problem.message);
  const { available } = status;
  if (json && !install) {
    printJson(status);
    return;
  }
  if (!json) tell(status);
  if (!install || !available) {
    if (json) printJson({ installed: null });
    return;
  }
  await way.install(available.version);
  if (json) printJson({ installed: available.version });
  else print(`Safelight ${available.version} is installed.`);
}

function tell(status: UpdateStatus): void {
  const { available, version } = status;
  if (!available) {
    print(`Safelight ${version} is the newest version.`);
    return;
  }
  print(`Safelight ${available.version} of ${available.date} is available; this is ${version}.\n`);
  print(`${visible(available.notes.trim(), { lines: true })}\n`);
  print(howToUpdate(status));
}

interface Way {
  check: () => Promise<UpdateStatus>;
  /** Resolves once the new version is in place. */
  install: (version: string) => Promise<void>;
}

function alone(options: SharedOptions): Way {
  outliveLargeWrites();
  const updates = openUpdates({
    settings: () => peekSettings(options.dataDir).values,
    events: new Events(),
    log: silentLog(),
    handOver: () => undefined,
  });
  const asCommandError = (error: unknown): never => {
    if (error instanceof AppError || error instanceof UpdateError) throw new CommandError(error.message, error);
    throw error;
  };
  return {
    check: () => updates.check().catch(asCommandError),
    install: async () => {
      try {
        await installUpdate(await updates.fetch(), trialArgs(options));
      } catch (error) {
        asCommandError(error);
      }
    },
  };
}

function throughServer(admin: AdminClient, dataDir: string): Way {
  const pid = runningServer(dataDir)?.pid;
  const ask = async (method: string, path: string) => UpdateStatus.parse(await admin.request(method, `/update${path}`));
  return {
    check: () => ask('POST', '/check'),
    async install(version) {
      await ask('POST', '/install');
      const deadline = performance.now() + PATIENCE_MS;
      let last = 'it was not installed in time';
      while (performance.now() < deadline) {
        await sleep(LOOK_MS);
        // It answers again with the same process number; the trial before has another one.
        if (runningServer(dataDir)?.pid !== pid) continue;
        try {
          const again = adminClient(dataDir);
          const now = again && UpdateStatus.parse(await again.request('GET', '/update'));
          if (now?.version === version) return;
          if (now && !now.progress && now.problem) throw new UpdateError(now.problem.code, now.problem.message);
        } catch (error) {
          if (error instanceof UpdateError) throw new CommandError(error.message, error);
          last = reasonOf(error);
        }
      }
      throw new CommandError(`Safelight ${version}: ${last}`);
    },
  };
}
