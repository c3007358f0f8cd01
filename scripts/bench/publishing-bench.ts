import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { publishingChild } from '../../src/testing/killed-publishing.ts';
import type { PublishingTask, PublishingTimes } from '../../src/testing/publishing-child.ts';
import { apache } from '../../src/testing/webdav-servers.ts';
import { inThousands, type BenchRun } from './bench-run.ts';
import { canMeasureProcesses, memoryOf } from './processes.ts';

const ITEMS = 5_000;
const PICTURES = 200;
/** As a picture of 2,400 pixels has. */
const PICTURE_BYTES = 1_200_000;
const LOOK_MS = 250;
/** Until a process has what it needs. */
const WARM = 1 / 5;
const MOST_PLAN_MS = 2_000;
const MOST_GROWTH_MB = 40;

/** A plan of much that is published, the memory that publishing it takes, and uploads beside those of rclone. */
export async function benchPublishing(bench: BenchRun): Promise<void> {
  await benchPlan(bench);
  await benchUploads(bench);
}

async function benchPlan(bench: BenchRun): Promise<void> {
  const images = bench.sizes.at(-1)!;
  const library = await bench.libraries.generated(images);
  const count = Math.min(bench.isQuick ? ITEMS / 5 : ITEMS, images);
  const of = `${count} of ${inThousands(images)}`;
  const folder = mkdtempSync(join(bench.libraries.folder, 'publishing-'));
  const { times, growthMb } = await published(folder, { library: library.file, place: placeIn(folder), count });
  bench.report({
    name: `plan of ${of} published`,
    value: times.planMs,
    unit: 'ms',
    limit: { most: MOST_PLAN_MS },
    detail: `all of them compared with the folder that they are in`,
  });
  bench.report({
    name: `plan of ${of} published, of reading their state from the library`,
    value: times.planMs / times.readMs,
    unit: '×',
    limit: null,
    detail: `${times.planMs.toFixed(0)} ms, ${times.readMs.toFixed(0)} ms`,
  });
  if (canMeasureProcesses)
    bench.report({
      name: `memory gained while ${of} are published`,
      value: growthMb,
      unit: 'MB',
      limit: { most: MOST_GROWTH_MB },
      detail: `resident, the most of all looks over that of the first fifth; ${((1000 * count) / times.allMs).toFixed(0)} pictures a second into a folder`,
    });
}

async function benchUploads(bench: BenchRun): Promise<void> {
  const pictures = bench.isQuick ? PICTURES / 4 : PICTURES;
  const library = await bench.libraries.generated(bench.sizes[0]!);
  const folder = mkdtempSync(join(bench.libraries.folder, 'uploads-'));
  const from = join(folder, 'pictures');
  mkdirSync(from);
  for (let id = 1; id <= pictures; id++) writeFileSync(join(from, `${id}.jpg`), randomBytes(PICTURE_BYTES));
  const server = await apache();
  try {
    const addressOf = ({ name }: { name: string }) => `http://127.0.0.1:${server.port}/${name}/`;
    const rcloneMs = await rcloneCopy(from, addressOf(server.newFolder()));
    const task = { library: library.file, place: addressOf(server.newFolder()), count: pictures, pictures: from };
    const { times } = await published(folder, task);
    bench.report({
      name: `${pictures} pictures to a WebDAV server, of rclone copy`,
      value: rcloneMs / times.allMs,
      unit: '×',
      limit: { least: 0.8 },
      detail: `Apache on this computer; ${(times.allMs / 1000).toFixed(2)} s, each compared there before it has its name; rclone ${(rcloneMs / 1000).toFixed(2)} s`,
    });
  } finally {
    await server.stop();
  }
}

function placeIn(folder: string): string {
  const place = join(folder, 'place');
  mkdirSync(place);
  return place;
}

async function published(folder: string, task: Omit<PublishingTask, 'dataDir'>) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const child = publishingChild({ ...task, dataDir, isSmall: true });
  const ended = once(child, 'close');
  const seen: number[] = [];
  const looks = setInterval(() => {
    if (canMeasureProcesses && child.pid !== undefined) seen.push(memoryOf(child.pid).rss);
  }, LOOK_MS);
  const said = await text(child.stdout);
  clearInterval(looks);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`Publishing ended with code ${code}.`);
  return { times: JSON.parse(said.trim().split('\n').at(-1)!) as PublishingTimes, growthMb: grown(seen) };
}

const grown = (seen: readonly number[]) =>
  Math.max(...seen) - Math.max(...seen.slice(0, Math.ceil(seen.length * WARM)));

async function rcloneCopy(from: string, address: string): Promise<number> {
  const password = (await output('rclone', ['obscure', 'pw'])).trim();
  const account = ['--webdav-url', address, '--webdav-user', 'u', '--webdav-pass', password];
  const began = performance.now();
  await output('rclone', ['copy', '--config', '/dev/null', ...account, from, ':webdav:']);
  return performance.now() - began;
}

async function output(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const said = await text(child.stdout);
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
  return said;
}
