/** How soon the plugin in a real darktable does what it is asked for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BridgeStage, exposed, setBridgeStage } from '../testing/bridge-stage.ts';
import { type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import { editThroughBridge } from './bridge-edit-jobs.ts';
import { pluginDir } from './bridge-files.ts';
import { wakePlugin } from './wake-pipe.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage();
  darktable = await startDarktable(stage.darktable);
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const pipe = () => path.join(stage.config.editsDir, 'wake');

/** Milliseconds until the plugin takes an edit, of several one after the other: the median. How long darktable takes then is its own affair. */
async function medianWait(edits: number): Promise<number> {
  const times: number[] = [];
  for (let number = 1; number <= edits; number++) {
    const image = (number % 3) + 1;
    // darktable may write the history anew to show the image, in several commits.
    const entry = await vi.waitFor(() => exposed(stage.entry(image, 'exposure'), number / 10));
    const began = performance.now();
    const job = { imageId: image, file: stage.real.pictures[image - 1]!, entry };
    const answer = editThroughBridge(stage.config.editsDir, job);
    while (readdirSync(stage.config.editsDir).some((name) => name.endsWith('.job'))) await sleep(2);
    times.push(performance.now() - began);
    expect(await answer).toEqual({ ok: true });
    await vi.waitFor(() => expect(stage.entry(image, 'exposure').params).toEqual(entry.params));
  }
  return times.toSorted((a, b) => a - b)[Math.floor(edits / 2)]!;
}

/** The part of a core's time that darktable takes. */
async function load(ms: number): Promise<number> {
  const ticks = () => {
    const stat = readFileSync(`/proc/${darktable.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  };
  const before = ticks();
  await darktable.lua(`darktable.control.sleep(${ms})`);
  return ((ticks() - before) * 10) / ms;
}

test('an edit that wakes the plugin waits less than a third of the time of one that it finds by looking twice a second', async () => {
  await stage.until(() => stage.heartbeat()?.wake === 'pipe' && stage.quiet());
  const woken = await medianWait(20);

  // As a Safelight that has no pipe.
  const conf = path.join(pluginDir(stage.real.configDir), 'bridge.conf');
  const text = readFileSync(conf, 'utf8');
  writeFileSync(conf, text.replace(/^wake_pipe=.*\n/m, '').replace(/^revision=.*$/m, 'revision=without'));
  await stage.until(() => stage.heartbeat()?.revision === 'without');
  expect(stage.heartbeat()?.wake).toBe('loop');
  const looking = await medianWait(10);

  // The pipe is gone, and darktable does not know it.
  writeFileSync(conf, text);
  await stage.until(() => stage.heartbeat()?.wake === 'pipe');
  rmSync(pipe());
  const twiceASecond = await medianWait(6);
  expect(woken).toBeLessThan(twiceASecond / 3);
  expect(looking).toBeLessThan(twiceASecond / 2);
});

test('a preview that is asked for wakes it, too', async () => {
  await darktable.quit();
  stage.tell({});
  darktable = await startDarktable(stage.darktable);
  await stage.until(() => stage.heartbeat()?.pid === darktable.pid && stage.heartbeat()?.wake === 'pipe');
  await stage.until(stage.quiet);
  const untilTaken = { woken: 0, found: 0 };
  for (let round = 0; round < 8; round++) {
    for (const way of ['woken', 'found'] as const) {
      // After a job it looks for the next at once.
      await darktable.lua('darktable.control.sleep(150)');
      stage.queue('refresh', (round % 3) + 1);
      const began = performance.now();
      if (way === 'woken') expect(wakePlugin(stage.config.editsDir)).toBe(true);
      await stage.until(() => !existsSync(stage.config.refreshQueue));
      untilTaken[way] += performance.now() - began;
      await stage.until(stage.quiet);
    }
  }
  expect(untilTaken.woken).toBeLessThan(untilTaken.found / 2);
});

test('who dies with the pipe in his hands leaves it as it was', async () => {
  const safelight = spawn('bash', ['-c', 'exec 3>"$0"; echo >&3; echo open; exec sleep 1000', pipe()]);
  onTestFinished(() => void safelight.kill('SIGKILL'));
  await once(safelight.stdout, 'data');
  safelight.kill('SIGKILL');
  await once(safelight, 'exit');
  expect(await medianWait(3)).toBeGreaterThan(0);
  expect(stage.heartbeat()?.wake).toBe('pipe');
  await stage.until(stage.quiet);
  expect(await load(2000)).toBeLessThan(0.2);
});

test('another one that listens, and never reads, keeps it neither busy nor from its work', async () => {
  const other = openSync(pipe(), constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(other));
  expect(wakePlugin(stage.config.editsDir)).toBe(true);
  expect(await load(2000)).toBeLessThan(0.2);
  await medianWait(3);
});

test('stopped and started again it is woken as before; darktable closes while it waits', async () => {
  await darktable.lua('require("safelight/init").destroy()');
  await stage.until(() => stage.heartbeat()?.state === 'stopped');
  await darktable.lua('require("safelight/init").restart()');
  await stage.until(() => stage.heartbeat()?.state === 'idle');
  await medianWait(3);
  await stage.until(stage.quiet);
  const began = performance.now();
  await darktable.quit();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(stage.heartbeat()?.state).toBe('stopped');
  expect(wakePlugin(stage.config.editsDir)).toBe(false);
});
