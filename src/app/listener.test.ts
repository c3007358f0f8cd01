import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openListener } from './listener.ts';

test('who goes away while requests are held back is not answered', async () => {
  const asked: (string | undefined)[] = [];
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: (req, res) => {
      asked.push(req.url);
      setImmediate(() => res.end());
    },
    isLasting: () => false,
    onMoved: () => undefined,
    onClosing: () => undefined,
    log: silentLog(),
  });
  onTestFinished(() => listener.close());
  let kept: Promise<Response> | undefined;
  await listener.closedFor(async () => {
    const gone = connect(listener.port(), '127.0.0.1');
    await once(gone, 'connect');
    gone.write('GET /gone HTTP/1.1\r\nHost: here\r\n\r\n');
    await sleep(50);
    gone.destroy();
    kept = fetch(`${listener.url()}/kept`);
    await sleep(50);
    expect(asked).toEqual([]);
  });
  expect((await kept)?.status).toBe(200);
  expect(asked).toEqual(['/kept']);
});
