import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { readingUri } from '../../src/library/lock-free.ts';
import { type BridgeStage, setBridgeStage } from '../../src/testing/bridge-stage.ts';
import { multiplyPictures } from '../../src/testing/multiply-pictures.ts';
import { type RunningDarktable, startDarktable } from '../../src/testing/real-darktable.ts';
import { inThousands, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';
import { startSafelight, untilComplete, type SafelightServer } from './safelight-server.ts';

/** The pictures that darktable shows, of all that it has. */
const SHOWN = 1_000;

/** Decisions and edits through the plugin of a real darktable that shows 1,000 pictures of a large library. */
export async function benchPlugin(bench: BenchRun): Promise<void> {
  if (spawnSync('darktable', ['--version']).error) {
    console.error('  (there is no darktable here: nothing is measured through the plugin)');
    return;
  }
  const images = bench.sizes.at(-1)!;
  await using stage = await setBridgeStage({ pictures: 1, width: 60, height: 40 });
  multiplyPictures(stage, { images, withFiles: SHOWN });
  // Its film roll, from the start.
  const collection = 'plugins/lighttable/collect';
  const conf = {
    ...stage.darktable.conf,
    [`${collection}/num_rules`]: '1',
    [`${collection}/item0`]: '0',
    [`${collection}/mode0`]: '0',
    [`${collection}/string0`]: join(stage.folder, 'photos'),
  };
  await using darktable = await startDarktable({ ...stage.darktable, conf });
  const count = await darktable.lua('return #darktable.collection');
  if (count !== String(SHOWN)) throw new Error(`darktable shows ${count} pictures`);
  const library = {
    images,
    file: stage.real.library,
    dataDir: join(stage.folder, 'data'),
    cache: stage.real.cacheDir,
    thumbs: '',
    facts: {} as never,
  };
  // Under the pointer, darktable's action works on that picture alone.
  await darktable.movePointerAway();
  const server = await startSafelight(library);
  try {
    await untilComplete(server, images);
    await stage.until(() => stage.heartbeat()?.state === 'idle');
    await measure(bench, { stage, darktable, server, size: inThousands(images) });
  } finally {
    await server.stop();
  }
}

interface Stand {
  stage: BridgeStage;
  darktable: RunningDarktable;
  server: SafelightServer;
  size: string;
}

async function measure(bench: BenchRun, { stage, darktable, server, size }: Stand): Promise<void> {
  const rounds = bench.isQuick ? 10 : 30;
  const ask = async (path: string, body: unknown, method = 'PATCH') => {
    const response = await fetch(server.url + path, {
      method,
      headers: { ...server.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${text}`);
    return text === '' ? null : (JSON.parse(text) as { changed: number });
  };
  const many = async (ids: readonly number[], change: unknown) => {
    const result = await ask('/api/v1/images', { ids, change });
    if (result?.changed !== ids.length) throw new Error(`${result?.changed} of ${ids.length} were changed`);
  };
  const shown = Array.from({ length: SHOWN }, (_, at) => at + 1);
  const beside = `darktable shows ${SHOWN} of ${size}`;

  // The first one of a day makes the copy.
  await ask('/api/v1/images/1', { rating: 2 });
  const stored: number[] = [];
  const answered: number[] = [];
  for (let at = 1; at <= rounds; at += 1) {
    await untilAtRest(darktable);
    const begin = performance.now();
    const answer = ask(`/api/v1/images/${at + 1}`, { rating: 4 }).then(() => answered.push(performance.now() - begin));
    await untilStored(stage.real.library, at + 1, 4);
    stored.push(performance.now() - begin);
    await answer;
  }
  bench.report({
    name: 'one decision through the plugin, stored, median',
    value: median(stored),
    unit: 'ms',
    limit: { most: 100 },
    detail: `${rounds} ratings, each once darktable rests; answered after ${median(answered).toFixed(0)} ms; ${beside}`,
  });

  for (const [name, change] of [
    ['stars', { rating: 3 }],
    ['labels', { color_labels: { add: ['blue'] } }],
  ] as const) {
    await untilAtRest(darktable);
    const took = await timed(() => many(shown, change));
    bench.report({
      name: `1,000 ${name} through the plugin`,
      value: took / 1_000,
      unit: 's',
      limit: { most: 10 },
      detail: `by darktable's own action; ${beside}`,
    });
  }

  // One that darktable does not show: its action cannot be used.
  const some = [...shown.slice(0, bench.isQuick ? 9 : 24), SHOWN + 1];
  await untilAtRest(darktable);
  const ratings = await stalls(darktable, () => many(some, { rating: 5 }));
  bench.report({
    name: 'longest stall of the window, picture by picture',
    value: ratings.longestMs,
    unit: 'ms',
    limit: { most: 500 },
    detail: `${some.length} ratings in ${inWords(ratings)}; ${beside}`,
  });

  const looks = shown.slice(0, bench.isQuick ? 10 : 50);
  const put = async (path: string, body: object) => {
    const result = await ask(path, body, 'POST');
    if (result?.changed !== looks.length)
      throw new Error(`${path}: ${result?.changed} of ${looks.length} were changed`);
  };
  await ask('/api/v1/styles', { name: 'look', from: SHOWN, modules: ['exposure', 'velvia'] }, 'POST');
  for (const [name, path, body] of [
    ['a style', '/api/v1/styles/apply', { name: 'look', to: looks }],
    ['edits pasted on top', '/api/v1/images/history/copy', { from: SHOWN, to: looks, mode: 'append' }],
  ] as const) {
    await untilAtRest(darktable);
    const measured = await stalls(darktable, () => put(path, body));
    bench.report({
      name: `longest stall of the window: ${name}`,
      value: measured.longestMs,
      unit: 'ms',
      limit: { most: 500 },
      detail: `${looks.length} images in ${inWords(measured)}; ${beside}`,
    });
  }

  const edits: number[] = [];
  for (let at = 1; at <= rounds; at += 1) {
    // The preview of the one before.
    await stage.until(stage.quiet);
    await untilAtRest(darktable);
    const path = `/api/v1/images/${at + 1}/modules/exposure`;
    edits.push(await timed(() => ask(path, { params: { exposure: at / 10 } })));
  }
  bench.report({
    name: 'edit through the plugin, median',
    value: median(edits),
    unit: 'ms',
    limit: { most: 100 },
    detail: `${rounds} edits of a module, each once darktable rests; ${beside}`,
  });
}

interface Stalls {
  tookMs: number;
  longestMs: number;
  /** The processor time that darktable's window had in that time, at most: where others work as well, the rest is theirs. */
  workedMs: number;
}

/** How long the window does not answer while something is done. */
async function stalls(darktable: RunningDarktable, work: () => Promise<unknown>): Promise<Stalls> {
  const state = { isOver: false };
  const over = timed(work).finally(() => (state.isOver = true));
  const worst = { longestMs: 0, workedMs: 0 };
  while (!state.isOver) {
    const before = windowThreadMs(darktable.pid);
    worst.longestMs = Math.max(worst.longestMs, await darktable.windowAnswerMs());
    worst.workedMs = Math.max(worst.workedMs, windowThreadMs(darktable.pid) - before);
  }
  return { tookMs: await over, ...worst };
}

const inWords = ({ tookMs, workedMs }: Stalls) =>
  `${(tookMs / 1_000).toFixed(1)} s, in each stall at most ${workedMs} ms of processor time`;

const TICK_MS = 10;

/** Processor time of the first thread of a process, which is that of its window (proc_pid_stat(5), utime and stime). */
function windowThreadMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** Until darktable has loaded its collection anew and drawn it; on a busy machine no longer than three seconds. */
async function untilAtRest(darktable: RunningDarktable): Promise<void> {
  const end = performance.now() + 3_000;
  for (let calm = 0; calm < 3 && performance.now() < end;) {
    calm = (await darktable.windowAnswerMs()) < 100 ? calm + 1 : 0;
    await sleep(50);
  }
}

/** Read without a lock, which darktable would have to wait for. */
async function untilStored(file: string, id: number, stars: number): Promise<void> {
  for (;;) {
    try {
      const library = new DatabaseSync(readingUri(file, false), { readOnly: true });
      const row = library.prepare('SELECT flags & 7 AS stars FROM images WHERE id = ?').get(id);
      library.close();
      if (row?.stars === stars) return;
    } catch {
      // Torn: read in the middle of a write.
    }
    await sleep(1);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
