import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type News, NewsSource } from './news-source.ts';

/** A browser's, of which the test says what comes. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;

  constructor() {
    super();
    Stream.all.push(this);
  }

  close() {
    this.readyState = Stream.CLOSED;
  }

  send(name: string, id: string, data: object = {}) {
    this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data), lastEventId: id }));
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

beforeEach(() => {
  Stream.all = [];
  vi.stubGlobal('EventSource', Stream);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED).length;

function start() {
  const source = new NewsSource(['hello', 'library-changed', 'server-moved']);
  const tab = () => {
    const heard: string[] = [];
    const tell = (news: News) => heard.push(news.name === 'lost' ? 'lost' : `${news.name} ${news.id}`);
    return { heard, leave: source.hear(tell) };
  };
  return { tab };
}

test('eight tabs have one stream, and each hears all of it; one that comes later is told the newest id', () => {
  const { tab } = start();
  const tabs = Array.from({ length: 8 }, tab);
  const [stream] = Stream.all;
  stream!.send('hello', 'run-4');
  stream!.send('library-changed', 'run-5');
  for (const { heard } of tabs) expect(heard).toEqual(['hello run-4', 'library-changed run-5']);
  expect(tab().heard).toEqual(['hello run-5']);
  expect(open()).toBe(1);
});

test('while no tab is in sight there is none, but going from one to another opens no new one', () => {
  const { tab } = start();
  const first = tab();
  Stream.all[0]!.send('hello', 'run-1');
  first.leave();
  const second = tab();
  vi.advanceTimersByTime(60_000);
  expect([Stream.all.length, open()]).toEqual([1, 1]);
  second.leave();
  vi.advanceTimersByTime(10_000);
  expect(open()).toBe(0);
  tab();
  expect([Stream.all.length, open()]).toEqual([2, 1]);
});

test('a lost connection is told; a refused one is tried again, at once for whoever comes', () => {
  const { tab } = start();
  const { heard } = tab();
  Stream.all[0]!.fail(0);
  expect([heard, Stream.all.length]).toEqual([['lost'], 1]);
  Stream.all[0]!.fail(Stream.CLOSED);
  vi.advanceTimersByTime(10_000);
  expect(Stream.all.length).toBe(2);
  Stream.all[1]!.fail(Stream.CLOSED);
  tab();
  expect(Stream.all.length).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect([Stream.all.length, open()]).toEqual([3, 1]);
});

test('a tab that was out of sight when the service moved hears where to', () => {
  const { tab } = start();
  tab();
  Stream.all[0]!.send('hello', 'run-1');
  Stream.all[0]!.send('server-moved', 'run-2', { url: 'http://127.0.0.1:8081' });
  expect(tab().heard).toEqual(['hello run-2', 'server-moved run-2']);
});

test('where to is told as long as nobody is there, and no more once the service is back', () => {
  const { tab } = start();
  const first = tab();
  const moved = (id: string) => Stream.all.at(-1)!.send('server-moved', id, { url: 'http://127.0.0.1:8081' });
  Stream.all[0]!.send('hello', 'run-1');
  moved('run-2');
  Stream.all[0]!.fail(0);
  expect(first.heard.slice(2)).toEqual(['lost', 'server-moved run-2']);
  expect(tab().heard).toEqual(['lost', 'server-moved run-2']);
  Stream.all[0]!.send('hello', 'next-1');
  expect(tab().heard).toEqual(['hello next-1']);

  moved('next-2');
  Stream.all[0]!.fail(Stream.CLOSED);
  const { heard } = tab();
  // It may be there again.
  expect(heard).toEqual([]);
  Stream.all[1]!.fail(0);
  expect(heard).toEqual(['lost', 'server-moved next-2']);
});
