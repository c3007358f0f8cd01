import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { httpApp } from '../http-app.ts';

/** The same service for another device: every connection seems to come from there. */
async function fromElsewhere({ app, token }: TestApp, address = '192.168.7.20') {
  const server = createServer(httpApp(app.services));
  server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: address }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const authorization = `Bearer ${await token(['images:read', 'cache:refresh', 'admin'])}`;
  return async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { authorization, 'accept-encoding': 'gzip, deflate', ...headers },
    }).end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    return { status: answer.statusCode, headers: answer.headers, bytes };
  };
}

const history = [{ operation: 'exposure', module: 6, params: new Uint8Array(1500) }];
const LIST = '/api/v1/images?limit=40';

test('a list goes compressed to another device, and as it is to this computer', async () => {
  const app = await startApp({ library: 60 });
  const plain = await app.get<{ items: unknown[] }>(LIST);
  const here = await fromElsewhere(app, '127.0.0.1');
  const there = await fromElsewhere(app);
  // Repeated: from the third time on the answer is remembered.
  for (let time = 0; time < 4; time++) {
    const own = await here('GET', LIST);
    expect([own.headers['content-encoding'], own.headers.vary]).toEqual([undefined, 'Accept-Encoding']);
    expect(JSON.parse(own.bytes.toString())).toEqual(plain);

    const other = await there('GET', LIST);
    expect(other.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(other.bytes.length),
      vary: 'Accept-Encoding',
      link: own.headers.link,
    });
    expect(other.bytes.length).toBeLessThan(own.bytes.length / 4);
    expect(gunzipSync(other.bytes).equals(own.bytes)).toBe(true);
    expect(other.headers.etag).not.toBe(own.headers.etag);

    const head = await there('HEAD', LIST);
    expect({ ...head.headers, date: '' }).toEqual({ ...other.headers, date: '' });
    // The tag of either form is valid for both.
    for (const tag of [own.headers.etag!, other.headers.etag!]) {
      for (const [ask, etag] of [
        [here, own.headers.etag],
        [there, other.headers.etag],
      ] as const) {
        const again = await ask('GET', LIST, { 'if-none-match': tag });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
        expect(again.headers.vary).toBe('Accept-Encoding');
      }
    }
    const unable = await there('GET', LIST, { 'accept-encoding': 'gzip;q=0, br' });
    expect(unable.headers['content-encoding']).toBeUndefined();
    expect(unable.bytes.equals(own.bytes)).toBe(true);
  }
});

test('what is short, or holds secrets, goes as it is', async () => {
  const app = await startApp({ library: [{ id: 1, description: 'fjord '.repeat(500) }] });
  const there = await fromElsewhere(app);
  expect((await there('GET', '/api/v1/images/1')).headers['content-encoding']).toBe('gzip');
  for (const [method, path, body] of [
    ['GET', '/api/v1/images?rating=5'],
    ['GET', '/api/v1/admin/settings'],
    ['GET', '/api/v1/admin/clients'],
    ['POST', '/api/v1/admin/clients', JSON.stringify({ id: 'frame', name: 'frame '.repeat(15) })],
    ['GET', `/api/v1/images?${'x'.repeat(3000)}=1`],
  ] as const) {
    const { headers, bytes } = await there(method, path, { 'content-type': 'application/json' }, body);
    expect(headers['content-encoding'], path).toBeUndefined();
    expect(JSON.parse(bytes.toString()), path).toBeTypeOf('object');
  }
});

test('the description of the settings, which holds no secret, goes compressed, and no cache keeps it', async () => {
  const path = '/api/v1/admin/settings/description';
  const app = await startApp();
  const there = await fromElsewhere(app);
  const here = await (await fromElsewhere(app, '127.0.0.1'))('GET', path);
  const other = await there('GET', path);
  expect(other.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(other.bytes.length),
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  });
  expect(gunzipSync(other.bytes).equals(here.bytes)).toBe(true);
  expect(other.bytes.length).toBeLessThan(here.bytes.length / 3);
  expect([here.headers['content-encoding'], here.headers['cache-control']]).toEqual([undefined, 'no-store']);
});

test('the tag of a compressed entry is good for an edit', async () => {
  const app = await startApp({ library: [{ id: 1, history }] });
  const there = await fromElsewhere(app);
  const path = '/api/v1/images/1/modules/exposure';
  const { etag, 'content-encoding': encoding } = (await there('GET', `${path}?describe=1`)).headers;
  expect(encoding).toBe('gzip');
  const edit = (tag: string) =>
    there('PATCH', path, { 'if-match': tag, 'content-type': 'application/json' }, '{"enabled":false}');
  expect((await edit('"another-gzip"')).status).toBe(412);
  expect((await edit(etag!)).status).toBe(204);
  expect((await edit(etag!)).status).toBe(412);
});
