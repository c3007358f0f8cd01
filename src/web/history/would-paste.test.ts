import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { wouldPasteQuery, type WouldPaste } from './would-paste.ts';

const line = (value: object) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
const counts = (changed: number) => ({ changed, unchanged: 0, failed: 0 });
const result = (changed: number) => line({ change: null, ...counts(changed), failures: [], plans: [] });

/** A service whose answers are written by the test, one stream for each request. */
function service() {
  const streams: { controller: ReadableStreamDefaultController<Uint8Array>; signal: AbortSignal }[] = [];
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push({ controller, signal });
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  return streams;
}

const query = (to: number) =>
  wouldPasteQuery(
    { from: 1, modules: ['velvia'], mode: 'append' },
    Array.from({ length: to }, (_, at) => at + 2),
  );

test('what a paste would do is shown as the service tells it, over all requests', async () => {
  const streams = service();
  const client = new QueryClient();
  const asked = query(MOST_IDS + 5);
  const all = client.query(asked);
  const shown = () => client.getQueryData<WouldPaste>(asked.queryKey);
  const of = MOST_IDS + 5;
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  // In two pieces, as a network may cut it.
  const first = line({ done: 100, of: MOST_IDS, ...counts(90) });
  streams[0]!.controller.enqueue(first.subarray(0, 7));
  streams[0]!.controller.enqueue(first.subarray(7));
  await vi.waitFor(() => expect(shown()).toMatchObject({ changed: 90, looked: { done: 100, of } }));
  streams[0]!.controller.enqueue(result(9_000));
  streams[0]!.controller.close();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(shown()).toMatchObject({ changed: 9_000, looked: { done: MOST_IDS, of } });
  streams[1]!.controller.enqueue(result(5));
  streams[1]!.controller.close();
  expect(await all).toMatchObject({ changed: 9_005, looked: { done: of, of } });
});

test('an answer that is cut off is no result, and who gives up hangs up', async () => {
  const streams = service();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const cut = client.query(query(10));
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.controller.enqueue(line({ done: 5, of: 10, ...counts(5) }));
  streams[0]!.controller.close();
  await expect(cut).rejects.toThrow('Safelight is not answering');
  const asked = query(20);
  const given = client.query(asked).catch(() => undefined);
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  await client.cancelQueries(asked);
  await given;
  expect(streams[1]!.signal.aborted).toBe(true);
});
