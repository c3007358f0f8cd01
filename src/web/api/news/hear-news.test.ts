import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hearNews } from './hear-news.ts';

/** A browser's, without anybody behind it. */
class Worker extends EventTarget {
  static last: Worker;
  onerror: (() => void) | null = null;
  said: object[] = [];
  port = Object.assign(new EventTarget(), { postMessage: (message: object) => this.said.push(message) });

  constructor() {
    super();
    Worker.last = this;
  }
}
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened = 0;
  readyState = 1;

  constructor() {
    super();
    Stream.opened++;
  }

  close() {
    this.readyState = Stream.CLOSED;
  }
}

beforeEach(() => {
  Stream.opened = 0;
  vi.stubGlobal('SharedWorker', Worker);
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => void vi.unstubAllGlobals());

const fail = { error: () => Worker.last.onerror?.(), close: () => Worker.last.port.dispatchEvent(new Event('close')) };

test.each(['error', 'close'] as const)('a worker that is gone (%s) is replaced by a stream of the tab', (how) => {
  hearNews([{ hello: () => undefined }], () => undefined);
  expect([Worker.last.said, Stream.opened]).toEqual([[{ hear: ['hello'] }], 0]);
  fail[how]();
  expect(Stream.opened).toBe(1);
  // Whatever else it tells.
  for (const each of Object.values(fail)) each();
  expect(Stream.opened).toBe(1);
});

test('nothing is heard after the end, even when the worker goes then', () => {
  hearNews([{ hello: () => undefined }], () => undefined)();
  expect(Worker.last.said.at(-1)).toEqual({ leave: true });
  for (const each of Object.values(fail)) each();
  expect(Stream.opened).toBe(0);
});
