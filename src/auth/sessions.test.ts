import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { OWN_CLIENT_IDS } from '../settings/clients.ts';
import { MOST_SESSIONS, MOST_SESSIONS_OF_A_CLIENT, openSessions, SESSION_DAYS, type Sessions } from './sessions.ts';

const DAY = 24 * 3_600_000;
const clock = { ms: 0, elapsedMs: 0 };
let file: string;

const open = (): Sessions =>
  openSessions({ file, log: silentLog(), clocks: { now: () => clock.ms, elapsedMs: () => clock.elapsedMs } });
const ofClient = (sessions: Sessions, clientId: string) => {
  clock.ms += 1;
  return sessions.open({ clientId, secretId: 'one' });
};
const many = <T>(count: number, make: (number: number) => T) => Array.from({ length: count }, (_, at) => make(at));

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-sessions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'sessions.json');
  Object.assign(clock, { ms: Date.UTC(2026, 0, 1), elapsedMs: 0 });
});

test('a client that signs in too often loses the session of its own that was unused the longest', () => {
  const sessions = open();
  const owner = ofClient(sessions, OWN_CLIENT_IDS.browser);
  const [first, second, ...rest] = many(MOST_SESSIONS_OF_A_CLIENT, () => ofClient(sessions, 'frame'));
  clock.ms += 1;
  sessions.find(first!);
  ofClient(sessions, 'frame');
  expect(sessions.find(second!)).toBeUndefined();
  for (const id of [owner, first!, ...rest]) expect(sessions.find(id)).toBeDefined();
});

test('all clients together cannot sign the owner out, nor one of them the others', () => {
  const sessions = open();
  const owner = many(3, () => ofClient(sessions, OWN_CLIENT_IDS.browser));
  const modest = ofClient(sessions, 'modest');
  many(15, (number) => many(MOST_SESSIONS_OF_A_CLIENT, () => ofClient(sessions, `greedy-${number}`)));
  for (const id of [...owner, modest]) expect(sessions.find(id)).toBeDefined();
  expect(sessions.list().length).toBeLessThanOrEqual(MOST_SESSIONS);
  expect(open().list()).toHaveLength(sessions.list().length);
});

test('a clock that is set forward and back signs nobody out for good, and prolongs nothing', () => {
  const sessions = open();
  const [visited, idle] = [ofClient(sessions, 'frame'), ofClient(sessions, 'frame')];
  clock.ms += (SESSION_DAYS - 1) * DAY;
  sessions.find(visited);
  clock.ms += 2 * DAY;
  expect(sessions.find(idle)).toBeUndefined();
  // Rewrites the file.
  ofClient(sessions, 'other');
  clock.ms -= (SESSION_DAYS + 1) * DAY;
  for (const each of [sessions, open()]) for (const id of [idle, visited]) expect(each.find(id)).toBeDefined();
  clock.ms += (SESSION_DAYS + 1) * DAY;
  for (const each of [sessions, open()]) expect(each.find(idle)).toBeUndefined();
});

test.each([
  ['ten years ahead', 10 * 365 * DAY],
  ['ten years behind', -10 * 365 * DAY],
  ['forty days behind', -40 * DAY],
])('a start with a clock that is %s signs nobody out for good', (_name, offset) => {
  const first = open();
  const id = ofClient(first, 'frame');
  clock.ms += 50 * DAY;
  const young = ofClient(first, OWN_CLIENT_IDS.browser);
  first.close();
  clock.ms += offset;
  const wrong = open();
  // One of a time to come is taken: a clock that does not know the year yet is the usual case.
  expect(wrong.find(young) !== undefined).toBe(offset < 0);
  ofClient(wrong, 'other');
  wrong.close();
  clock.ms -= offset - DAY;
  for (const sessions of [wrong, open()]) {
    expect(sessions.find(young)!.expires).toBe(clock.ms + SESSION_DAYS * DAY);
    expect(sessions.find(id)).toBeUndefined();
  }
});

test('a session of a clock that was ten years ahead does not last for ten years, however often it is used', () => {
  clock.ms += 3650 * DAY;
  const ahead = open();
  const id = ofClient(ahead, 'frame');
  clock.ms -= 3650 * DAY;
  for (let day = 0; day < SESSION_DAYS; day += 1) {
    expect(ahead.find(id)).toBeDefined();
    expect(ahead.list()).toHaveLength(1);
    clock.ms += DAY;
  }
  ahead.close();
  for (const sessions of [ahead, open()]) {
    expect(sessions.find(id)).toBeUndefined();
    expect(sessions.list()).toEqual([]);
  }
});

test('sessions that have ended are forgotten', () => {
  const sessions = open();
  ofClient(sessions, 'frame');
  clock.ms += (SESSION_DAYS + 1) * DAY;
  clock.elapsedMs += (SESSION_DAYS + 1) * DAY;
  ofClient(sessions, 'other');
  clock.ms -= (SESSION_DAYS + 1) * DAY;
  expect(open().list()).toHaveLength(1);
});
