import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openExportFolder } from '../exports/export-folder.ts';
import type { Installation } from '../darktable/installation.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { createLog, silentLog } from '../platform/log.ts';
import { openQueues, type Queues } from '../queues/queues.ts';
import { type Farm, type FarmOptions, type FarmSettings, openFarm } from '../renderer/farm/farm.ts';
import type { RendererSettings } from '../renderer/renderer-settings.ts';
import { openRenderer, type Renderer } from '../renderer/renderer.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { type TestBroker, testBroker } from './broker.ts';
import { makeLibrary } from './library-fixture.ts';
import { noFilmRolls } from './no-film-rolls.ts';
import { exposureParams } from './pictures/params.ts';
import { commentOf, type QuickDarktable, quickDarktable } from './quick-darktable.ts';
import { main } from './main-program.ts';

export interface TestWorker {
  process: ChildProcess;
  output: () => string;
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A Safelight's renderer, a broker and workers in processes of their own. */
export interface FarmStage {
  folder: string;
  dataDir: string;
  broker: TestBroker;
  darktable: QuickDarktable;
  queues: Queues;
  farm: Farm;
  renderer: Renderer;
  settings: FarmSettings & RendererSettings;
  /** The photographs, by image id. */
  photograph: (id: number) => string;
  change(patch: Partial<FarmSettings & RendererSettings>): void;
  startWorker(
    name: string,
    more?: { args?: string[]; environment?: NodeJS.ProcessEnv; node?: string[] },
  ): Promise<TestWorker>;
  /** What the preview in place says; null: there is none. */
  preview: (id: number) => string | null;
  /** How often a preview was put in place. */
  until(what: string, holds: () => boolean, withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function openFarmStage({
  images,
  workers,
  settings: given = {},
  farm: farmOptions = {},
  orders = () => null,
  real = null,
}: {
  images: number;
  workers: readonly string[];
  settings?: Partial<FarmSettings & RendererSettings>;
  farm?: Partial<FarmOptions>;
  /** The first line of a photograph; default: `photograph ID`. */
  orders?: (id: number) => string | null;
  /** A real darktable instead of the stand-in, and the photographs for it. */
  real?: { installation: Installation; photograph: Buffer; ending: string } | null;
}): Promise<FarmStage> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-farm-'));
  const film = join(folder, 'photos');
  mkdirSync(film);
  const nameOf = (id: number) => `${id}${real?.ending ?? '.jpg'}`;
  const photograph = (id: number) => join(film, nameOf(id));
  const made = makeLibrary({
    folder: join(folder, 'darktable'),
    images: Array.from({ length: images }, (_, at) => {
      const id = at + 1;
      writeFileSync(photograph(id), real?.photograph ?? `${orders(id) ?? `photograph ${id}`}\n`);
      return {
        id,
        film,
        filename: nameOf(id),
        // What its darktable makes at 100 %.
        width: 300,
        height: 200,
        history: [{ operation: 'exposure', module: 6, params: exposureParams(id % 3) }],
      };
    }),
  });
  const darktable = await quickDarktable(join(folder, 'quick-darktable'));
  const broker = await testBroker(folder, workers);
  const dataDir = join(folder, 'data');
  const events = new Events();
  const log = process.env.FARM_LOG === undefined ? silentLog() : createLog('debug');
  const library = openLibrary({ file: made.file, isSample: false, log, events });
  const queueDir = join(dataDir, 'queues');
  mkdirSync(queueDir, { recursive: true });
  const queues = openQueues({
    refreshFile: join(queueDir, 'refresh.queue'),
    exportFile: join(queueDir, 'export.queue'),
    events,
    log,
  });
  const settings: FarmSettings & RendererSettings = {
    renderer: 'bridge',
    queuesPaused: false,
    previewLevels: [2],
    previewQuality: 85,
    exportQuality: 95,
    farmBroker: broker.address,
    farmCredentials: broker.coordinator,
    farmJobs: 'both',
    farmWaiting: 200,
    farmWorksHere: false,
    farmVersions: 'same',
    ...given,
  };
  const installation = () =>
    Promise.resolve<Installation>(
      real?.installation ?? {
        kind: 'native' as const,
        version: '4.2.1',
        app: ['darktable'] as const,
        cli: [join(folder, 'quick-darktable', 'darktable-cli')] as const,
      },
    );
  const previewsDir = join(dataDir, 'previews');
  const exports = openExportFolder({ dataDir, setting: null, rolls: noFilmRolls, log });
  const decoder = new PictureDecoder();
  const farm = openFarm({
    dataDir,
    decoder,
    settings: () => settings,
    userConfig: () => dirname(library.file),
    queues,
    installation,
    events,
    log,
    ...farmOptions,
    times: { lookMs: 500, ...farmOptions.times },
  });
  const renderer = openRenderer({
    dataDir,
    decoder,
    library,
    queues,
    settings: () => settings,
    previewsDir: () => previewsDir,
    exports: () => exports,
    installation,
    events,
    log,
    farm,
    darktable: () => ({ answers: false, running: null, holder: null, heartbeat: null, heartbeatAge: null }),
    bridgeRevision: () => null,
  });
  const running: TestWorker[] = [];
  // A result whose confirmation is lost with the broker comes again after a minute.
  const until: FarmStage['until'] = async (what, holds, withinMs = 120_000) => {
    const deadline = performance.now() + withinMs;
    while (!holds()) {
      if (performance.now() > deadline) {
        const outputs = running.map((worker) => worker.output().slice(-500)).join('\n');
        throw new Error(`It did not happen: ${what}. ${JSON.stringify(farm.state())} ${outputs}`);
      }
      await sleep(20);
    }
  };
  return {
    folder,
    dataDir,
    broker,
    darktable,
    queues,
    farm,
    renderer,
    settings,
    photograph,
    until,
    change(patch) {
      Object.assign(settings, patch);
      events.emit('settings.changed', { keys: Object.keys(patch) });
    },
    async startWorker(name, { args = [], environment = {}, node = [] } = {}) {
      const worker = startWorker({
        name,
        broker,
        args,
        node,
        dataDir: join(folder, 'worker-data'),
        environment: { ...process.env, ...(real ? {} : { PATH: darktable.path }), ...environment },
      });
      running.push(worker);
      await once(worker.process.stdout!, 'data');
      return worker;
    },
    preview: (id) => {
      try {
        return commentOf(readFileSync(join(previewsDir, '2', `${id}.jpg`)));
      } catch {
        return null;
      }
    },
    async close() {
      for (const worker of running) await worker.end('SIGKILL');
      await renderer.close();
      await farm.close();
      decoder.close();
      queues.close();
      library.close();
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `safelight worker` in a process of its own. */
export function startWorker({
  name,
  broker,
  args = [],
  node = [],
  dataDir,
  environment,
}: {
  name: string;
  broker: Pick<TestBroker, 'address' | 'worker'>;
  args?: readonly string[];
  node?: readonly string[];
  dataDir: string;
  environment: NodeJS.ProcessEnv;
}): TestWorker {
  const command = ['worker', '--broker', broker.address, '--credentials', broker.worker(name), '--data-dir', dataDir];
  const child = spawn(process.execPath, [...node, '--no-warnings', main, ...command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-20_000)));
  return {
    process: child,
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
