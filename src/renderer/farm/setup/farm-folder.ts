import { createUser } from '@nats-io/nkeys';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { WorkerName } from '../../../contract/farm.ts';
import { reasonOf } from '../../../platform/errors.ts';
import { readOrdinaryFile } from '../../../platform/ordinary-file.ts';
import { sharedWith } from './shared-with.ts';
import { writePrivateFile } from '../../../settings/private-file.ts';
import type { Credentials } from '../credentials.ts';
import { makeCertificate } from './certificate.ts';
import { FILES, natsConf, type FarmPlan } from './nats-conf.ts';

/** The name in the broker's certificate, so that the broker may have any address. */
export const SERVER_NAME = 'safelight-farm';

const COORDINATOR = 'coordinator';
const PLAN = 'farm.json';

/** `farm.json`: what `nats.conf` is made from. */
const StoredPlan = z.object({
  address: z.string(),
  port: z.int(),
  storeGigabytes: z.int(),
  coordinator: z.string(),
  workers: z.array(z.object({ name: WorkerName, key: z.string() })),
}) satisfies z.ZodType<FarmPlan>;

/** What is wrong with a request, in words for people. */
export class FarmError extends Error {}

export interface NewFarm {
  /** Made if it is missing; only the user may read it. */
  folder: string;
  /** Also in a folder that others may write to. */
  isForced?: boolean;
  address: string;
  port: number;
  storeGigabytes: number;
}

/**
 * Makes the keys of a new farm, its certificate and `nats.conf`. Returns the paths of `nats.conf` and of the coordinator's credentials.
 * Throws FarmError if the folder has a farm already: its keys may be in use.
 */
export function initFarm({ folder, isForced = false, ...plan }: NewFarm): { conf: string; coordinator: string } {
  if (existsSync(join(folder, PLAN)))
    throw new FarmError(`${folder} already has a farm. Use another folder, or remove this one first.`);
  refuseShared(folder, isForced);
  mkdirSync(join(folder, 'workers'), { recursive: true, mode: 0o700 });
  const { certificate, key } = makeCertificate(SERVER_NAME);
  writePrivateFile(join(folder, FILES.key), key);
  writePrivateFile(join(folder, FILES.certificate), certificate);
  const coordinator = join(folder, `${COORDINATOR}.json`);
  const publicKey = writeCredentials(coordinator, { name: COORDINATOR, certificate });
  writePlan(folder, { ...plan, coordinator: publicKey, workers: [] });
  return { conf: join(folder, FILES.conf), coordinator };
}

/** Lets one more worker in, once the broker has read `nats.conf` again. Returns the path of its credentials. Throws FarmError. */
export function addWorker(folder: string, name: string, isForced = false): string {
  const plan = readPlan(folder);
  refuseShared(folder, isForced);
  if (!WorkerName.safeParse(name).success)
    throw new FarmError(
      `"${name}" is not a valid name for a worker: use 1 to 32 lowercase letters, digits and hyphens.`,
    );
  if (name === COORDINATOR || plan.workers.some((worker) => worker.name === name))
    throw new FarmError(`There is a worker ${name} already. Take another name, or remove that one first.`);
  const file = join(folder, 'workers', `${name}.json`);
  const certificate = readOrdinaryFile(join(folder, FILES.certificate), 'utf8');
  const key = writeCredentials(file, { name, certificate });
  writePlan(folder, { ...plan, workers: [...plan.workers, { name, key }] });
  return file;
}

/** Whoever may write there could let in a machine of their own, which would receive photographs. */
function refuseShared(folder: string, isForced: boolean): void {
  const trouble = isForced ? null : sharedWith(folder);
  if (trouble !== null)
    throw new FarmError(
      `The keys of the farm would not be safe in ${folder}: ${trouble}. Remove that permission (chmod go-w), use another folder, or add --force.`,
    );
}

/** Shuts a worker out, once the broker has read `nats.conf` again. Throws FarmError. */
export function removeWorker(folder: string, name: string): void {
  const plan = readPlan(folder);
  const workers = plan.workers.filter((worker) => worker.name !== name);
  if (workers.length === plan.workers.length) {
    const known = plan.workers.map((worker) => worker.name).join(', ');
    throw new FarmError(`There is no worker ${name}. ${known === '' ? 'There are none.' : `There are: ${known}.`}`);
  }
  writePlan(folder, { ...plan, workers });
  rmSync(join(folder, 'workers', `${name}.json`), { force: true });
}

/** What the farm in a folder is. Throws FarmError. */
export function readPlan(folder: string): FarmPlan {
  const file = join(folder, PLAN);
  if (!existsSync(file)) throw new FarmError(`There is no farm in ${folder}. Make one with: safelight farm init`);
  try {
    return StoredPlan.parse(JSON.parse(readOrdinaryFile(file, 'utf8')));
  } catch (error) {
    throw new FarmError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Writes the plan last: an interrupted farm has no `farm.json`, and is made again. */
function writePlan(folder: string, plan: FarmPlan): void {
  writePrivateFile(join(folder, FILES.conf), natsConf(plan));
  writePrivateFile(join(folder, PLAN), `${JSON.stringify(plan, null, 2)}\n`);
}

/** Makes a key and writes its secret half to the file. Returns the public half. */
function writeCredentials(file: string, { name, certificate }: Omit<Credentials, 'seed'>): string {
  const user = createUser();
  const credentials: Credentials = { name, seed: new TextDecoder().decode(user.getSeed()), certificate };
  writePrivateFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
  const publicKey = user.getPublicKey();
  user.clear();
  return publicKey;
}
