/**
 * The bridge when things go badly: darktable killed, appends racing with the plugin taking the queue, a library read
 * all the time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type BridgeStage, setBridgeStage } from '../testing/bridge-stage.ts';
import { startDarktable } from '../testing/real-darktable.ts';
import { jobFiles } from '../queues/queue-files.ts';

const pictures = 60;
const ids = Array.from({ length: pictures }, (_, at) => at + 1);
let stage: BridgeStage;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures, width: 120, height: 80 });
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Empty if there is no such file: the taker may have removed it just now. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** The jobs still to do, whoever has them. */
function waiting(queue: string): number[] {
  const lines = jobFiles(queue).flatMap((file) => textOf(file).split('\n'));
  return [...new Set(lines.filter(Boolean).map(Number))];
}

test('a hundred and twenty jobs, darktable killed three times in the middle: every one is done', async () => {
  const { refreshQueue, exportQueue } = stage.config;
  stage.tell({ levels: [{ level: 0, width: 90, height: 55 }] });
  const previews = () => ids.filter((id) => existsSync(stage.preview(0, id)));
  const exports = () => ids.filter((id) => existsSync(stage.exported(id)));
  const done = () => previews().length + exports().length;
  stage.queue('refresh', ...ids.slice(0, 30));
  stage.queue('export', ...ids);
  for (const atLeast of [12, 42, 78]) {
    await using darktable = await startDarktable(stage.darktable);
    await stage.until(() => done() >= atLeast, 60_000);
    // Jobs added while others are in progress.
    if (atLeast === 12) stage.queue('refresh', ...ids.slice(30));
    await sleep(40);
    await darktable.kill();
    const left = [waiting(refreshQueue), waiting(exportQueue)];
    expect(ids.filter((id) => !previews().includes(id) && !left[0]!.includes(id))).toEqual([]);
    expect(ids.filter((id) => !exports().includes(id) && !left[1]!.includes(id))).toEqual([]);
    expect(left.flat().length).toBeGreaterThan(0);
    // Only jobs in progress at a kill are done twice, at most what was taken at that moment.
    expect(done() + left.flat().length).toBeLessThanOrEqual(2 * pictures + 2);
  }
  await using darktable = await startDarktable(stage.darktable);
  await stage.until(() => waiting(refreshQueue).length + waiting(exportQueue).length === 0, 60_000);
  expect(previews()).toEqual(ids);
  expect(exports()).toEqual(ids);
  expect([refreshQueue, exportQueue].map((queue) => existsSync(`${queue}.failed`))).toEqual([false, false]);
  await darktable.quit();
});

test('stars that are set in darktable while it renders and we read without a pause are all stored', async () => {
  await using darktable = await startDarktable(stage.darktable);
  await stage.until(() => stage.heartbeat()?.state === 'idle');
  stage.queue('refresh', ...ids);
  let reads = 0;
  const ended = new AbortController();
  const reader = (async () => {
    while (!ended.signal.aborted) {
      try {
        const library = new DatabaseSync(`file:${stage.real.library}?mode=ro&nolock=1`, { readOnly: true });
        reads += library.prepare('SELECT id, flags FROM images').all().length;
        library.close();
      } catch {
        // Torn: darktable was writing. Here it only matters that we hold no lock.
      }
      await sleep(1);
    }
  })();
  const stars = (id: number) => (id % 4) + 2;
  await darktable.lua(
    `for id = 1, ${pictures} do
       darktable.database.get_image(id).rating = id % 4 + 2
       darktable.control.sleep(20)
     end`,
  );
  await stage.until(() => waiting(stage.config.refreshQueue).length === 0, 60_000);
  // See "Stars" in docs/compatibility.md: the ones that darktable itself has forgotten. What it knows must be stored.
  const forgotten = await darktable.lua(
    `local count = 0
     for id = 1, ${pictures} do
       local image = darktable.database.get_image(id)
       if image.rating ~= id % 4 + 2 then
         count, image.rating = count + 1, id % 4 + 2
       end
     end
     return count`,
  );
  expect(Number(forgotten)).toBeLessThanOrEqual(3);
  ended.abort();
  await reader;
  await darktable.quit();
  expect(reads).toBeGreaterThan(100 * pictures);
  expect(stage.sql('SELECT id, flags & 7 AS stars FROM images ORDER BY id')).toEqual(
    ids.map((id) => ({ id, stars: stars(id) })),
  );
  expect(darktable.output()).not.toContain('database is locked');
});

test('stars that are given to the very picture that it renders are kept', async () => {
  // Large, so that darktable takes a while to load them, and never loaded before.
  const last = 4;
  await using large = await setBridgeStage({ pictures: last, width: 4000, height: 3000 });
  await using darktable = await startDarktable(large.darktable);
  await large.until(() => large.heartbeat()?.state === 'idle');
  const lighttableIsDone = 3000;
  await sleep(lighttableIsDone);
  for (let id = last; id >= 1; id--) {
    large.queue('refresh', id);
    await large.until(() => large.heartbeat()?.job === `refresh ${id}`);
    await darktable.lua(`darktable.database.get_image(${id}).rating = 5`);
    await large.until(() => existsSync(large.preview(2, id)) && large.heartbeat()?.job === null);
  }
  await darktable.quit();
  expect(large.sql('SELECT flags & 7 AS stars FROM images')).toEqual(
    Array.from({ length: last }, () => ({ stars: 5 })),
  );
});

test('stars that are taken back while it renders stay so', async () => {
  await using large = await setBridgeStage({ pictures: 2, width: 6000, height: 4000 });
  await using darktable = await startDarktable(large.darktable);
  await large.until(() => large.heartbeat()?.state === 'idle');
  for (const id of [1, 2]) {
    large.queue('export', id);
    await large.until(() => large.heartbeat()?.job === `export ${id}`);
    // They may come back, as if darktable itself had set them; then they are removed once more.
    await darktable.lua(
      `local image = darktable.database.get_image(${id})
       image.rating = 5
       for _, pause in ipairs { 300, 100 } do
         darktable.control.sleep(pause)
         image.rating = 1
       end`,
    );
    await large.until(() => existsSync(large.exported(id)) && large.heartbeat()?.job === null);
  }
  await darktable.quit();
  expect(large.sql('SELECT flags & 7 AS stars FROM images')).toEqual([{ stars: 1 }, { stars: 1 }]);
});

/** The plugin's own queue code in plain Lua, taking and dropping as fast as it can. */
const greedyTaker = `
  local queue = require "safelight/queue"
  local seen = assert(io.open(arg[2], "a"))
  seen:setvbuf("no")
  local jobs = queue.open(arg[1], queue.id)
  io.stdout:write("ready\\n")
  io.stdout:flush()
  while true do
    local id, problem = jobs:next()
    if problem then error(problem) end
    if id then
      seen:write(id, "\\n")
      assert(jobs:drop(id))
    end
  end`;

/** Runs Lua with the plugin's modules on its path. */
const luaPath = path.join(import.meta.dirname, '..', '..', 'assets', 'lua', '?.lua');

/** As docs/bridge-protocol.md asks. */
function append(queue: string, id: number): void {
  for (;;) {
    const descriptor = openSync(queue, 'a');
    try {
      writeSync(descriptor, `${id}\n`);
      if (statSync(queue, { throwIfNoEntry: false })?.ino === fstatSync(descriptor).ino) return;
    } finally {
      closeSync(descriptor);
    }
  }
}

test('a thousand appends racing with take-overs: every id is seen', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-race-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'queues'));
  const queue = path.join(folder, 'queues', 'refresh.queue');
  const seenFile = path.join(folder, 'seen');
  const taker = spawn('lua5.4', ['-e', `package.path = ${JSON.stringify(luaPath)}`, '-', queue, seenFile]);
  onTestFinished(() => void taker.kill());
  let problems = '';
  taker.stderr.on('data', (text: Buffer) => (problems += text.toString()));
  taker.stdin.end(greedyTaker);
  await once(taker.stdout, 'data');
  const many = Array.from({ length: 1000 }, (_, at) => at + 1);
  for (const id of many) {
    append(queue, id);
    // In bursts, so that a queue is taken with several ids and while another one is being worked on.
    if (id % 7 === 0) await sleep(id % 3);
  }
  await stage.until(() => waiting(queue).length === 0, 20_000);
  taker.kill();
  await once(taker, 'exit');
  expect(problems).toBe('');
  const seen = readFileSync(seenFile, 'utf8').split('\n').filter(Boolean).map(Number);
  expect(many.filter((id) => !seen.includes(id))).toEqual([]);
  // Rarely a job is seen twice: it was appended just when the queue was taken.
  expect(seen.length).toBeLessThan(1100);
  expect(existsSync(`${queue}.failed`)).toBe(false);
});

test('on a full disk no job is lost, and it goes on when there is room', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const queue = path.join(folder, 'export.queue');
  const lines = Array.from({ length: 400 }, (_, at) => `${1000 + at}\n`).join('');
  writeFileSync(`${queue}.working`, lines);
  writeFileSync(queue, '7\nnonsense\n');
  const program = path.join(folder, 'program.lua');
  writeFileSync(
    program,
    `package.path = ${JSON.stringify(luaPath)}
     local jobs = require("safelight/queue").open(arg[1], require("safelight/queue").id)
     local id, problem = jobs:next()
     print(id, problem ~= nil)
     if id then print(jobs:drop(id) and true) end`,
  );
  const run = (limit: string) =>
    execFileSync('bash', ['-c', `trap '' XFSZ; ${limit} exec lua5.4 "$0" "$1"`, program, queue], { encoding: 'utf8' });
  // A file of 1024 bytes at most.
  expect(run('ulimit -f 1;')).toBe('nil\ttrue\n');
  expect(run('ulimit -f 1;')).toBe('nil\ttrue\n');
  const all = ['7', 'nonsense', ...lines.split('\n').filter(Boolean)];
  const left = () =>
    jobFiles(queue)
      .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
      .filter(Boolean);
  expect(left().sort()).toEqual(all.toSorted());
  expect(run('')).toBe('7\tfalse\ntrue\n');
  expect(left().sort()).toEqual(all.filter((line) => line !== '7').sort());
});
