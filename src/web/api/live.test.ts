import type { QueryKey } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { listenToNews } from './live.ts';
import { planQuery, publicationsQuery } from './publications.ts';
import { queryClient } from './query-client.ts';
import { isWaiting, nowWaiting } from './waiting.ts';

/** A browser's, of which the test says what comes. */
class Stream extends EventTarget {
  static last: Stream;
  readonly close = () => undefined;
  #sent = 0;

  constructor() {
    super();
    Stream.last = this;
  }

  send(name: string, data: object) {
    this.dispatchEvent(
      Object.assign(new Event(name), { data: JSON.stringify(data), lastEventId: `run-${this.#sent++}` }),
    );
  }
}

let stop: () => void;
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function listen() {
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  for (const each of ['addEventListener', 'removeEventListener']) vi.stubGlobal(each, () => undefined);
  stop = listenToNews();
  Stream.last.send('hello', { missed: false });
}

test.each([
  ['news that were missed', 'hello', { missed: true }],
  ['another library', 'library-switched', { library: '/other.db' }],
])('no preview is waited for after %s: it may have come, or come never', (_what, name, data) => {
  listen();
  nowWaiting([{ id: 1, version: '' }]);
  expect(isWaiting(1, 'a')).toBe(true);
  Stream.last.send(name, data);
  expect(isWaiting(1, 'a')).toBe(false);
});

test.each([
  ['news of a run', 'publications-changed', { publication_id: 1 }],
  ['news that were missed', 'hello', { missed: true }],
])('publications are asked for anew after %s, but no plan is made again', (_what, name, data) => {
  listen();
  const keys: QueryKey[] = [publicationsQuery.queryKey, planQuery(1).queryKey];
  for (const key of keys) queryClient.setQueryData(key, {});
  Stream.last.send(name, data);
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});
