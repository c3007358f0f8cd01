import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { MOST_WAITING, type Request, WaitingRequests } from './requests.ts';

const OWNER = OWN_CLIENT_IDS.browser;

const request = (client: string | null, more: Partial<Request> = {}): Request => ({
  client,
  isAwaited: true,
  viewer: null,
  signal: new AbortController().signal,
  wanted: { picture: '', development: {} as Request['wanted']['development'], view: null, isDraft: true, quality: 85 },
  resolve: () => undefined,
  reject: () => undefined,
  ...more,
});

/** Whose requests they are, in the order in which they are done. */
function order(waiting: WaitingRequests): (string | null)[] {
  const done = [];
  for (let next = waiting.next(); next !== null; next = waiting.next()) done.push(next.client);
  return done;
}

test("one draft of the owner does not wait for a reader's sixty pictures, of which most are refused", () => {
  const waiting = new WaitingRequests();
  let refused = 0;
  for (let k = 0; k < 60; k++)
    try {
      waiting.add(request('reader'));
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'slow_down', retryAfterSeconds: 5 });
      refused++;
    }
  waiting.add(request(OWNER));
  expect(refused).toBe(60 - MOST_WAITING);
  expect(waiting.next()?.client).toBe(OWNER);
});

test('other clients take turns, whoever asks for more', () => {
  const waiting = new WaitingRequests();
  for (const client of ['anna', 'anna', 'anna', 'anna', 'bert', 'bert', 'carl']) waiting.add(request(client));
  expect(order(waiting)).toEqual(['anna', 'bert', 'carl', 'anna', 'bert', 'anna', 'anna']);
  // Also with somebody who comes later.
  waiting.add(request('carl'));
  waiting.add(request('dora'));
  expect(order(waiting)).toEqual(['dora', 'carl']);
});

test('what nobody awaits comes last, and what nobody wants any more takes no place', () => {
  const waiting = new WaitingRequests();
  const gone = new AbortController();
  waiting.add(request(null, { isAwaited: false }));
  for (let k = 0; k < MOST_WAITING; k++) waiting.add(request('anna', { signal: gone.signal }));
  expect(() => waiting.add(request('anna'))).toThrow(AppError);
  gone.abort();
  waiting.add(request('anna'));
  waiting.add(request(OWNER));
  expect(order(waiting)).toEqual([OWNER, 'anna', null]);
});
