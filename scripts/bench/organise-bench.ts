import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBareSqlite } from './bare-sqlite.ts';
import { percentile } from './load.ts';
import { benchPlugin } from './plugin-bench.ts';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { benchWholeEdits } from './whole-edits-bench.ts';

type Result = { change: number | null; changed: number };

/** What the slowest hundredth may be of SQLite's own, which is nearly all waiting for the disk. */
const MOST_TIMES = 3;

/**
 * Decisions about images of the largest library, which no darktable has open: one after the other by one client, a thousand in one call, and all of
 * the library, while somebody else asks for a page again and again.
 */
export async function benchOrganising(bench: BenchRun): Promise<void> {
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const size = inThousands(images);
  await withSafelight(library, async ({ url, headers }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    // With node:http, because fetch itself takes a millisecond now and then.
    const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
      const outgoing = request(url + path, {
        agent,
        method,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const answer = await json(response);
      if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${JSON.stringify(answer)}`);
      return answer as Body;
    };
    const imageAt = (at: number) => ((at * 7919) % images) + 1;
    const decide = (at: number) => ask('PATCH', `/api/v1/images/${imageAt(at)}`, { title: `title ${at}` });
    // The first one of a day makes the copy, and fresh code is slow.
    const decisions = bench.isQuick ? 200 : 1_000;
    for (let at = 0; at < decisions / 5; at += 1) await decide(at);
    const times: number[] = [];
    const alone: number[] = [];
    const bare = openBareSqlite(library.file);
    for (let at = 1; at <= decisions; at += 1) {
      const [id, title] = [imageAt(decisions + at), `title ${at}`];
      alone.push(
        await timed(() =>
          bare.commit((file) => {
            file.prepare('DELETE FROM meta_data WHERE id = ? AND key = 2').run(id);
            file.prepare('INSERT INTO meta_data (id, key, value) VALUES (?, 2, ?)').run(id, title);
          }),
        ),
      );
      times.push(await timed(() => decide(decisions + at)));
    }
    bare.close();
    for (const list of [times, alone]) list.sort((one, other) => one - other);
    const [middle, slow] = [0.5, 0.99].map((share) => ({
      ms: percentile(times, share),
      aloneMs: percentile(alone, share),
    })) as [Record<'ms' | 'aloneMs', number>, Record<'ms' | 'aloneMs', number>];
    bench.report({
      name: `one decision at ${size}, median`,
      value: middle.ms,
      unit: 'ms',
      limit: images <= 100_000 ? { most: 10 } : null,
      detail: `SQLite alone: ${middle.aloneMs.toFixed(1)} ms`,
    });
    bench.report({
      name: `one decision at ${size}, p99, of SQLite alone`,
      value: slow.ms / slow.aloneMs,
      unit: '×',
      limit: images <= 100_000 ? { most: MOST_TIMES } : null,
      detail: `${slow.ms.toFixed(1)} ms, ${slow.aloneMs.toFixed(1)} ms; ${decisions} in turn with as many of SQLite alone, each of another image`,
    });

    const ids = Array.from({ length: 1_000 }, (_, at) => at * Math.floor(images / 1_000) + 1);
    const thousand = await timed(() =>
      ask('PATCH', '/api/v1/images', { ids, change: { title: 'one of a thousand', color_labels: { add: ['blue'] } } }),
    );
    bench.report({
      name: `1,000 decisions in one call at ${size}`,
      value: thousand / 1_000,
      unit: 's',
      limit: images <= 100_000 ? { most: 1 } : null,
      detail: 'a text and a label each',
    });

    // How long others wait meanwhile, against what such a page takes otherwise.
    const page = () => ask('GET', '/api/v1/images/1');
    const quiet: number[] = [];
    for (let at = 0; at < 200; at += 1) quiet.push(await timed(page));
    const beside: number[] = [];
    const others = { areOver: false };
    const all = timed(async () => {
      const { changed } = await ask<Result>('PATCH', '/api/v1/images', {
        filter: {},
        change: { notes: 'all of them' },
      });
      if (changed !== images) throw new Error(`${changed} of ${images} images were changed`);
    }).finally(() => (others.areOver = true));
    while (!others.areOver) {
      beside.push(await timed(page));
      await sleep(1);
    }
    const took = await all;
    bench.report({
      name: `all ${size} images in one call`,
      value: took / 1_000,
      unit: 's',
      limit: null,
      detail: `one image asked for meanwhile: ${beside.length} times`,
    });
    bench.report({
      name: `longest wait of others meanwhile, of the time it takes`,
      value: (100 * Math.max(...beside)) / took,
      unit: '%',
      limit: { most: 10 },
      detail: `${Math.max(...beside).toFixed(0)} ms; alone ${Math.max(...quiet).toFixed(0)} ms at most`,
    });
    agent.destroy();
  });
  await benchWholeEdits(bench);
  await benchPlugin(bench);
}

async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
