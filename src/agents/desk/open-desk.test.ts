import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import type { Outlook } from './desk.ts';
import { openDesk } from './open-desk.ts';

let folder: string;
let now = Date.parse('2026-11-28T12:00:00Z');
let library = '/one/library.db';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const open = () => {
  const desk = openDesk({
    file: join(folder, 'agents.db'),
    log: silentLog(),
    rights: () => ({ mayChange: true, picturesPerHour: 100, pixelsPerMinute: 3, mayReadPlaces: false }),
    library: () => library,
    standing: (changes) => new Set(changes),
    onChange: () => undefined,
    now: () => now,
  });
  onTestFinished(() => desk.close());
  return desk;
};
const item = (image_id: number): Outlook => ({ image_id, version: 'v', changes: [], refused: null });

test('who only looks makes no file', () => {
  expect([open().agents(), open().plans(), readdirSync(folder)]).toEqual([[], [], []]);
});

test('what was kept is there after a restart: for its client and its library alone', () => {
  let desk = open();
  const name = desk.keepSelection('ana', [3, 1, 2], 'all');
  const change = desk.beginChange({ client: 'ana', tool: 'rate', pictures: 70 });
  desk.growChange(change, [17]);
  desk.endChange(change, 60);
  expect(desk.beginCall('ana', 'rate', 'k', '{}')).toEqual({ is: 'new' });
  desk.endCall('ana', 'rate', 'k', 'answer');
  desk.beginCall('ana', 'rate', 'cut', '{}');
  desk.close();

  desk = open();
  expect([desk.selection('ana', name), desk.selection('bob', name)]).toEqual([[3, 1, 2], null]);
  expect([desk.picturesLeft('ana'), desk.picturesLeft('bob')]).toEqual([40, 100]);
  expect(desk.agentChanges('ana')).toMatchObject([{ id: change, changes: [17], pictures: 60, isUndone: false }]);
  expect(desk.beginCall('ana', 'rate', 'k', '{}')).toEqual({ is: 'ended', answer: 'answer' });
  expect(desk.beginCall('ana', 'rate', 'k', '{"other":1}')).toEqual({ is: 'other' });
  expect(desk.beginCall('bob', 'rate', 'k', '{}')).toEqual({ is: 'new' });
  expect(desk.beginCall('ana', 'rate', 'cut', '{}')).toEqual({ is: 'cut', since: now });
  library = '/two/library.db';
  expect([desk.selection('ana', name), desk.agentChanges('ana')]).toEqual([null, []]);
  library = '/one/library.db';
  now += 3_600_001;
  expect(desk.picturesLeft('ana')).toBe(100);
});

test('selections that take too much room go, the oldest first', () => {
  const desk = open();
  const million = Array.from({ length: 1_000_000 }, (_, at) => at);
  const names = [1, 2, 3, 4, 5, 6].map(() => desk.keepSelection('ana', million, ''));
  const isThere = names.map((name) => desk.selection('ana', name) !== null);
  expect(isThere).toEqual([false, false, true, true, true, true]);
});

test('of many calls the last is told, also when Safelight ends right after it', () => {
  let desk = open();
  desk.seen({ client: 'ana', name: 'Assistant', tool: 'look', summary: 'one' });
  desk.seen({ client: 'ana', name: null, tool: 'search', summary: 'two' });
  desk.askOwner('ana');
  desk.close();
  desk = open();
  const last = { client: 'ana', name: 'Assistant', tool: 'search', summary: 'two', asks: true };
  expect(desk.agents()).toMatchObject([last]);
});

test('a plan whose run was cut off can be run again, as what was done is refused then', () => {
  let desk = open();
  const { id } = desk.makePlan({ client: 'ana', tool: 'rate', args: { stars: 3 }, items: [item(1), item(2)] });
  desk.settlePlan(id, { state: 'run', out: [2] });
  desk.close();
  desk = open();
  expect(desk.plan(id)).toMatchObject({ state: 'open', out: [2], args: { stars: 3 } });
});

test('pictures that leave are counted for a minute, whatever the clock does', () => {
  const desk = open();
  expect([desk.takePixels('ana', 2), desk.takePixels('ana', 2), desk.takePixels('ana', 1)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(desk.takePixels('bob', 3)).toBe(true);
  now += 60_001;
  expect(desk.takePixels('ana', 3)).toBe(true);
});

test('a damaged file is kept beside, and the record begins anew', () => {
  writeFileSync(join(folder, 'agents.db'), 'nothing that SQLite knows '.repeat(100));
  expect(open().agents()).toEqual([]);
  expect(readdirSync(folder).some((name) => name.startsWith('agents.db.corrupt-'))).toBe(true);
});
