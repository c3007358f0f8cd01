/** Changes that wait until darktable is closed, in a Safelight that is killed or ended, and with a darktable that is opened in between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { Events } from '../../platform/events.ts';
import { beat } from '../../testing/beat.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { developed, journaled, look, somewhere, start, type Place } from '../../testing/many-histories.ts';
import { OPERATION_STEPS } from './operation-write.ts';

const child = join(import.meta.dirname, '../../testing/operations-child.ts');
const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;

async function killedIn({ file, dataDir }: Place, operation: string, point: string): Promise<void> {
  const running = spawn(process.execPath, [child, file, dataDir, operation, point], { stdio: 'inherit' });
  const [, signal] = (await once(running, 'close')) as [unknown, unknown];
  expect(signal).toBe('SIGKILL');
}

/** A copy for ninety images less one waits for this darktable. */
async function postponed(options: Parameters<typeof start>[1] = {}) {
  const at = somewhere(90);
  const before = look(at);
  const darktable = await standInDarktable(at.folder, at.file);
  const safelight = start(at, { lookMs: 50, ...options });
  const { changes } = safelight;
  await changes.postponed.postpone(at.ids, paste, 'test');
  return { at, before, darktable, safelight, changes };
}

/** That copy; this darktable was opened again while it was being made. */
async function interrupted() {
  const events = new Events();
  let opened: ReturnType<typeof standInDarktable> | null = null;
  const { darktable, ...others } = await postponed({ events });
  events.on('change.progress', ({ state }) => {
    if (state === 'running') opened ??= standInDarktable(others.at.folder, others.at.file);
  });
  await darktable.end();
  await expect.poll(() => opened).not.toBeNull();
  return { ...others, opened: await opened! };
}

describe('a Safelight that is killed', () => {
  const points = ['1', '2'].flatMap((part) => OPERATION_STEPS.map((step) => [part, step] as const));
  test.each(points)(
    'while it makes what was postponed, in part %s after "%s": the next one makes the rest, no image twice, with one undo',
    { timeout: 120_000 },
    async (part, step) => {
      const at = somewhere(90);
      const before = look(at);
      const darktable = await standInDarktable(at.folder, at.file);
      await killedIn(at, 'postpone', 'noted');
      expect(look(at)).toEqual(before);
      await darktable.end();
      await killedIn(at, 'postponed', `${part}:${step}`);
      const next = start(at);
      await next.changes.settled();
      const [entry] = next.changes.postponed.list();
      expect(entry).toMatchObject({ state: 'ended', done: 89, result: { changed: 89, failed: 0, unchanged: 0 } });
      expect(developed(at)).toEqual(at.ids);
      expect(journaled(at)).toEqual({ states: ['stored'], fields: 89, inWork: 0 });
      // Twice on an image would be two steps more.
      const perImage = Map.groupBy(look(at).history as [bigint, ...unknown[]][], ([id]) => id);
      expect(new Set([...perImage.values()].map(({ length }) => length))).toEqual(new Set([2, 3]));
      expect((await next.undo(entry!.change)).result).toMatchObject({ changed: 89, failed: 0 });
      expect(look(at)).toEqual(before);
    },
  );
});

test('darktable opened in the middle: the rest waits again, and becomes part of the same change', async () => {
  const { at, before, safelight, opened, changes } = await interrupted();
  await expect
    .poll(() => changes.postponed.list()[0])
    .toMatchObject({ state: 'waiting_for_darktable', problem: null, change: 1, result: null });
  const { done } = changes.postponed.list()[0]!;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(89);
  expect(developed(at)).toHaveLength(done);

  await opened.end();
  await expect.poll(() => changes.postponed.list()[0]!.state).toBe('ended');
  expect(changes.postponed.list()[0]).toMatchObject({ change: 1, result: { change: 1, changed: 89, failed: 0 } });
  expect(journaled(at)).toEqual({ states: ['stored'], fields: 89, inWork: 0 });
  await safelight.undo(1);
  expect(look(at)).toEqual(before);
});

test('a change of which the rest still waits is taken back as a whole: the rest is dropped', async () => {
  const { at, before, safelight, opened, changes } = await interrupted();
  await expect.poll(() => changes.postponed.list()[0]!.state).toBe('waiting_for_darktable');
  const { done } = changes.postponed.list()[0]!;
  await expect(safelight.undo(1)).rejects.toMatchObject({ code: 'db_write_error' });
  expect(changes.postponed.list()[0]).toMatchObject({
    state: 'ended',
    result: { changed: done, failed: 89 - done },
  });
  await opened.end();
  await safelight.undo(1);
  changes.postponed.wake();
  await safelight.changes.settled();
  expect(look(at)).toEqual(before);
});

/** A copy for ninety images less one waits for a darktable whose plugin answers and never takes a job. */
async function busy(timeoutMs: number) {
  const begun = Promise.withResolvers<number>();
  const one = await postponed({
    timeoutMs,
    onStep: (step) => {
      if (step === 'asked') begun.resolve(performance.now());
    },
  });
  beat(bridgePaths(one.at.dataDir).heartbeat, {
    library: one.at.file,
    state: 'idle',
    organised: 0,
    operated: 0,
    histories: 'apply',
  });
  return { ...one, begun: begun.promise, id: one.changes.postponed.list()[0]!.id };
}

test('made at once by a plugin that is busy: nothing is stored, which is told, and it stays postponed', async () => {
  const { at, before, id, changes } = await busy(300);
  await expect(changes.postponed.doNow(id)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('darktable was busy') as string,
  });
  expect(changes.postponed.list()).toMatchObject([{ id, state: 'waiting_for_darktable', done: 0, change: null }]);
  expect(journaled(at)).toEqual({ states: [], fields: 0, inWork: 0 });
  expect(look(at)).toEqual(before);
});

test('Safelight ended while the plugin is asked to make it at once: it waits for the next one', async () => {
  const { at, darktable, safelight, begun, id, changes } = await busy(60_000);
  const doing = expect(changes.postponed.doNow(id)).rejects.toThrow(
    'Safelight is closing. The change stays postponed.',
  );
  await begun;
  await safelight.close();
  await doing;
  await darktable.end();
  rmSync(bridgePaths(at.dataDir).heartbeat);
  const next = start(at);
  await next.changes.settled();
  expect(next.changes.postponed.list()).toMatchObject([{ id, state: 'ended', result: { changed: 89, failed: 0 } }]);
});

test('five hundred wait: no more are noted, and the reason is told', async () => {
  const { at, changes } = await postponed();
  const journal = new Database(join(at.dataDir, 'journal.db'));
  const another = journal.prepare(
    'INSERT INTO postponed (library, client, time, wanted, images) SELECT library, client, time, wanted, images FROM postponed WHERE id = 1',
  );
  for (let waiting = 1; waiting < 500; waiting++) another.run();
  await expect(changes.postponed.postpone(at.ids, paste, 'test')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^500 changes wait/) as string,
  });
  journal.exec('DELETE FROM postponed WHERE id = 500');
  journal.close();
  expect(await changes.postponed.postpone(at.ids, paste, 'test')).toMatchObject({ state: 'waiting_for_darktable' });
});

test('Safelight ended in the middle: the next one goes on', async () => {
  const events = new Events();
  let closing: Promise<void> | null = null;
  const { at, darktable, safelight } = await postponed({ events });
  events.on('change.progress', ({ state }) => {
    if (state === 'running') closing ??= safelight.close();
  });
  await darktable.end();
  await expect.poll(() => closing).not.toBeNull();
  await closing!;
  const done = developed(at).length;
  expect(done).toBeLessThan(89);
  const next = start(at);
  await next.changes.settled();
  expect(next.changes.postponed.list()[0]).toMatchObject({ state: 'ended', result: { changed: 89, failed: 0 } });
  expect(journaled(at)).toEqual({ states: ['stored'], fields: 89, inWork: 0 });
});

test('a cancel while it is made ends it: what is done stays', async () => {
  const events = new Events();
  const { at, before, darktable, safelight, changes } = await postponed({ events });
  let cancelled: Promise<unknown> | null = null;
  events.on('change.progress', ({ change, state }) => {
    if (state === 'running') cancelled ??= safelight.changes.cancel(change);
  });
  await darktable.end();
  await expect.poll(() => changes.postponed.list()[0]!.state).toBe('ended');
  await cancelled!;
  const { result } = changes.postponed.list()[0]!;
  expect(result!.changed + result!.failed).toBe(89);
  expect(result!.failed).toBeGreaterThan(0);
  await safelight.undo(1);
  expect(look(at)).toEqual(before);
});

test('in read-only mode it stays postponed', async () => {
  let isReadOnly = true;
  const { at, before, darktable, safelight, changes } = await postponed({ isReadOnly: () => isReadOnly });
  await darktable.end();
  changes.postponed.wake();
  await safelight.changes.settled();
  expect(look(at)).toEqual(before);
  isReadOnly = false;
  await expect.poll(() => changes.postponed.list()[0]!.state).toBe('ended');
  expect(developed(at)).toHaveLength(89);
});

test('a library that cannot be written is told, and tried again', async () => {
  const { at, darktable, safelight, changes } = await postponed();
  const holder = new Database(at.file);
  holder.exec('BEGIN IMMEDIATE');
  await darktable.end();
  await expect.poll(() => changes.postponed.list()[0]!.problem).toContain('locked');
  holder.exec('ROLLBACK');
  holder.close();
  changes.postponed.wake();
  await safelight.changes.settled();
  expect(changes.postponed.list()[0]).toMatchObject({ state: 'ended', problem: null, result: { changed: 89 } });
});
