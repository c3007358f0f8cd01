import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FarmProcess, type FarmProcesses, farmProcesses } from '../test/farm/farm-processes.ts';
import { dng } from '../../src/testing/pictures/dng.ts';
import { colourQuarters } from '../../src/testing/pictures/pixels.ts';
import type { BenchRun } from './bench-run.ts';
import { canMeasureProcesses, cpuSeconds, memoryOf, processTree } from './processes.ts';

const WORKERS = join(import.meta.dirname, '../test/farm/waiting-workers.ts');
const WAIT_MS = 200;
const MANY = 32;
const IN_ONE_PROCESS = 8;
const LOOK_MS = 50;
const SELF_TEST_MS = 10_000;
const STUCK_MS = 600_000;

/** Rendering on other machines: whether twice the workers do twice as much, and what handing out and collecting costs. */
export async function benchFarm(bench: BenchRun): Promise<void> {
  if (!canMeasureProcesses) {
    console.error('  (the farm is measured on Linux only)');
    return;
  }
  const jobs = bench.isQuick ? 2_000 : 20_000;
  const names = Array.from({ length: MANY }, (_, at) => `w${at + 1}`);
  await using farm = await farmProcesses({ images: jobs, workers: names, settings: { farmWaiting: 400 } });
  await farm.broker.start();
  const safelight = await farm.startSafelight('warn');
  await benchRates(bench, farm, safelight, names);
  await benchMany(bench, farm, safelight, { names, jobs });
  await safelight.end();
  await benchDarktable(bench);
}

/** Pictures that neither side has seen before, by the darktable of this machine: what broker and checks cost. */
async function benchDarktable(bench: BenchRun): Promise<void> {
  const pictures = bench.isQuick ? 8 : 24;
  const raw = dng(colourQuarters(3000, 2000));
  // Each is another file, at the broker, too.
  const photograph = (id: number) => Buffer.concat([raw, Buffer.from(`${id}`)]);
  const speedWith = async (settings: Record<string, unknown>, worker: { readsHere: boolean } | null) => {
    await using farm = await farmProcesses({ images: pictures + 1, workers: ['w1'], settings, photograph });
    await farm.broker.start();
    const safelight = await farm.startSafelight('warn');
    if (worker) await farm.startWorker('w1', worker);
    // Until a darktable is there, and has been compared with its darktable-cli.
    await farm.queue(pictures + 1, pictures + 1);
    await until(farm, () => farm.left() === 0);
    await sleep(SELF_TEST_MS);
    const began = performance.now();
    await farm.queue(1, pictures);
    await until(farm, () => farm.left() === 0);
    const took = performance.now() - began;
    if (farm.failures().length > 0) throw new Error(farm.failures().join('\n'));
    await safelight.end();
    return (60_000 * pictures) / took;
  };
  const here = await speedWith({ farmBroker: '', renderer: 'darktable-cli' }, null);
  const sharing = await speedWith({}, { readsHere: true });
  const fetching = await speedWith({}, { readsHere: false });
  const detail = (there: number) => `${there.toFixed(0)} previews a minute of ${here.toFixed(0)}, raws of 6 megapixels`;
  bench.report({
    name: 'farm: one worker with darktable that shares the disk, of this computer alone',
    value: (100 * sharing) / here,
    unit: '%',
    limit: { least: 90 },
    detail: detail(sharing),
  });
  bench.report({
    name: 'farm: one that gets the photographs through the broker',
    value: (100 * fetching) / here,
    unit: '%',
    limit: null,
    detail: `${detail(fetching)} of 12 MB; Safelight, broker and worker share the processors with darktable`,
  });
}

/** With a renderer that only waits. */
async function benchRates(
  bench: BenchRun,
  farm: FarmProcesses,
  safelight: FarmProcess,
  names: readonly string[],
): Promise<void> {
  const rates = new Map<number, number>();
  const each = bench.isQuick ? 20 : 50;
  for (const count of [1, 2, 8, MANY]) {
    const workers = await startWorkers(farm, names.slice(0, count), WAIT_MS);
    await sleep(3_000);
    const before = await processorTime(safelight);
    const rate = await jobsPerSecond(farm, each * count);
    const after = await processorTime(safelight);
    for (const worker of workers) await end(worker);
    rates.set(count, rate);
    const ideal = rates.get(1)! * count;
    if (count > 1)
      bench.report({
        name: `farm: ${count} workers, of ${count} times one worker`,
        value: (100 * rate) / ideal,
        unit: '%',
        limit: { least: 90 },
        detail: `${rate.toFixed(1)} jobs/s with a renderer that waits ${WAIT_MS} ms, one worker ${rates.get(1)!.toFixed(2)}`,
      });
    if (count === MANY) {
      const perJob = (seconds: number) => (1000 * seconds) / (each * count);
      bench.report({
        name: "farm: Safelight's processor time for a job",
        value: perJob(after.server - before.server),
        unit: 'ms',
        limit: { most: 3 },
        detail: `its picture decoder, which checks every picture, another ${perJob(after.others - before.others).toFixed(1)} ms`,
      });
    }
  }
}

/** Without any wait. */
async function benchMany(
  bench: BenchRun,
  farm: FarmProcesses,
  safelight: FarmProcess,
  { names, jobs }: { names: readonly string[]; jobs: number },
): Promise<void> {
  const workers = await startWorkers(farm, names.slice(0, IN_ONE_PROCESS), 0);
  await sleep(3_000);
  const tenth = Math.round(jobs / 10);
  await farm.queue(1, jobs);
  await until(farm, () => farm.left() < jobs - 2 * tenth);
  const early = memoryOf(safelight.pid).rss;
  await until(farm, () => farm.left() === 0);
  const late = memoryOf(safelight.pid).rss;
  for (const worker of workers) await end(worker);
  bench.report({
    name: `farm: growth of Safelight's memory over ${jobs} jobs`,
    value: late - early,
    unit: 'MB',
    limit: { most: 30 },
    detail: `${early.toFixed(0)} MB after a fifth of them, ${late.toFixed(0)} MB after all`,
  });
}

async function startWorkers(farm: FarmProcesses, names: readonly string[], waitMs: number): Promise<ChildProcess[]> {
  const groups = Array.from({ length: Math.ceil(names.length / IN_ONE_PROCESS) }, (_, at) =>
    names.slice(at * IN_ONE_PROCESS, (at + 1) * IN_ONE_PROCESS),
  );
  const picture = join(farm.folder, 'quick-darktable', 'picture.jpg');
  return Promise.all(
    groups.map(async (group) => {
      const keys = group.map((name) => farm.broker.worker(name));
      const args = [farm.broker.address, join(farm.folder, 'workers'), picture, String(waitMs), ...keys];
      const child = spawn(process.execPath, ['--no-warnings', WORKERS, ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
        // As many as if each had a process of its own.
        env: { ...process.env, UV_THREADPOOL_SIZE: String(4 * group.length) },
      });
      await once(child.stdout, 'data');
      return child;
    }),
  );
}

async function end(worker: ChildProcess): Promise<void> {
  const exit = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exit;
}

/** Of the middle four fifths, without start and end. */
async function jobsPerSecond(farm: FarmProcesses, jobs: number): Promise<number> {
  await farm.queue(1, jobs);
  const times: { left: number; atMs: number }[] = [];
  await until(farm, () => {
    const left = farm.left();
    times.push({ left, atMs: performance.now() });
    return left === 0;
  });
  const first = times.find(({ left }) => left <= 0.9 * jobs)!;
  const last = times.find(({ left }) => left <= 0.1 * jobs)!;
  return (1000 * (first.left - last.left)) / (last.atMs - first.atMs);
}

async function until(farm: FarmProcesses, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + STUCK_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`${farm.left()} jobs are left`);
    await sleep(LOOK_MS);
  }
}

/** In seconds: of the server itself, and of the processes that it started. */
async function processorTime({ pid }: FarmProcess): Promise<{ server: number; others: number }> {
  await sleep(500);
  const others = processTree(pid).slice(1);
  return { server: cpuSeconds(pid), others: others.reduce((sum, other) => sum + cpuSeconds(other), 0) };
}
