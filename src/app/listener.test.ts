import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openListener } from './listener.ts';

/** The next one that arrives at a server of this process. */
const request = () =>
  new Promise<{ socket: Socket }>((resolve) => {
    const hear = (message: unknown) => {
      unsubscribe('http.server.request.start', hear);
      resolve(message as { socket: Socket });
    };
    subscribe('http.server.request.start', hear);
  });

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
    const { socket } = await request();
    gone.destroy();
    await once(socket, 'close');
    kept = fetch(`${listener.url()}/kept`);
    await request();
    expect(asked).toEqual([]);
  });
  expect((await kept)?.status).toBe(200);
  expect(asked).toEqual(['/kept']);
});
