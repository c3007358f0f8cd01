/**
 * `npm run chaos -- [--rounds N] [--seed S]`: runs a built Safelight on a small real library while its processes are
 * killed at random: the server, the indexer, the decoder, the renderer, exiftool. Afterwards everything that an answer
 * promised must be there. Ends with one line.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../../src/platform/errors.ts';
import { startWriter } from '../../../src/testing/start-writer.ts';
import { ChaosClient } from './client.ts';
import { editableImages, exposuresOf, near, noPromises, originalOf, work } from './load.ts';
import { killNow, processesOf, type OwnProcess } from './processes.ts';
import { libraryState, lostBetween } from '../trial/library-state.ts';
import { ALL_SCOPES, newToken, setStage } from '../trial/stage.ts';

/** The limit between two kills, however busy the machine is. */
const MOST_ANSWERS = 120;
/** A file's time may be a few milliseconds behind the clock. */
const CLOCK_MS = 50;
/** Until all waiting jobs are done: each takes its own process. */
const SETTLING_MS = 180_000;
/** Until a process to kill has appeared: a renderer only lives for a moment. */
const APPEARING_MS = 10_000;
const READERS: readonly OwnProcess['kind'][] = ['server', 'indexer'];
const WORKERS: readonly OwnProcess['kind'][] = [...READERS, 'decoder', 'renderer', 'exiftool'];
/** What a start cleans up after a kill. */
const DRAFT = /\.tmp|cli-tmp|bridge-tmp|\.sample-|draft/;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!(rounds > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run chaos -- [--rounds N] [--seed S]');
  process.exit(2);
}

const began = performance.now();
const faults: string[] = [];
const killed = new Map<OwnProcess['kind'], number>();
const chance = randomNumbers(seed);

await using stage = await setStage({ renderer: 'darktable-cli' });
const before = libraryState(stage.library);
const registered = await stage.command('clients', 'add', '--id', 'chaos', '--scope', `${ALL_SCOPES} admin`, '--json');
const client = new ChaosClient(
  stage,
  await newToken(stage.url, JSON.parse(registered) as Parameters<typeof newToken>[1]),
);
const listed = await client.get<{ items: { id: number; path: string; is_raw: boolean }[] }>('/api/v1/images?limit=500');
const all = listed.items.map(({ id }) => id);
const images = { all, editable: await editableImages(client, all), raw: listed.items.find((image) => image.is_raw)! };
const embedded = await embeddedPicture();
const promises = noPromises();
const kept = { edits: 0, jobs: 0, clients: 0 };

try {
  await killWhile((signal) => work(client, promises, images, signal), rounds, WORKERS);
  Object.assign(kept, await checkPromises());
  await checkDarktable();
  await checkEnd();
} catch (error) {
  faults.push(`it could not go on: ${reasonOf(error)}`);
  for (const { pid } of processesOf(stage.folder)) killNow(pid);
}

/** While `busy` works, kills a process of the stage now and then: one of these kinds, all equally often. */
async function killWhile(
  busy: (signal: AbortSignal) => Promise<void>,
  times: number,
  kinds: readonly OwnProcess['kind'][],
): Promise<void> {
  const over = new AbortController();
  const working = busy(over.signal);
  // The first failure is the one reported.
  working.catch(() => undefined);
  try {
    for (let round = 0; round < times; round++) {
      await client.hasAnswered(1 + MOST_ANSWERS * chance());
      const victim = await oneOf(kinds[Math.floor(kinds.length * chance())]!);
      if (killNow(victim.pid)) killed.set(victim.kind, (killed.get(victim.kind) ?? 0) + 1);
      if (victim.pid === stage.pid) await stage.kill('SIGKILL');
      if (stage.hasEnded()) await client.restart();
    }
  } finally {
    over.abort();
  }
  await working;
}

/** If none of this kind appears, the server. */
async function oneOf(kind: OwnProcess['kind']): Promise<Pick<OwnProcess, 'pid' | 'kind'>> {
  const deadline = Date.now() + APPEARING_MS;
  while (kind !== 'server' && Date.now() < deadline) {
    const living = processesOf(stage.folder).filter((one) => one.kind === kind);
    if (living.length > 0) return living[Math.floor(living.length * chance())]!;
    await sleep(5);
  }
  return { pid: stage.pid, kind: 'server' };
}

/** The length of the raw file's embedded picture, which exiftool extracts. */
async function embeddedPicture(): Promise<number | null> {
  const answer = await client.ask('GET', originalOf(images.raw));
  return answer?.status === 200 ? String(answer.body).length : null;
}

/** Checks everything that an answer promised, once all is quiet. */
async function checkPromises() {
  type Queues = { items: { name: string; depth: number; failures: { id: number | null }[] }[] };
  const queues = async () => (await client.get<Queues>('/api/v1/admin/queues')).items;
  const deadline = Date.now() + SETTLING_MS;
  while ((await queues()).some(({ depth }) => depth > 0) && Date.now() < deadline) await sleep(200);
  const waiting = (await queues()).filter(({ depth }) => depth > 0);
  if (waiting.length > 0) faults.push(`jobs still wait: ${JSON.stringify(waiting)}`);

  let edits = 0;
  for (const [id, { answered, unknown }] of promises.edits) {
    const { now, journaled } = await exposuresOf(client, id);
    edits += answered.length;
    const allowed = [answered.at(-1), unknown].filter((value) => typeof value === 'number');
    if (answered.length > 0 && !allowed.some((value) => near(value, now)))
      faults.push(`image ${id} has the exposure ${now}; ${allowed.join(' or ')} was answered for`);
    const lost = answered.filter((value) => !journaled.some((one) => near(one, value)));
    if (lost.length > 0) faults.push(`edits of image ${id} are not in the journal: ${lost.join(', ')}`);
  }
  const { settings, in_use: inUse } = await client.get<{
    settings: { previewQuality: number };
    in_use: { export_dir: string };
  }>('/api/v1/admin/settings');
  const { answered, unknown } = promises.setting;
  if (answered !== null && ![answered, unknown].includes(settings.previewQuality))
    faults.push(`previewQuality is ${settings.previewQuality}; ${answered} was answered for`);
  const failed = new Set((await queues()).flatMap(({ failures }) => failures.map(({ id }) => id)));
  for (const [kind, jobs] of Object.entries(promises.jobs)) {
    for (const [id, asked] of jobs) {
      const file =
        kind === 'export' ? join(inUse.export_dir, `${id}.jpg`) : join(stage.dataDir, 'previews', '0', `${id}.jpg`);
      const isDone = existsSync(file) && statSync(file).mtimeMs > asked - CLOCK_MS;
      if (!isDone && !failed.has(id)) faults.push(`the ${kind} of image ${id} was accepted and never done: ${file}`);
    }
  }
  for (const one of promises.clients)
    await newToken(stage.url, one).catch((error: unknown) => faults.push(`client ${one.client_id}: ${String(error)}`));
  return { edits, jobs: promises.jobs.refresh.size + promises.jobs.export.size, clients: promises.clients.length };
}

/**
 * A darktable working at the same time loses no commit, whichever reader dies; and the index ends up with its last
 * state.
 */
async function checkDarktable(): Promise<void> {
  faults.push(...lostBetween(before, libraryState(stage.library)));
  await using writer = await startWriter({
    library: stage.library,
    commitsPerSecond: 50,
    seconds: 3600,
    images: images.all.length,
  });
  const reading = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      await client.ask('GET', '/api/v1/images?rating_min=2');
      await sleep(10);
    }
  };
  await killWhile(reading, Math.ceil(rounds / 4), READERS);
  const { failed, changes } = await writer.stop();
  if (failed > 0) faults.push(`darktable lost ${failed} commits`);
  const last = new Map(changes.map(({ id, stars }) => [id, stars]));
  const stars = async () => {
    const { items } = await client.get<{ items: { id: number; rating: number }[] }>('/api/v1/images?limit=500');
    return items.filter(({ id, rating }) => last.has(id) && last.get(id) !== rating).map(({ id }) => id);
  };
  const deadline = Date.now() + 30_000;
  while ((await stars()).length > 0 && Date.now() < deadline) await sleep(100);
  const wrong = await stars();
  if (wrong.length > 0) faults.push(`the list has other stars than the library for ${wrong.join(', ')}`);
}

/** Nothing keeps running, nothing half-made is left, and a rebuilt index is the same. */
async function checkEnd(): Promise<void> {
  const list = async () => (await client.get<{ items: object[] }>('/api/v1/images?limit=500&sort_by=id')).items;
  const known = JSON.stringify(await list());
  const restart = async () => {
    const ending = await stage.stop();
    if (ending !== 0) faults.push(`the server ended with ${ending}\n${stage.log().slice(-2000)}`);
  };
  await restart();
  for (const file of ['index.db', 'index.db-wal', 'index.db-shm']) rmSync(join(stage.dataDir, file), { force: true });
  await stage.start();
  const deadline = Date.now() + 30_000;
  while ((await client.ask('GET', '/api/v1/images'))?.status !== 200 && Date.now() < deadline) await sleep(100);
  if (embedded === null || (await embeddedPicture()) !== embedded)
    faults.push(`the picture in ${images.raw.path} cannot be seen`);
  if (JSON.stringify(await list()) !== known) faults.push('an index that was made anew is another');
  await restart();

  const gone = Date.now() + 10_000;
  while (processesOf(stage.folder).length > 0 && Date.now() < gone) await sleep(100);
  for (const { pid, command } of processesOf(stage.folder))
    faults.push(`still running: ${pid} ${command.slice(0, 200)}`);
  const drafts = readdirSync(stage.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && DRAFT.test(join(entry.parentPath, entry.name)))
    .map(({ name }) => name);
  if (drafts.length > 0) faults.push(`drafts were left: ${drafts.join(', ')}`);
  libraryState(stage.library);
  for (const name of ['journal.db', 'index.db']) {
    const db = new DatabaseSync(join(stage.dataDir, name), { readOnly: true });
    const [check] = db.prepare('PRAGMA integrity_check').all();
    db.close();
    if (check?.integrity_check !== 'ok') faults.push(`${name} is damaged: ${JSON.stringify(check)}`);
  }
}

/** Between 0 and 1, the same for the same seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

faults.unshift(...client.faults);
for (const fault of faults) console.error(`FAULT: ${fault}`);
const deaths = [...killed].map(([kind, times]) => `${times} × ${kind}`).join(', ');
console.log(
  `chaos: ${rounds} rounds, seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s; killed ${deaths}; ${client.answered} answers, ${client.cut} cut off; ` +
    `${kept.edits} edits, ${kept.jobs} images with jobs, ${kept.clients} clients kept; ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
