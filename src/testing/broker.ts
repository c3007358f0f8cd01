import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { natsServer } from './nats-server.ts';
import { addWorker, initFarm, removeWorker } from '../renderer/farm/setup/farm-folder.ts';
import { freePort } from '../platform/free-port.ts';

/** A real nats-server with the configuration that `safelight farm init` makes. */
export interface TestBroker {
  address: string;
  /** The files of credentials. */
  coordinator: string;
  worker: (name: string) => string;
  /** `program`: another nats-server, without the lines of the configuration that match. */
  start(other?: { program: string; without: RegExp }): Promise<void>;
  /** Shuts a worker out of the running server. */
  remove(name: string): void;
  /** Default: SIGKILL. Its files stay. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Knows these workers. Not started yet. */
export async function testBroker(folder: string, workers: readonly string[], storeGigabytes = 2): Promise<TestBroker> {
  const home = join(folder, 'broker');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const { conf, coordinator } = initFarm({ folder: home, address: '127.0.0.1', port, storeGigabytes });
  const files = new Map(workers.map((name) => [name, addWorker(home, name)]));
  let server: ChildProcess | null = null;
  return {
    address: `127.0.0.1:${port}`,
    coordinator,
    worker: (name) => files.get(name)!,
    async start(other) {
      const file = other ? `${conf}.old` : conf;
      if (other) writeFileSync(file, readFileSync(conf, 'utf8').replace(other.without, ''));
      server = spawn(other?.program ?? natsServer(), ['-c', file, '-l', join(home, 'log')], {
        cwd: home,
        stdio: 'ignore',
      });
      for (let attempt = 0; !(await answers(port)); attempt++) {
        if (attempt > 500 || server.exitCode !== null) throw new Error('nats-server does not start');
        await sleep(20);
      }
    },
    remove(name) {
      removeWorker(home, name);
      server?.kill('SIGHUP');
    },
    async stop(signal = 'SIGKILL') {
      const ending = server;
      server = null;
      if (ending?.exitCode !== null || ending.signalCode !== null) return;
      const exit = once(ending, 'exit');
      ending.kill(signal);
      await exit;
    },
  };
}

export const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
