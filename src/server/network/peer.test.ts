import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Peer } from '../../auth/credentials.ts';
import { silentLog } from '../../platform/log.ts';
import { startAuth } from '../../testing/start-auth.ts';
import { errorAnswer } from '../responses/error-answer.ts';
import { peerOf, type Ends } from './peer.ts';
import type { Services } from '../services.ts';
import { sessionRoutes } from '../routes/access/session.ts';
import { routerOf } from '../routing/router.ts';

const me = process.getuid!();

/** The server's end of a real connection from this process. */
async function connected(host: string, to = host): Promise<Socket> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, to);
  const [ours] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    client.destroy();
    ours.destroy();
    server.close();
  });
  return ours;
}

/** A socket table as Linux writes it. */
function table(...lines: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-peer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tcp');
  const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
  const rows = lines.map((line, at) => `   ${at}: ${line} 01 00000000:00000000 00:00000000 00000000`);
  writeFileSync(
    file,
    [head, ...rows.map((row, at) => `${row}  ${1000 + at}        0 4711 1 0000 20 4 30 10 -1`)].join('\n'),
  );
  return file;
}

const ends = (remoteAddress: string, localAddress: string): Ends => ({
  remoteAddress,
  remotePort: 0x8001,
  localAddress,
  localPort: 0x111c,
});

describe('who is at the other end', () => {
  test.each([
    ['IPv4', '127.0.0.1', '127.0.0.1'],
    ['IPv6', '::1', '::1'],
    ['IPv4 on a socket for both', '::', '127.0.0.1'],
    ['another loopback address', '0.0.0.0', '127.1.2.3'],
  ])('of a real connection over %s: this user, and nobody else', async (_title, host, to) => {
    const ours = await connected(host, to);
    expect(peerOf(ours)).toBe('same-user');
    expect(peerOf(ours, { ownUser: me + 1 })).toBe('other-user');
  });

  test('a connection that has ended is nobody of ours', async () => {
    const ours = await connected('127.0.0.1');
    ours.destroy();
    await once(ours, 'close');
    expect(peerOf(ours)).toBe('other-user');
  });

  // Words are as on a little-endian processor, which is what Linux machines have.
  test.each([
    ['127.0.0.1', '127.0.0.1', '0100007F:8001 0100007F:111C'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1', '0100007F:8001 0100007F:111C'],
    [
      '::ffff:127.0.0.1',
      '::ffff:127.0.0.1',
      '0000000000000000FFFF00000100007F:8001 0000000000000000FFFF00000100007F:111C',
    ],
    ['::1', '::1', '00000000000000000000000001000000:8001 00000000000000000000000001000000:111C'],
    ['192.168.1.5', '192.168.1.5', '0501A8C0:8001 0501A8C0:111C'],
    ['192.168.1.5', '127.0.0.1', '0501A8C0:8001 0100007F:111C'],
    ['fd00::a:5', 'fd00::b', '000000FD000000000000000005000A00:8001 000000FD00000000000000000B000000:111C'],
  ])('%s to %s is found', (from, to, line) => {
    // With the addresses swapped, it is our own end, and its user is ourselves.
    const [remote, local] = line.split(' ');
    const tables = [table(`${local} ${remote}`, line)];
    expect(peerOf(ends(from, to), { ownUser: 1001, tables })).toBe('same-user');
    expect(peerOf(ends(from, to), { ownUser: 1000, tables })).toBe('other-user');
  });

  test('what is in no table comes from elsewhere, unless it says that it comes from here', () => {
    const tables = [table('0100007F:8002 0100007F:111C')];
    expect(peerOf(ends('192.168.1.77', '192.168.1.5'), { ownUser: 1000, tables })).toBe('other-device');
    expect(peerOf(ends('127.0.0.1', '127.0.0.1'), { ownUser: 1000, tables })).toBe('other-user');
  });

  test('without any table nobody can tell', () => {
    const tables = ['/nowhere/tcp'];
    expect(peerOf(ends('127.0.0.1', '127.0.0.1'), { ownUser: 1000, tables })).toBe('unknown');
    expect(peerOf(ends('192.168.1.77', '192.168.1.5'), { ownUser: 1000, tables })).toBe('other-device');
  });

  test('a table that cannot be read although it is there is no reason to trust', () => {
    expect(peerOf(ends('127.0.0.1', '127.0.0.1'), { ownUser: 1000, tables: [tmpdir()] })).toBe('other-user');
  });
});

describe('another user of this computer, who reads a sign-in link in the list of processes', () => {
  /** As root the stranger is real; otherwise Safelight is told another user id, and the stranger is us. */
  async function start() {
    const auth = await startAuth();
    const stranger = me === 0 ? { uid: 65534 } : {};
    const getuid = me === 0 ? null : vi.spyOn(process, 'getuid').mockReturnValue(me + 1);
    onTestFinished(() => getuid?.mockRestore());
    const app = express()
      .use(routerOf(sessionRoutes, auth as unknown as Services))
      .use(errorAnswer(silentLog()));
    const server = createHttpServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async (...args: string[]) =>
      (await promisify(execFile)('curl', ['-si', '--max-time', '10', ...args], { ...stranger, cwd: '/' })).stdout;
    return { auth, url, ask };
  }

  test.each([true, false])(
    'is not signed in, and does not spoil it for the owner (handed to a browser: %s)',
    async (onlyHere) => {
      const { auth, url, ask } = await start();
      const code = auth.auth.oneTimeCodes.issue({ kind: 'browser', onlyHere });
      const opened = await ask(`${url}/sign-in?code=${code}`);
      expect(opened).toMatch(/^HTTP\/1.1 303/);
      expect(opened).toMatch(/location: \/\?sign-in=expired/i);
      expect(opened).not.toMatch(/set-cookie/i);
      const typed = JSON.stringify({ code });
      const posted = await ask(
        `${url}/session`,
        '-d',
        typed,
        '-H',
        'Content-Type: application/json',
        '-H',
        `Origin: ${url}`,
      );
      expect(posted).toMatch(/^HTTP\/1.1 401/);
      expect(posted).not.toMatch(/set-cookie/i);
      // The owner's browser, a moment later, at the real server.
      expect((await auth.ask('GET', `/sign-in?code=${code}`)).headers['set-cookie']).toBeDefined();
    },
  );

  test('while a code that pairs a device is for whoever sees the screen', async () => {
    const { auth, url, ask } = await start();
    const code = auth.auth.oneTimeCodes.issue({ kind: 'device', name: 'Phone', scope: 'images:read' });
    expect(await ask(`${url}/sign-in?code=${code}`)).toMatch(/set-cookie/i);
  });
});

describe('somebody on another device', () => {
  test('cannot use a link that was handed to a browser here, but may use one that was printed', async () => {
    const { auth } = await startAuth();
    const handed = auth.oneTimeCodes.issue({ kind: 'browser', onlyHere: true });
    const printed = auth.oneTimeCodes.issue();
    expect(auth.signInWithCode(handed, undefined, () => 'other-device')).toBeNull();
    expect(auth.signInWithCode(printed, undefined, () => 'other-device')).not.toBeNull();
    expect(auth.signInWithCode(handed, undefined, () => 'same-user')).not.toBeNull();
  });
});

test('the cookie of Safelight’s own session is worth nothing to another user of this computer, whose server was sent it', async () => {
  const { auth, clients } = await startAuth();
  const own = auth.signInWithCode(auth.oneTimeCodes.issue())!;
  const { client_id: clientId, client_secret: clientSecret } = await clients.add({ id: 'frame' });
  const ofClient = await auth.signInAsClient({ clientId, clientSecret, address: '127.0.0.1' });
  const as = (value: string, peer: Peer) =>
    auth.session({ method: 'GET', cookie: `${auth.sessionCookie.name}=${value}`, peer: () => peer });
  expect(as(own, 'other-user')).toBeNull();
  for (const peer of ['same-user', 'other-device', 'unknown'] as const) expect(as(own, peer)).not.toBeNull();
  expect(as(ofClient, 'other-user')).not.toBeNull();
});

test('who asks is looked up for a code that is there only: it takes a while where there are many connections', async () => {
  const { auth } = await startAuth();
  auth.oneTimeCodes.issue();
  const peer = (): never => {
    throw new Error('looked up');
  };
  expect(auth.signInWithCode('guessed', undefined, peer)).toBeNull();
  expect(() => auth.signInWithCode(auth.oneTimeCodes.issue(), undefined, peer)).toThrow('looked up');
});

describe('a sign-in link leads', () => {
  test.each([
    ['/settings/clients?register=1', '/settings/clients?register=1'],
    ['/settings', '/settings'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/a\r\nSet-Cookie: x=1', '/'],
    ['/api/../..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('to %j: %j', async (to, where) => {
    const app = await startAuth();
    const search = new URLSearchParams({ code: app.auth.oneTimeCodes.issue(), to });
    expect((await app.ask('GET', `/sign-in?${search.toString()}`)).headers.location).toBe(where);
  });
});
