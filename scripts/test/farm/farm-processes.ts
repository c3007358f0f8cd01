/** A whole farm in processes of its own: a built Safelight, a nats-server, workers, and a quick stand-in for darktable. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendIds } from '../../../src/queues/append-ids.ts';
import { type TestBroker, testBroker } from '../../../src/testing/broker.ts';
import { makeLibrary } from '../../../src/testing/library-fixture.ts';
import { listeningUrl } from '../../../src/testing/listening-url.ts';
import { exposureParams } from '../../../src/testing/pictures/params.ts';
import { commentOf, type QuickDarktable, quickDarktable } from '../../../src/testing/quick-darktable.ts';

const MAIN = join(import.meta.dirname, '../../../dist/main.js');

export interface FarmProcess {
  pid: number;
  hasEnded: () => boolean;
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface FarmProcesses extends AsyncDisposable {
  folder: string;
  broker: TestBroker;
  darktable: QuickDarktable;
  /** How often each job was finished, by image id: from what every Safelight so far has logged. */
  finished: ReadonlyMap<number, number>;
  /** `logLevel`: only with `debug` it tells what is finished. */
  startSafelight(logLevel?: 'debug' | 'warn'): Promise<FarmProcess>;
  /** `readsHere`: it shares the disk with Safelight, and fetches no photographs. */
  startWorker(name: string, more?: { readsHere: boolean }): Promise<FarmProcess>;
  /** Asks for previews by lines in the queue's file. */
  queue(from: number, to: number): Promise<void>;
  /** The jobs that are not done. */
  left(): number;
  failures(): string[];
  /** What is wrong with the picture of an image; null: nothing. */
  wrong(id: number): string | null;
}

export async function farmProcesses({
  images,
  workers,
  settings = {},
  photograph = null,
}: {
  images: number;
  workers: readonly string[];
  settings?: Record<string, unknown>;
  /** For the darktable of this machine; default: texts for the stand-in. */
  photograph?: ((id: number) => Buffer) | null;
}): Promise<FarmProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-farm-'));
  const film = join(folder, 'photos');
  mkdirSync(film);
  const library = makeLibrary({
    folder: join(folder, 'darktable'),
    images: Array.from({ length: images }, (_, at) => {
      const filename = `${at + 1}.${photograph ? 'dng' : 'jpg'}`;
      writeFileSync(join(film, filename), photograph?.(at + 1) ?? `photograph ${at + 1}\n`);
      const history = [{ operation: 'exposure', module: 6, params: exposureParams(at % 3) }];
      return { id: at + 1, film, filename, history };
    }),
  });
  const darktable = await quickDarktable(join(folder, 'quick-darktable'));
  const broker = await testBroker(folder, workers);
  const dataDir = join(folder, 'data');
  const queue = join(dataDir, 'queues', 'refresh.queue');
  mkdirSync(join(dataDir, 'queues'), { recursive: true, mode: 0o700 });
  const stored = {
    farmBroker: broker.address,
    farmCredentials: broker.coordinator,
    farmWorksHere: false,
    previewLevels: [2],
    ...settings,
  };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(stored), { mode: 0o600 });
  const env = { ...process.env, HOME: folder, ...(photograph ? {} : { PATH: darktable.path }) };
  const finished = new Map<number, number>();
  const running: ChildProcess[] = [];
  const start = (args: string[]) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
      if (hasEnded()) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    };
    return { child, is: { pid: child.pid!, hasEnded, end } };
  };
  const left = () =>
    [queue, `${queue}.working-cli`, `${queue}.taken-cli`].reduce(
      (sum, file) => sum + (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).length : 0),
      0,
    );
  return {
    folder,
    broker,
    darktable,
    finished,
    left,
    async startSafelight(logLevel = 'debug') {
      const paths = ['--data-dir', dataDir, '--library', library.file, '--port', '0', '--log-level', logLevel];
      const { child, is } = start(['serve', ...paths]);
      let isOfJob = false;
      createInterface(child.stderr).on('line', (line) => {
        // The id stands on a line of its own below the message.
        if (line.includes('darktable rendered')) isOfJob = true;
        const id = isOfJob ? /\bid"?: (\d+)/.exec(line)?.[1] : undefined;
        if (id === undefined) return;
        isOfJob = false;
        finished.set(Number(id), (finished.get(Number(id)) ?? 0) + 1);
      });
      await listeningUrl(child);
      return is;
    },
    async startWorker(name, { readsHere } = { readsHere: false }) {
      const keys = ['--broker', broker.address, '--credentials', broker.worker(name)];
      const map = readsHere ? ['--path-map', `${film}=${film}`] : [];
      const { child, is } = start(['worker', ...keys, ...map, '--data-dir', join(folder, 'worker-data')]);
      child.stderr.resume();
      await once(child.stdout, 'data');
      return is;
    },
    queue(from, to) {
      const ids = Array.from({ length: to - from + 1 }, (_, at) => from + at);
      return appendIds(queue, ids, false);
    },
    failures: () =>
      existsSync(`${queue}.failed`) ? readFileSync(`${queue}.failed`, 'utf8').split('\n').filter(Boolean) : [],
    wrong(id) {
      try {
        const said = commentOf(readFileSync(join(dataDir, 'previews', '2', `${id}.jpg`)));
        return said === `photograph ${id}` ? null : `it shows ${said}`;
      } catch (error) {
        return String(error);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill('SIGKILL');
      await broker.stop();
      await sleep(100);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Names of files that a start or an end should have removed. */
export const draftsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tmp$|cli-tmp/.test(name));
