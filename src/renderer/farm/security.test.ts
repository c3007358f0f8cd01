/** Who could do what to a farm: each attack on a real nats-server with the configuration that `safelight farm init` makes. */
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { createUser } from '@nats-io/nkeys';
import { connect as dial, headers, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { testBroker, type TestBroker } from '../../testing/broker.ts';
import { readCredentials, type Credentials } from './credentials.ts';
import { makeStreams } from './streams.ts';
import { inboxPrefix } from './subjects.ts';

const NEXT = ['$JS.API.CONSUMER.MSG.NEXT.JOBS.fast', '$JS.API.CONSUMER.MSG.NEXT.JOBS.bulk'] as const;
const STREAM_NAMES = ['JOBS', 'RES', 'RESULTS', 'SRC'] as const;

let folder: string;
let broker: TestBroker;
/** What the coordinator sees. */
let ours: { nc: NatsConnection; jsm: JetStreamManager };
/** The attacker, with the credentials of a real worker. */
let w1: NatsConnection;
let w2: NatsConnection;

/** (The client's type does not name all that it hands to Node.) */
const pinned = (ca: string) => ({ ca, servername: 'safelight-farm' });

const login = (credentials: Credentials, more: object = {}) =>
  dial({
    servers: broker.address,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(credentials.seed)),
    tls: pinned(credentials.certificate),
    inboxPrefix: inboxPrefix(credentials.name),
    maxReconnectAttempts: 0,
    ...more,
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-attack-'));
  broker = await testBroker(folder, ['w1', 'w2']);
  await broker.start();
  const nc = await login(readCredentials(broker.coordinator));
  ours = { nc, jsm: await jetstreamManager(nc) };
  const MB = 1024 ** 2;
  const storeBytes = { jobs: 16 * MB, sources: 16 * MB, pictures: 16 * MB, results: 16 * MB };
  await makeStreams(ours.jsm, { storeBytes });
  w1 = await login(readCredentials(broker.worker('w1')));
  w2 = await login(readCredentials(broker.worker('w2')));
});

afterAll(async () => {
  for (const nc of [w1, w2, ours.nc]) await nc.close();
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

const FAST_JOBS = 10;

/** Fills every stream with what the others have there. */
beforeEach(async () => {
  const js = jetstream(ours.nc);
  for (const stream of STREAM_NAMES) await ours.jsm.streams.purge(stream);
  for (let at = 0; at < FAST_JOBS; at++) await js.publish('jobs.fast.one', 'a job');
  await js.publish('jobs.bulk.one', 'another job');
  await js.publish('src.0123', 'a photograph');
  await js.publish('res.w2.abc', 'a picture');
  await js.publish('results.w2.abc', 'a result');
});

/** What is in the streams: how many messages each subject has. */
async function contents(): Promise<Record<string, number>> {
  const found = await Promise.all(
    STREAM_NAMES.map(async (stream) => (await ours.jsm.streams.info(stream, { subjects_filter: '>' })).state.subjects),
  );
  return Object.assign({}, ...found) as Record<string, number>;
}
const UNHARMED = {
  'jobs.fast.one': FAST_JOBS,
  'jobs.bulk.one': 1,
  'src.0123': 1,
  'res.w2.abc': 1,
  'results.w2.abc': 1,
};

/** Everything that the server has received from this connection is done. */
const settled = async (nc: NatsConnection) => {
  await nc.flush();
  await ours.nc.flush();
  await sleep(50);
};

test('a worker that does its job is never refused', async () => {
  const trouble: unknown[] = [];
  const nc = await login(readCredentials(broker.worker('w1')));
  void (async () => {
    for await (const status of nc.status()) trouble.push(status);
  })();
  const answering = ours.nc.subscribe('farm.hb.w1', { callback: (_error, message) => void message.respond('go on') });
  await ours.nc.flush();
  expect((await nc.request('farm.hb.w1', 'idle')).string()).toBe('go on');
  answering.unsubscribe();
  for (const [at, lane] of (['fast', 'bulk'] as const).entries()) {
    const job = await nc.request(NEXT[at]!, '{"batch":1,"no_wait":true}', { noMux: true, timeout: 5_000 });
    expect(job.string()).toMatch(/job/);
    nc.publish(job.reply!, '+WPI');
    const source = await nc.request('$JS.API.DIRECT.GET.SRC', '{"seq":1,"next_by_subj":"src.0123"}');
    expect(source.string()).toBe('a photograph');
    await jetstream(nc).publish(`res.w1.${lane}`, 'picture');
    await jetstream(nc).publish(`results.w1.${lane}`, 'result');
    await nc.request(job.reply!, '+ACK', { timeout: 5_000 });
  }
  await settled(nc);
  expect(await contents()).toEqual({
    'jobs.fast.one': FAST_JOBS - 1,
    'src.0123': 1,
    'res.w2.abc': 1,
    'results.w2.abc': 1,
    'res.w1.fast': 1,
    'res.w1.bulk': 1,
    'results.w1.fast': 1,
    'results.w1.bulk': 1,
  });
  await nc.close();
  expect(trouble).toEqual([{ type: 'close' }]);
});

describe('a worker that asks the server itself', () => {
  const asked = [
    ['delete a stream', '$JS.API.STREAM.DELETE.JOBS', ''],
    ['purge a stream', '$JS.API.STREAM.PURGE.RESULTS', ''],
    ['list the streams', '$JS.API.STREAM.NAMES', ''],
    ['look into a stream', '$JS.API.STREAM.INFO.SRC', '{"subjects_filter":">"}'],
    ['change a stream', '$JS.API.STREAM.UPDATE.JOBS', '{"name":"JOBS","subjects":["x"]}'],
    ['make a stream', '$JS.API.STREAM.CREATE.MINE', '{"name":"MINE","subjects":["mine"]}'],
    ['delete a message', '$JS.API.STREAM.MSG.DELETE.JOBS', '{"seq":1}'],
    ['read a message', '$JS.API.STREAM.MSG.GET.RESULTS', '{"seq":1}'],
    ['read the pictures of others', '$JS.API.DIRECT.GET.RES', '{"next_by_subj":"res.>","seq":1}'],
    ['read the results of others', '$JS.API.DIRECT.GET.RESULTS', '{"next_by_subj":"results.>","seq":1}'],
    ['delete a consumer', '$JS.API.CONSUMER.DELETE.JOBS.bulk', ''],
    ['make a consumer', '$JS.API.CONSUMER.CREATE.JOBS', '{"stream_name":"JOBS","config":{"ack_policy":"none"}}'],
    ['take the results', '$JS.API.CONSUMER.MSG.NEXT.RESULTS.coordinator', '{"batch":1}'],
    ['know the account', '$JS.API.INFO', ''],
    ['know the server', '$SYS.REQ.SERVER.PING', ''],
    ['know the connections', '$SYS.REQ.ACCOUNT.FARM.CONNZ', ''],
    ['reload the server', '$SYS.REQ.SERVER.PING.CONFIG', ''],
  ] as const;
  test.each(asked)('cannot %s', async (_what, subject, data) => {
    await expect(w1.request(subject, data, { timeout: 5_000 })).rejects.toThrow(/Permissions Violation/i);
    expect(await contents()).toEqual(UNHARMED);
  });
});

/**
 * Why the workers have an account of their own: the server sends its answers to the reply subject of a request, whatever it is. What it
 * answers here: that there is no job, or a job; that a source is missing, or a source; that something was stored.
 */
describe('a worker that lets the server speak for it, by the reply subject', () => {
  const targets = [
    '$JS.API.STREAM.DELETE.RESULTS',
    '$JS.API.STREAM.PURGE.JOBS',
    '$JS.API.STREAM.MSG.DELETE.JOBS',
    '$JS.API.CONSUMER.DELETE.JOBS.fast',
    'jobs.fast.mine',
    'src.mine',
    'res.w2.mine',
    'results.w2.mine',
    'farm.hb.w2',
    '$SYS.REQ.SERVER.PING',
  ];
  const requests: readonly (readonly [string, string, string])[] = [
    ['asks for a job', NEXT[0], '{"batch":1,"no_wait":true}'],
    ['asks for more jobs than there are', NEXT[1], '{"batch":5,"no_wait":true}'],
    ['reads a source', '$JS.API.DIRECT.GET.SRC', '{"last_by_subj":"src.0123"}'],
    ['reads no source', '$JS.API.DIRECT.GET.SRC', '{"last_by_subj":"src.none"}'],
    ['stores a picture', 'res.w1.x', 'picture'],
    ['stores a result', 'results.w1.x', 'result'],
    ['takes the next job with the receipt of one', '$JS.ACK.JOBS.bulk.1.1.1.1.0', '+NXT'],
  ];
  test.each(requests)('%s: nothing else happens', async (_what, subject, data) => {
    const heard: string[] = [];
    const heartbeats = ours.nc.subscribe('farm.hb.w2', { callback: (_error, { subject: at }) => void heard.push(at) });
    await ours.nc.flush();
    for (const reply of targets) w1.publish(subject, data, { reply });
    await settled(w1);
    heartbeats.unsubscribe();
    const found = await contents();
    // Its own picture and result are there; nothing of the others is gone, and nothing came in their name.
    delete found['res.w1.x'];
    delete found['results.w1.x'];
    expect(found).toEqual(UNHARMED);
    expect(heard).toEqual([]);
  });

  test('a worker cannot hear the others’ answers either', async () => {
    const heard: string[] = [];
    const inbox = w2.subscribe('_INBOX_w2.>', { callback: (_error, { subject }) => void heard.push(subject) });
    onTestFinished(() => inbox.unsubscribe());
    for (const subject of [
      '_INBOX_w2.>',
      '_INBOX_w2.*',
      '>',
      '*.>',
      'jobs.>',
      'res.>',
      'results.>',
      'farm.hb.*',
      '$JS.EVENT.>',
    ]) {
      await expect(refusedSubscription(subject)).resolves.toMatch(/Permissions Violation/i);
    }
    expect(heard).toEqual([]);
  });

  const refusedSubscription = (subject: string) =>
    new Promise<string>((resolve, reject) => {
      w1.subscribe(subject, {
        callback: (error, message) => (error ? resolve(error.message) : reject(new Error(`heard ${message.subject}`))),
      });
      setTimeout(() => reject(new Error(`${subject} was not refused`)), 5_000).unref();
    });
});

describe('a worker that speaks for others', () => {
  test.each([
    ['a job', 'jobs.bulk.two'],
    ['a job that goes before all', 'jobs.fast.two'],
    ['a source', 'src.0456'],
    ['a picture of another worker', 'res.w2.two'],
    ['a result of another worker', 'results.w2.two'],
    ['a sign of life of another worker', 'farm.hb.w2'],
    ['a subject in between', 'results.w1.two.three'],
    ['the coordinator', 'farm.coordinator'],
    ['an answer to another worker', '_INBOX_w2.answer'],
  ])('cannot send %s', async (_what, subject) => {
    await expect(w1.request(subject, 'x', { timeout: 5_000 })).rejects.toThrow(/Permissions Violation/i);
    expect(await contents()).toEqual(UNHARMED);
  });

  test('cannot roll up what others have stored', async () => {
    for (const how of ['all', 'sub']) {
      for (const subject of ['res.w1.x', 'results.w1.x']) {
        const rollup = headers();
        rollup.set('Nats-Rollup', how);
        await expect(jetstream(w1).publish(subject, 'x', { headers: rollup })).rejects.toThrow(/roll/i);
      }
    }
    expect(await contents()).toEqual(UNHARMED);
  });

  test('fills only the store of pictures, and jobs go on', async () => {
    const chunk = new Uint8Array(512 * 1024);
    const fill = async () => {
      for (let at = 0; at < 64; at++) await jetstream(w1).publish(`res.w1.${at}`, chunk);
    };
    await expect(fill()).rejects.toThrow(/maximum bytes|resources/i);
    await expect(jetstream(ours.nc).publish('jobs.bulk.two', 'a job')).resolves.toMatchObject({ stream: 'JOBS' });
    await expect(jetstream(w2).publish('results.w2.two', 'a result')).resolves.toMatchObject({ stream: 'RESULTS' });
  });
});

describe('somebody whom nobody let in', () => {
  const refused = /authorization violation|authentication/i;
  const stranger = (): Credentials => ({
    ...readCredentials(broker.worker('w1')),
    seed: new TextDecoder().decode(createUser().getSeed()),
  });

  test('with a key of their own', async () => {
    await expect(login(stranger())).rejects.toThrow(refused);
  });

  test('with the public key of a worker and another’s signature', async () => {
    const real = nkeyAuthenticator(new TextEncoder().encode(readCredentials(broker.worker('w1')).seed));
    const forged = nkeyAuthenticator(new TextEncoder().encode(stranger().seed));
    await expect(
      login(stranger(), {
        authenticator: (nonce?: string) => ({ ...forged(nonce), nkey: nkeyOf(real(nonce)) }),
      }),
    ).rejects.toThrow(refused);
  });

  test('without a key, or with a password', async () => {
    const tls = pinned(readCredentials(broker.coordinator).certificate);
    for (const more of [{}, { user: 'coordinator', pass: '' }, { token: 'x' }]) {
      await expect(dial({ servers: broker.address, tls, maxReconnectAttempts: 0, ...more })).rejects.toThrow(refused);
    }
  });

  test('without encryption: not a word is answered', async () => {
    const [host, port] = broker.address.split(':');
    const socket = connectTcp(Number(port), host);
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('error', () => undefined);
    socket.write('CONNECT {"verbose":true}\r\nSUB > 1\r\nPING\r\n');
    await once(socket, 'close');
    expect(heard).toMatch(/^INFO \{.*"tls_required":true/);
    expect(heard).not.toMatch(/^(\+OK|PONG|MSG)/m);
  });

  const nkeyOf = (auth: unknown) => (auth as { nkey: string }).nkey;
});

test('a worker that is removed is cut off as soon as the broker has read its file again, and the others are not', async () => {
  const lost = w2.closed();
  const credentials = readCredentials(broker.worker('w2'));
  broker.remove('w2');
  await lost;
  await expect(login(credentials)).rejects.toThrow(/authorization violation/i);
  await expect(jetstream(w1).publish('results.w1.y', 'still there')).resolves.toMatchObject({ stream: 'RESULTS' });
});
