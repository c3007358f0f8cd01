import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandParts } from './command-parts.ts';
import type { FarmOptions } from './farm.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { farm: () => import('./farm.ts'), worker: () => import('./worker.ts') };

function brokerAddress(text: string): { host: string; port: number } {
  const found = /^(?:\[([0-9a-f:]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3] ?? 4222);
  if (host === undefined || port < 1 || port > 65535)
    throw new InvalidArgumentError('Name a host and perhaps a port, such as 192.168.1.20 or nas.local:4222.');
  return { host, port };
}

function gigabytes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('Enter a number of gigabytes from 1.');
  return Number(text);
}

/** What the other machines run. */
export function workerCommand({ program, command, options, environment }: CommandParts): void {
  command(program, 'worker', 'render for a Safelight on another machine, through a message broker')
    .requiredOption('--broker <address>', 'the NATS server, such as 192.168.1.20:4222')
    .requiredOption('--credentials <file>', 'the file that "safelight farm add-worker" has made for this machine')
    .option(
      '--path-map <theirs=ours>',
      'a folder that both machines share, such as /photos=/Volumes/photos; may be given several times',
      (map: string, others: string[]) => [...others, map],
      [] as string[],
    )
    .option('--not-on-battery', 'take no jobs while this machine runs on its battery')
    .option('--not-in-use', 'take no jobs while somebody uses this machine (Linux with systemd, macOS)')
    .action(async (_typed: object, self: Command) => {
      const typed = self.opts<{
        broker: string;
        credentials: string;
        pathMap: string[];
        notOnBattery?: boolean;
        notInUse?: boolean;
      }>();
      const { broker, credentials, pathMap, notOnBattery = false, notInUse = false } = typed;
      const more = { broker, credentials, pathMap, notOnBattery, notInUse };
      const { worker } = await load.worker();
      return worker({ ...options(self.optsWithGlobals()), ...more }, environment);
    });
}

/** What this one runs for them. */
export function farmCommands({ group, command, options }: CommandParts): void {
  const farm = group('farm', 'let other machines render, through a NATS server');
  const farmCommand = (name: string, description: string) =>
    command(farm, name, description).option('--folder <dir>', 'folder of the farm (default: farm in the data folder)');
  const FORCE = ['--force', 'also in a folder that other users may write to'] as const;
  const farmOptions = (self: Command): FarmOptions => {
    const { folder, force } = self.opts<{ folder?: string; force?: boolean }>();
    return { ...options(self.optsWithGlobals()), folder: folder === undefined ? undefined : resolve(folder), force };
  };
  farmCommand('init', 'make the keys, the certificate and the nats.conf of a new farm')
    .option(
      '--address <host[:port]>',
      'how other machines reach the broker: a host name or an IP address (default: only this computer, port 4222)',
      brokerAddress,
      { host: '127.0.0.1', port: 4222 },
    )
    .option('--store <gigabytes>', 'how much of its disk the broker may use', gigabytes, 20)
    .option(...FORCE)
    .action(async (_typed: object, self: Command) => {
      const { address, store } = self.opts<{ address: { host: string; port: number }; store: number }>();
      (await load.farm()).farmInit({ ...farmOptions(self), address, storeGigabytes: store });
    });
  farmCommand('add-worker', 'make the credentials of one more worker')
    .argument('<name>', 'name of the worker: lowercase letters, digits and hyphens')
    .option(...FORCE)
    .action(async (name: string, _typed: object, self: Command) =>
      (await load.farm()).farmAddWorker(farmOptions(self), name),
    );
  farmCommand('remove-worker', 'remove a worker; the broker refuses it from then on')
    .argument('<name>', 'name of the worker')
    .action(async (name: string, _typed: object, self: Command) =>
      (await load.farm()).farmRemoveWorker(farmOptions(self), name),
    );
  command(farm, 'status', 'show what each machine is rendering, how fast, and what is left').action(
    async (_typed: object, self: Command) => (await load.farm()).farmStatus(options(self.optsWithGlobals())),
  );
}
