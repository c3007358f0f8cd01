import { spawnSync } from 'node:child_process';
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
    ...{ [`${collection}/num_rules`]: '1', [`${collection}/item0`]: '0', [`${collection}/mode0`]: '0' },
    [`${collection}/string0`]: join(stage.folder, 'photos'),
  };
  await using darktable = await startDarktable({ ...stage.darktable, conf });
  const count = await darktable.lua('return #darktable.collection');
  if (count !== String(SHOWN)) throw new Error(`darktable shows ${count} pictures`);
  const library = {
    ...{ images, file: stage.real.library, dataDir: join(stage.folder, 'data'), cache: stage.real.cacheDir },
    ...{ thumbs: '', facts: {} as never },
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
  const ask = async (path: string, body: unknown) => {
    const response = await fetch(server.url + path, {
      method: 'PATCH',
      headers: { ...server.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`PATCH ${path} answered ${text}`);
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
    ...{
      name: 'one decision through the plugin, stored, median',
      value: median(stored),
      unit: 'ms',
      limit: { most: 100 },
    },
    detail: `${rounds} ratings, each once darktable rests; answered after ${median(answered).toFixed(0)} ms; ${beside}`,
  });

  for (const [name, change] of [
    ['stars', { rating: 3 }],
    ['labels', { color_labels: { add: ['blue'] } }],
  ] as const) {
    await untilAtRest(darktable);
    const took = await timed(() => many(shown, change));
    bench.report({
      ...{ name: `1,000 ${name} through the plugin`, value: took / 1_000, unit: 's', limit: { most: 10 } },
      detail: `by darktable's own action; ${beside}`,
    });
  }

  // One that darktable does not show: its action cannot be used.
  const some = [...shown.slice(0, bench.isQuick ? 9 : 24), SHOWN + 1];
  await untilAtRest(darktable);
  const longest = { ms: 0 };
  const state = { isOver: false };
  const byPicture = timed(() => many(some, { rating: 5 })).finally(() => (state.isOver = true));
  while (!state.isOver) longest.ms = Math.max(longest.ms, await darktable.windowAnswerMs());
  const took = await byPicture;
  bench.report({
    ...{ name: 'longest stall of the window, picture by picture', value: longest.ms, unit: 'ms', limit: { most: 500 } },
    detail: `${some.length} ratings in ${(took / 1_000).toFixed(1)} s; ${beside}`,
  });

  const edits: number[] = [];
  for (let at = 1; at <= rounds; at += 1) {
    // The preview of the one before.
    await stage.until(stage.quiet);
    await untilAtRest(darktable);
    const path = `/api/v1/images/${at + 1}/modules/exposure`;
    edits.push(await timed(() => ask(path, { params: { exposure: at / 10 } })));
  }
  bench.report({
    ...{ name: 'edit through the plugin, median', value: median(edits), unit: 'ms', limit: { most: 100 } },
    detail: `${rounds} edits of a module, each once darktable rests; ${beside}`,
  });
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
