import { join, relative } from 'node:path';
import { FarmState, roundedTime, type FarmWorker } from '../contract/farm.ts';
import { AppError } from '../platform/errors.ts';
import { addWorker, FarmError, initFarm, readPlan, removeWorker } from '../renderer/farm/setup/farm-folder.ts';
import { FILES, isLoopback } from '../renderer/farm/setup/nats-conf.ts';
import { storageError } from '../platform/storage-trouble.ts';
import { adminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { printTable } from './table.ts';

export interface FarmOptions extends SharedOptions {
  /** Default: `farm` in the data folder. */
  folder?: string | undefined;
  /** Also where others may write. */
  force?: boolean | undefined;
}

const folderOf = ({ folder, dataDir }: FarmOptions) => folder ?? join(dataDir, 'farm');

/** `safelight farm init`: keys, certificate and `nats.conf` of a new farm. */
export function farmInit(
  options: FarmOptions & { address: { host: string; port: number }; storeGigabytes: number },
): void {
  const { address, storeGigabytes, json } = options;
  const folder = folderOf(options);
  const { conf, coordinator } = inFolder(folder, () =>
    initFarm({ folder, address: address.host, port: address.port, storeGigabytes, isForced: options.force === true }),
  );
  const broker = `${hostInAddress(address.host)}:${address.port}`;
  if (json) {
    printJson({ folder, conf, coordinator, broker });
    return;
  }
  print(`The farm is in ${folder}. Keep the folder to yourself: it holds the keys.

1. Start the broker in it, on ${isLoopback(address.host) ? 'this computer' : address.host}:
     cd ${quoted(folder)} && nats-server -c ${FILES.conf}
2. Make a file of credentials for each machine that shall work, and take it there:
     safelight farm add-worker NAME${relative(join(options.dataDir, 'farm'), folder) === '' ? '' : ` --folder ${quoted(folder)}`}
3. Start the worker there:
     safelight worker --broker ${broker} --credentials NAME.json
4. Switch the farm on here. From then on, photographs leave this computer, encrypted:
     safelight settings set farmCredentials ${quoted(coordinator)}
     safelight settings set farmBroker ${broker}`);
  if (isLoopback(address.host))
    remark(
      'Only this computer can reach this broker. For others, name its address: safelight farm init --address HOST',
    );
}

/** `safelight farm add-worker NAME`. */
export function farmAddWorker(options: FarmOptions, name: string): void {
  const folder = folderOf(options);
  const file = inFolder(folder, () => addWorker(folder, name, options.force));
  const { address, port } = readPlan(folder);
  const broker = `${hostInAddress(address)}:${port}`;
  if (options.json) {
    printJson({ worker: name, credentials: file, broker });
    return;
  }
  print(`The credentials of ${name} are in ${file}.
Take the file to that machine, let nobody else read it, and start the worker there:
  safelight worker --broker ${broker} --credentials ${name}.json`);
  tellToReload(folder);
}

/** `safelight farm remove-worker NAME`. */
export function farmRemoveWorker(options: FarmOptions, name: string): void {
  const folder = folderOf(options);
  inFolder(folder, () => removeWorker(folder, name));
  if (options.json) {
    printJson({ removed: name });
    return;
  }
  print(`Removed ${name}. Its credentials no longer work once the broker has read ${FILES.conf} again.`);
  tellToReload(folder);
}

/** A broker that is not running reads it at its start anyway. */
const tellToReload = (folder: string) =>
  remark(
    `If the broker is running, let it read ${FILES.conf} again: nats-server --signal reload=${quoted(join(folder, FILES.pid))}
(in a container: docker kill --signal HUP NAME). The other workers stay connected.`,
  );

function inFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FarmError) throw new CommandError(error.message, error);
    const trouble = storageError(folder, error);
    if (trouble instanceof AppError) throw new CommandError(trouble.message, error);
    throw error;
  }
}

/** `safelight farm status`: what the running Safelight knows of its workers. */
export async function farmStatus({ dataDir, json }: SharedOptions): Promise<void> {
  const admin = adminClient(dataDir);
  if (!admin) throw new CommandError(`No Safelight is running on ${dataDir}, so nobody hands out jobs.`);
  const state = FarmState.parse(await admin.request('GET', '/farm'));
  if (json) {
    printJson(state);
    return;
  }
  print(stateLine(state));
  if (state.state === 'off') return;
  print(workLine(state));
  if (state.workers.length > 0) printTable([WORKER_COLUMNS, ...state.workers.map(workerCells)]);
}

function stateLine({ state, reason, workers, paused }: FarmState): string {
  switch (state) {
    case 'off':
      return 'Only this computer renders. To let others help, see: safelight farm init --help';
    case 'connecting':
      return `Safelight cannot reach the broker${reason === null ? ' yet' : `: ${reason}`}. This computer renders alone.`;
    case 'refused':
      return `The broker cannot be used: ${reason ?? 'it refused'}. This computer renders alone.`;
    case 'connected': {
      const there = workers.filter((worker) => worker.state !== 'away').length;
      const who = there === 0 ? 'no worker' : there === 1 ? '1 worker' : `${there} workers`;
      return `Connected to the broker, with ${who}${paused ? '; all are paused' : ''}.`;
    }
  }
}

function workLine({ jobs_left: left, jobs_per_minute: speed, minutes_left: minutes, done, failed }: FarmState): string {
  const work = left === 0 ? 'Nothing is left to do' : `${left} ${left === 1 ? 'job' : 'jobs'} left`;
  const estimate =
    left === 0 || minutes === null ? '' : `, ${rounded(speed)} a minute, about ${lasting(minutes)} to go`;
  return `${work}${estimate}; workers did ${done}, ${failed} failed.`;
}

const WORKER_COLUMNS = [
  'worker',
  'state',
  'darktable',
  'cores',
  'done',
  'failed',
  'a minute',
  'works on',
  'last failure',
];

const workerCells = (worker: FarmWorker): string[] => [
  worker.name,
  worker.state,
  worker.version ?? 'none',
  String(worker.cores),
  String(worker.done),
  String(worker.failed),
  rounded(worker.jobs_per_minute),
  worker.job ? `${worker.job.kind} ${worker.job.image_id}` : '',
  worker.last_failure ?? '',
];

const rounded = (speed: number) => String(speed < 10 ? Math.round(speed * 10) / 10 : Math.round(speed));

function lasting(minutes: number): string {
  const { unit, amount } = roundedTime(minutes);
  return amount === 1 ? `1 ${unit.slice(0, -1)}` : `${amount} ${unit}`;
}

const hostInAddress = (host: string) => (host.includes(':') ? `[${host}]` : host);
const quoted = (path: string) => (/^[\w./:\\-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
