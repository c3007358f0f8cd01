/** What Safelight and its workers make of a server that is not the one they know. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { oldNatsServer } from '../../testing/nats-server.ts';
import { silentLog } from '../../platform/log.ts';
import { testBroker, type TestBroker } from '../../testing/broker.ts';
import { Broker, type BrokerState } from './broker.ts';
import { readCredentials } from './credentials.ts';
import { makeCertificate } from './setup/certificate.ts';

let folder: string;
let broker: TestBroker;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-foreign-'));
  broker = await testBroker(folder, []);
  await broker.start();
});

afterAll(async () => {
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function stateAt(address: string, credentials = readCredentials(broker.coordinator)): Promise<BrokerState> {
  return new Promise((resolve, reject) => {
    const adapter = new Broker(
      {
        address,
        credentials,
        log: silentLog(),
        retryMs: 100,
        onState: (state) => {
          if (state.is === 'connecting') return;
          resolve(state);
          void adapter.close();
        },
      },
      () => Promise.resolve(),
    );
    setTimeout(() => reject(new Error('It neither took nor refused the broker.')), 30_000).unref();
  });
}

test('the real one is taken', async () => {
  expect(await stateAt(broker.address)).toEqual({ is: 'connected' });
});

test('another certificate of the same name is refused', async () => {
  const { certificate } = makeCertificate('safelight-farm');
  expect(await stateAt(broker.address, { ...readCredentials(broker.coordinator), certificate })).toEqual({
    is: 'refused',
    reason: 'the broker has another certificate than the one in our credentials',
  });
});

test('one that does not encrypt is refused, before the key or anything else is sent', async () => {
  const { address, sent } = await between((info) => info.replace(/"tls_required":true/, '"tls_required":false'));
  expect(await stateAt(address)).toEqual({ is: 'refused', reason: 'the broker does not encrypt the connection' });
  expect(sent()).toBe('');
});

test.each([
  ['says more unencrypted than its first line', (info: string) => `${info}MSG farm.hb.w1 1 2\r\n{}\r\n`],
  ['has a first line without an end', () => `INFO {"a":"${'x'.repeat(256 * 1024 ** 2)}`],
])('one that %s is refused at once', async (_what, change) => {
  const { address, sent } = await between(change);
  const before = process.cpuUsage();
  const state = await stateAt(address);
  const { user } = process.cpuUsage(before);
  expect(state).toEqual({ is: 'refused', reason: 'what answers at the address of the broker is not a broker' });
  expect(sent()).toBe('');
  // The broker that is not ours works in this process, too. Each of several tries took 1 to 14 seconds.
  expect(user / 1e6).toBeLessThan(1);
});

test('one that is too old is refused', async () => {
  const { address } = await between((info) => info.replace(/"version":"[^"]*"/, '"version":"2.9.10"'));
  expect(await stateAt(address)).toEqual({
    is: 'refused',
    reason: 'the broker is nats-server 2.9.10; Safelight needs 2.10.27 or newer',
  });
});

test('the real one of Debian 12 is refused', async () => {
  const program = oldNatsServer();
  if (program === null) {
    // Elsewhere than on Debian, the test above must do; where it must be there, it is.
    expect(process.env.CI, 'it could not be fetched').toBeUndefined();
    return;
  }
  const old = await testBroker(mkdtempSync(join(folder, 'old-')), []);
  onTestFinished(() => old.stop());
  // It does not even start with our configuration.
  await old.start({ program, without: /^ *sync_interval.*$/m });
  expect(await stateAt(old.address, readCredentials(old.coordinator))).toEqual({
    is: 'refused',
    reason: expect.stringMatching(
      /^the broker is nats-server 2\.9\.\d+; Safelight needs 2\.10\.27 or newer$/,
    ) as string,
  });
});

/** Stands between Safelight and the real server, and changes the first line that the server says, before encryption. */
async function between(change: (info: string) => string): Promise<{ address: string; sent: () => string }> {
  const [host, port] = broker.address.split(':');
  let sent = '';
  const sockets: Socket[] = [];
  const proxy = createServer((client) => {
    const server = connectTcp(Number(port), host);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.once('data', (info) => {
      client.write(change(info.toString()));
      server.pipe(client);
    });
    client.on('data', (data) => (sent += data.toString('latin1')));
    client.pipe(server);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { address: `127.0.0.1:${(proxy.address() as AddressInfo).port}`, sent: () => sent };
}
