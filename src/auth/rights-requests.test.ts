import { beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import type { Clients } from '../settings/clients.ts';
import { startAuth } from '../testing/start-auth.ts';
import { LIFETIME_MS, MOST_OPEN, MOST_PER_HOUR, openRightsRequests, type RightsRequests } from './rights-requests.ts';

const LOOK = 'images:read previews:read tags:read films:read';
const clock = { ms: 0, elapsedMs: 0 };
let clients: Clients;
let requests: RightsRequests;

beforeEach(async () => {
  ({ clients } = await startAuth());
  Object.assign(clock, { ms: Date.UTC(2026, 0, 1), elapsedMs: 0 });
  const clocks = { now: () => clock.ms, elapsedMs: () => clock.elapsedMs };
  requests = openRightsRequests({ clients, clocks, log: silentLog() });
});

const pair = (name: string, scope = LOOK) => clients.addDevice({ name, scope }).client.id;
const wait = (ms: number) => {
  clock.ms += ms;
  clock.elapsedMs += ms;
};
const ids = () => requests.list().map(({ client_id }) => client_id);
const only = () => requests.list()[0]!;
const refused = (code: string): unknown => expect.objectContaining({ code });

test('a question is listed under the name that the device has here, with what it would get', () => {
  const phone = pair('<img src=x onerror=alert(1)>');
  expect(requests.ask(phone, 'cull')).toEqual({ rights: 'cull', state: 'open', expires: clock.ms + LIFETIME_MS });
  expect(requests.list()).toEqual([
    expect.objectContaining({
      client_id: phone,
      client_name: '<img src=x onerror=alert(1)>',
      rights: 'cull',
      scopes: ['images:write'],
    }),
  ]);
});

test('granted is what the question names, besides what the device may do by then', () => {
  const phone = pair('Phone', 'images:read');
  requests.ask(phone, 'cull');
  clients.change(phone, { scope: 'images:read cache:refresh' });
  requests.answer(only().id, true);
  expect(clients.get(phone)!.scopes.toSorted()).toEqual(
    [...LOOK.split(' '), 'images:write', 'cache:refresh'].toSorted(),
  );
  expect(requests.own(phone)).toMatchObject({ state: 'granted' });
});

test('the most that can be asked for is not the settings', () => {
  const phone = pair('Phone');
  requests.ask(phone, 'most');
  requests.answer(only().id, true);
  expect(clients.get(phone)!.scopes).toContain('cache:refresh');
  expect(clients.get(phone)!.scopes).not.toContain('admin');
});

test('refused changes nothing', () => {
  const phone = pair('Phone');
  requests.ask(phone, 'cull');
  requests.answer(only().id, false);
  expect(clients.get(phone)!.scopes).toEqual(LOOK.split(' '));
  expect(requests.own(phone)).toMatchObject({ state: 'refused' });
});

test('a device has one open question, and none for what it may do already', () => {
  const phone = pair('Phone');
  requests.ask(phone, 'cull');
  expect(() => requests.ask(phone, 'most')).toThrow(refused('conflict'));
  expect(only().rights).toBe('cull');
  requests.answer(only().id, true);
  expect(() => requests.ask(phone, 'cull')).toThrow(refused('conflict'));
  expect(() => requests.ask('safelight-browser', 'most')).toThrow(refused('conflict'));
});

test('a device that keeps asking has to wait, and others do not', () => {
  const [phone, tablet] = [pair('Phone'), pair('Tablet')];
  for (let time = 0; time < MOST_PER_HOUR; time++) {
    requests.ask(phone, 'cull');
    requests.answer(only().id, false);
    wait(60_000);
  }
  expect(() => requests.ask(phone, 'cull')).toThrow(
    expect.objectContaining({ code: 'slow_down', retryAfterSeconds: 3600 - 60 * MOST_PER_HOUR }),
  );
  requests.ask(tablet, 'cull');
  wait(3_600_000 - 60_000 * MOST_PER_HOUR);
  requests.ask(phone, 'cull');
});

test('so many devices cannot ask at once that nobody can read it', () => {
  for (let device = 0; device < MOST_OPEN; device++) requests.ask(pair('Phone'), 'cull');
  expect(() => requests.ask(pair('Phone'), 'cull')).toThrow(refused('slow_down'));
});

describe('nothing is granted', () => {
  let phone: string;
  let id: string;
  beforeEach(() => {
    phone = pair('Phone');
    requests.ask(phone, 'cull');
    ({ id } = only());
  });
  const expectGone = () => {
    expect(ids()).toEqual([]);
    expect(() => requests.answer(id, true)).toThrow(refused('not_found'));
    expect(clients.get(phone)?.scopes ?? []).not.toContain('images:write');
  };

  test.each([
    ['either clock', () => wait(LIFETIME_MS)],
    ['the clock alone', () => (clock.ms += LIFETIME_MS)],
    ['the monotonic clock alone', () => (clock.elapsedMs += LIFETIME_MS)],
  ])('after ten minutes by %s', (_by, pass) => {
    wait(LIFETIME_MS - 1);
    expect(ids()).toEqual([phone]);
    wait(-(LIFETIME_MS - 1));
    pass();
    expectGone();
    expect(requests.own(phone)).toBeNull();
  });

  test('by an answer that is sent again', () => {
    requests.answer(id, false);
    expectGone();
    requests.ask(phone, 'cull');
    expect(() => requests.answer(id, true)).toThrow(refused('not_found'));
  });

  test('to a device that was removed or turned off meanwhile', () => {
    clients.change(phone, { enabled: false });
    expectGone();
    clients.change(phone, { enabled: true });
    expectGone();
  });

  test('to another device that was paired under the same id meanwhile', () => {
    clients.remove(phone);
    expect(pair('Phone')).toBe(phone);
    expectGone();
    expect(requests.own(phone)).toBeNull();
  });
});
