import { platform as currentPlatform } from 'node:os';
import { join } from 'node:path';
import { findDarktable } from '../darktable/installation.ts';
import type { Environment } from '../platform/environment.ts';
import { readCredentials } from '../renderer/farm/credentials.ts';
import { isInUse, isOnBattery } from '../renderer/farm/machine-use.ts';
import { readSharedFolder } from '../renderer/farm/path-map.ts';
import { FarmWorker } from '../renderer/farm/worker.ts';
import { claimDataDir } from '../settings/instance.ts';
import { askedToEnd } from './ending.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

export interface WorkerCommandOptions extends SharedOptions {
  broker: string;
  credentials: string;
  pathMap: readonly string[];
  notOnBattery: boolean;
  notInUse: boolean;
}

const USE_MS = 10_000;

/** `safelight worker`: renders for a Safelight on another machine until SIGINT or SIGTERM; gives back the job it has then. */
export async function worker(options: WorkerCommandOptions, environment: Environment): Promise<void> {
  const platform = currentPlatform();
  const { log } = options;
  const credentials = readCredentials(options.credentials);
  const sharedFolders = options.pathMap.map(readSharedFolder);
  // Apart from the data of a Safelight on the same machine, and from other workers.
  const dataDir = join(options.dataDir, 'workers', credentials.name);
  const instance = claimDataDir(dataDir, log);
  const asked = askedToEnd(log);
  try {
    const running = new FarmWorker({
      broker: options.broker,
      credentials,
      dataDir,
      sharedFolders,
      log,
      installation: () => findDarktable({ environment, platform }),
      whyRest: rememberedFor(USE_MS, () => whyRest(options, platform)),
    });
    print(`Worker ${credentials.name} renders for ${options.broker}`);
    await asked;
    await running.close();
  } finally {
    instance.release();
  }
}

async function whyRest(
  { notOnBattery, notInUse }: Pick<WorkerCommandOptions, 'notOnBattery' | 'notInUse'>,
  platform: NodeJS.Platform,
): Promise<string | null> {
  if (notOnBattery && (await isOnBattery(platform))) return 'it runs on its battery';
  if (notInUse && (await isInUse(platform))) return 'somebody is using it';
  return null;
}

/** Asks again after that time. */
function rememberedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { answer: Promise<T>; untilMs: number } | null = null;
  return () => {
    const now = performance.now();
    if (known === null || now > known.untilMs) known = { answer: ask(), untilMs: now + ms };
    return known.answer;
  };
}
