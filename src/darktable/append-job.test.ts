import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { jobFiles } from '../queues/queue-files.ts';
import { appendJob } from './append-job.ts';

/** The plugin's own queue code in a plain Lua, taking as fast as it can. */
const greedyTaker = `
  local queue = require "safelight/queue"
  local seen = assert(io.open(arg[2], "a"))
  seen:setvbuf("no")
  local jobs = queue.open(arg[1], queue.uuid)
  io.stdout:write("ready\\n")
  io.stdout:flush()
  while true do
    local uuid, problem = jobs:next()
    if problem then error(problem) end
    if uuid then
      seen:write(uuid, "\\n")
      assert(jobs:drop(uuid))
    end
  end`;

test('two thousand jobs racing with a plugin that takes the queue all the time: none is missed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-append-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [queue, seen] = ['edits.queue', 'seen'].map((name) => path.join(folder, name)) as [string, string];
  const luaPath = path.join(import.meta.dirname, '..', '..', 'assets', 'lua', '?.lua');
  const taker = spawn('lua5.4', ['-e', `package.path = ${JSON.stringify(luaPath)}`, '-', queue, seen]);
  onTestFinished(() => void taker.kill());
  taker.stdin.end(greedyTaker);
  await once(taker.stdout, 'data');
  const uuids = Array.from({ length: 2000 }, () => randomUUID());
  for (const [at, uuid] of uuids.entries()) {
    appendJob(queue, uuid);
    if (at % 3 === 0) await turn();
  }
  await vi.waitUntil(() => !jobFiles(queue).some((file) => existsSync(file)));
  const taken = new Set(readFileSync(seen, 'utf8').split('\n'));
  expect(uuids.filter((uuid) => !taken.has(uuid))).toEqual([]);
});
