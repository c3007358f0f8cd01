/**
 * `npm run test:farm -- [--jobs N] [--kills N] [--workers N] [--seed S]`: workers make thousands of previews while workers, broker and
 * Safelight are killed at random. Afterwards every preview must be there, must be its image's own, and must have been put in place once.
 * Ends with one line.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { draftsIn, type FarmProcess, farmProcesses } from './farm-processes.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '200' },
    workers: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [jobs, kills, many, seed] = [values.jobs, values.kills, values.workers, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
];
/** Without any progress for so long, something hangs. */
const STUCK_MS = 240_000;

const began = performance.now();
const faults: string[] = [];
const killed = { worker: 0, broker: 0, Safelight: 0 };
const chance = randomNumbers(seed);
const names = Array.from({ length: many }, (_, at) => `w${at + 1}`);

await using farm = await farmProcesses({ images: jobs, workers: names });
await farm.broker.start();
let safelight = await farm.startSafelight();
const workers = new Map<string, FarmProcess>();
for (const name of names) workers.set(name, await farm.startWorker(name));
await farm.queue(1, jobs);

let progress = { left: jobs, atMs: performance.now() };
for (;;) {
  const left = farm.left();
  if (left === 0) break;
  if (left !== progress.left) progress = { left, atMs: performance.now() };
  if (performance.now() - progress.atMs > STUCK_MS) {
    faults.push(`nothing happens any more, with ${left} jobs left`);
    break;
  }
  // Spread over all the jobs, whatever the speed.
  const due = Math.floor((kills * (jobs - left)) / jobs) + 1;
  const sum = killed.worker + killed.broker + killed.Safelight;
  if (sum < Math.min(kills, due)) await killSomebody();
  await sleep(20 + chance() * 200);
}

async function killSomebody(): Promise<void> {
  const dice = chance();
  if (dice < 0.9) {
    const name = names[Math.floor(chance() * names.length)]!;
    await workers.get(name)!.end('SIGKILL');
    killed.worker++;
    workers.set(name, await farm.startWorker(name));
  } else if (dice < 0.95) {
    await farm.broker.stop('SIGKILL');
    killed.broker++;
    await sleep(chance() * 1000);
    await farm.broker.start();
  } else {
    await safelight.end('SIGKILL');
    killed.Safelight++;
    safelight = await farm.startSafelight();
  }
}

// What is logged of the last jobs.
await sleep(1000);
for (let id = 1; id <= jobs; id++) {
  const wrong = farm.wrong(id);
  if (wrong !== null) faults.push(`image ${id}: ${wrong}`);
}
for (const failure of farm.failures()) faults.push(`failed: ${failure}`);
const twice = [...farm.finished].filter(([, times]) => times > 1);
for (const [id, times] of twice) faults.push(`image ${id} was finished ${times} times`);
await safelight.end();
for (const name of draftsIn(join(farm.folder, 'data', 'previews'))) faults.push(`left behind: ${name}`);

for (const fault of faults.slice(0, 50)) console.error(`FAULT: ${fault}`);
const deaths = Object.entries(killed).map(([kind, times]) => `${times} × ${kind}`);
console.log(
  `farm: ${jobs} jobs, ${many} workers, seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s; killed ${deaths.join(', ')}; ` +
    `${farm.finished.size} seen to finish; ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
