/** Copies and styles for many images, in parts, in a Safelight that is killed or whose library is changed meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Events, type News } from '../../platform/events.ts';
import { developed, journaled, look, somewhere, start, type Place } from '../../testing/many-histories.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { CANCELLED } from '../writing/through-plugin.ts';
import { Journal } from '../journal/journal.ts';
import { OPERATION_STEPS } from '../writing/operation-write.ts';

const child = join(import.meta.dirname, '../../testing/operations-child.ts');
const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;

/** As the list of changes tells it. */
function undoneBy({ file, dataDir }: Place, change: number): number | null {
  const journal = new Journal(join(dataDir, 'journal.db'), () => file);
  const { items } = journal.changes.list({ limit: 10, offset: 0 });
  journal.close();
  return items.find(({ id }) => id === change)!.undoneBy;
}

/** Calls `act` at the first news of progress. */
function atProgress(events: Events, act: (progress: News['change.progress'][0]) => void) {
  let isFirst = true;
  events.on('change.progress', (progress) => {
    if (isFirst && progress.state === 'running') act(progress);
    isFirst = false;
  });
}

describe('a Safelight that is killed', () => {
  const points = ['1', '2'].flatMap((part) => OPERATION_STEPS.map((step) => [part, step] as const));
  test.each(['copy', 'look'].flatMap((operation) => points.map(([part, step]) => [operation, part, step] as const)))(
    'in a %s, in part %s after "%s", leaves whole parts, a journal that agrees, and an undo that works',
    { timeout: 120_000 },
    async (operation, part, step) => {
      const at = somewhere(90);
      const before = look(at);
      const running = spawn(process.execPath, [child, at.file, at.dataDir, operation, `${part}:${step}`], {
        stdio: 'inherit',
      });
      const [, signal] = (await once(running, 'close')) as [unknown, unknown];
      expect(signal).toBe('SIGKILL');
      const next = start(at);
      await next.changes.settled();
      const isStored = ['committed', 'settled'].includes(step);
      const parts = Number(part) - (isStored ? 0 : 1);
      const done = developed(at).length;
      if (parts === 0) expect(look(at)).toEqual(before);
      else if (parts === 1) expect(done).toBe(50);
      else expect(done).toBeGreaterThan(50);
      expect(journaled(at)).toEqual({ states: parts === 0 ? [] : ['stored'], fields: done, inWork: 0 });
      expect(look(at)).toMatchObject({ sound: ['ok', 'ok'], broken: [] });
      if (parts > 0) expect((await next.undo(1)).result).toMatchObject({ changed: done, failed: 0 });
      expect(look(at)).toEqual(before);
      // Life goes on.
      const again = await next.changes.histories.change(at.ids, paste, 'test');
      expect(again).toMatchObject({ changed: 89, failed: 0 });
    },
  );

  test.each([
    ['1', 'journaled'],
    ['1', 'committed'],
    ['2', 'begun'],
    ['2', 'journaled'],
    ['2', 'committed'],
    ['2', 'settled'],
  ] as const)(
    'in an undo, in part %s after "%s", leaves whole parts, and the next undo takes back the rest',
    { timeout: 120_000 },
    async (part, step) => {
      const at = somewhere(90);
      const before = look(at);
      const first = start(at);
      await first.changes.histories.change(at.ids, paste, 'test');
      const pasted = look(at);
      await first.close();
      const running = spawn(process.execPath, [child, at.file, at.dataDir, 'undo', `${part}:${step}`], {
        stdio: 'inherit',
      });
      await once(running, 'close');
      const next = start(at);
      await next.changes.settled();
      const isStored = ['committed', 'settled'].includes(step);
      const rest = developed(at).length;
      const parts = Number(part) - (isStored ? 0 : 1);
      if (parts === 0) expect(look(at)).toEqual(pasted);
      else if (parts === 1) expect(rest).toBe(39);
      else expect(rest).toBeLessThan(39);
      expect(journaled(at)).toEqual({
        states: parts === 0 ? ['stored'] : ['stored', 'stored'],
        fields: 89 + 89 - rest,
        inWork: 0,
      });
      expect(undoneBy(at, 1)).toBeNull();
      if (rest > 0) expect((await next.undo(1)).result).toMatchObject({ changed: rest, failed: 0 });
      else await expect(next.undo(1)).rejects.toThrow('was taken back already, by change 2');
      expect(look(at)).toEqual(before);
      const undos = parts > 0 && rest > 0 ? [3, 2] : [2];
      expect(undoneBy(at, 1)).toBe(undos[0]);
      for (const undo of undos) await next.undo(undo);
      expect(look(at)).toEqual(pasted);
      expect((await next.undo(1)).result).toMatchObject({ changed: 89, failed: 0 });
      expect(look(at)).toEqual(before);
    },
  );

  test('after a commit, and one image edited by another program before the next start: all others are taken back', async () => {
    const at = somewhere(40);
    const before = look(at);
    const running = spawn(process.execPath, [child, at.file, at.dataDir, 'copy', 'committed'], { stdio: 'inherit' });
    await once(running, 'close');
    // The next connection rolls nothing back: it is committed.
    at.change('UPDATE images SET history_end = 1 WHERE id = 7');
    const next = start(at);
    await next.changes.settled();
    expect(journaled(at)).toMatchObject({ states: ['stored'], inWork: 0 });
    const { result, left } = await next.undo(1);
    expect([result.changed, left.map(({ imageId }) => imageId)]).toEqual([38, [7]]);
    expect(look(at).ends.filter((row) => (row as bigint[])[0] !== 7n)).toEqual(
      before.ends.filter((row) => (row as bigint[])[0] !== 7n),
    );
  });
});

test(
  'a cancel stops between two parts: what is done stays, and one undo takes it back',
  { timeout: 60_000 },
  async () => {
    const at = somewhere(300);
    const before = look(at);
    const events = new Events();
    const { changes, undo } = start(at, { events });
    const told: News['change.progress'][0][] = [];
    events.on('change.progress', (progress) => told.push(progress));
    const asked: Promise<unknown>[] = [];
    atProgress(events, ({ change }) => {
      const early = undo(change).catch((error: unknown) => error);
      asked.push(early, changes.cancel(change));
    });
    const result = await changes.histories.change(at.ids, paste, 'test');
    const [early, cancelled] = await Promise.all(asked);
    expect(cancelled).toEqual(result);
    expect(early).toMatchObject({ code: 'conflict' });
    expect(result).toMatchObject({ change: 1, changed: 50, unchanged: 0, failed: 249 });
    expect(new Set(result.failures.map(({ reason }) => reason))).toEqual(new Set([CANCELLED]));
    const paster = { change: 1, kind: 'history', undoes: null, client: 'test' };
    expect(told).toEqual([
      { ...paster, done: 50, of: 299, state: 'running' },
      { ...paster, done: 50, of: 299, state: 'ended' },
    ]);
    expect(developed(at)).toEqual(at.ids.slice(0, 50));
    await expect(changes.cancel(1)).rejects.toThrow('has ended');
    expect((await undo(1)).result).toMatchObject({ changed: 50 });
    expect(look(at)).toEqual(before);
  },
);

test(
  'an undo is canceled between two parts: what is back stays back, and it goes on when it is asked for again',
  { timeout: 60_000 },
  async () => {
    const at = somewhere(300);
    const before = look(at);
    const events = new Events();
    const { changes, undo } = start(at, { events });
    await changes.histories.change(at.ids, paste, 'test');
    const pasted = look(at);
    const told: News['change.progress'][0][] = [];
    events.on('change.progress', (progress) => told.push(progress));
    const asked: Promise<unknown>[] = [];
    atProgress(events, ({ change }) => {
      for (const id of [1, change]) asked.push(undo(id).catch((error: unknown) => error));
      // Others have their turn in between; what they change stays.
      asked.push(changes.histories.change([200], { do: 'discard' }, 'somebody'), changes.cancel(change));
    });
    const { result } = await undo(1);
    const [again, early, , cancelled] = await Promise.all(asked);
    expect(again).toMatchObject({ code: 'conflict', message: 'Change 1 is being taken back.' });
    expect(early).toMatchObject({ code: 'conflict' });
    expect(cancelled).toEqual(result);
    expect(result).toMatchObject({ change: 2, changed: 50, failed: 249 });
    expect(new Set(result.failures.map(({ reason }) => reason))).toEqual(new Set([CANCELLED]));
    const undoing = { change: 2, kind: 'history', undoes: 1, client: 'test', done: 50, of: 299 };
    expect(told).toEqual([
      { ...undoing, state: 'running' },
      { ...undoing, state: 'ended' },
    ]);
    expect(undoneBy(at, 1)).toBeNull();

    const { result: rest, left } = await undo(1);
    expect(rest).toMatchObject({ change: 4, changed: 248, failed: 0 });
    expect(left.map(({ imageId }) => imageId)).toEqual([200]);
    expect(undoneBy(at, 1)).toBe(4);
    await expect(undo(1)).rejects.toThrow('was changed again since');
    await undo(3);
    expect((await undo(1)).result).toMatchObject({ change: 6, changed: 1, failed: 0 });
    expect(look(at)).toEqual(before);
    for (const back of [6, 4, 2]) await undo(back);
    expect(look(at)).toEqual(pasted);
  },
);

test('darktable that opens the library while an undo is made: the rest is left, and can be taken back later', async () => {
  const at = somewhere(120);
  const before = look(at);
  const started: ReturnType<typeof standInDarktable>[] = [];
  const when = { isUndoing: false };
  const { undo, changes } = start(at, {
    onHistoriesChanged: async () => {
      if (when.isUndoing && started.length === 0) started.push(standInDarktable(at.folder, at.file));
      await started[0];
    },
  });
  await changes.histories.change(at.ids, paste, 'test');
  when.isUndoing = true;
  const { result } = await undo(1);
  expect(result).toMatchObject({ change: 2, changed: 50, failed: 69 });
  expect(result.failures[0]!.reason).toContain('darktable');
  await (await started[0]!).end();
  expect((await undo(1)).result).toMatchObject({ change: 3, changed: 69, failed: 0 });
  expect(look(at)).toEqual(before);
});

test('what is copied is what it was at the first part, and others have their turn in between', async () => {
  const at = somewhere(120);
  const events = new Events();
  const { changes } = start(at, { events });
  const others: Promise<unknown>[] = [];
  atProgress(events, () => {
    others.push(changes.histories.change([1], { do: 'discard' }, 'somebody'));
    others.push(changes.tags.create('in between', 'somebody'));
  });
  expect(await changes.histories.change(at.ids, paste, 'test')).toMatchObject({ changed: 119, failed: 0 });
  await Promise.all(others);
  expect(developed(at)).toEqual(at.ids);
  expect(journaled(at).states).toEqual(['stored', 'stored', 'stored']);
});

test('darktable that opens the library in between: the rest is left, and the answer says why', async () => {
  const at = somewhere(120);
  const before = look(at);
  const started: ReturnType<typeof standInDarktable>[] = [];
  const { undo, changes } = start(at, {
    onHistoriesChanged: async () => {
      if (started.length === 0) started.push(standInDarktable(at.folder, at.file));
      await started[0];
    },
  });
  const result = await changes.histories.change(at.ids, paste, 'test');
  expect(result).toMatchObject({ change: 1, changed: 50, failed: 69 });
  const reason = expect.stringContaining('has this library open') as string;
  expect(result.failures[0]).toEqual({ id: 52, reason });
  expect(developed(at)).toEqual(at.ids.slice(0, 50));
  await (await started[0]!).end();
  await undo(1);
  expect(look(at)).toEqual(before);
});
