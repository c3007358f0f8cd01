/** With a real nats-server. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { testBroker, type TestBroker } from '../../testing/broker.ts';
import { CHUNK_BYTES } from './blobs.ts';
import { Broker, type Link } from './broker.ts';
import { readCredentials } from './credentials.ts';
import { SourceChanged, Sources } from './sources.ts';
import { makeStreams, subjectsOf } from './streams.ts';
import { STREAMS } from './subjects.ts';

const MB = 1024 ** 2;
const waiting = { signal: new AbortController().signal, mayWait: () => false };

let folder: string;
let server: TestBroker;
let broker: Broker;
let link: Link;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-sources-'));
  server = await testBroker(folder, []);
  await server.start();
  const storeBytes = { jobs: 16 * MB, sources: 64 * MB, pictures: 16 * MB, results: 16 * MB };
  broker = new Broker(
    {
      address: server.address,
      credentials: readCredentials(server.coordinator),
      log: silentLog(),
      onState: () => undefined,
    },
    ({ jsm }) => makeStreams(jsm, { storeBytes }),
  );
  link = await broker.connected(waiting.signal);
});

afterAll(async () => {
  await broker.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const atBroker = () => subjectsOf(link.jsm, STREAMS.sources, 'src.*');

function photograph(name: string, chunks: number): string {
  const file = join(folder, name);
  writeFileSync(file, Buffer.alloc(chunks * CHUNK_BYTES - 1, name));
  return file;
}

test('a photograph that changes while it is sent is not used, and nothing of it stays', async () => {
  const file = photograph('changing.raf', 20);
  let stored = 0;
  const whoseFileChanges: Pick<Broker, 'storeOnce' | 'link' | 'connected'> = {
    link,
    connected: () => Promise.resolve(link),
    storeOnce: async (subject, chunk) => {
      if (stored++ === 3) appendFileSync(file, 'more');
      await broker.storeOnce(subject, chunk);
    },
  };
  const sources = new Sources(whoseFileChanges as Broker, () => undefined);
  const facts = await sources.factsOf(file);
  sources.use(facts);
  await expect(sources.bring(facts, waiting)).rejects.toThrow(SourceChanged);
  expect(stored).toBe(21);
  expect(await atBroker()).toEqual({});
  expect(await sources.isStill(facts)).toBe(false);

  const now = await sources.factsOf(file);
  expect(now.sha256).not.toBe(facts.sha256);
  await sources.bring(now, waiting);
  expect(await atBroker()).toEqual({ [`src.${now.sha256}`]: 21 });
  sources.use(now);
  sources.release(now);
  await expect.poll(atBroker).toEqual({});
});

test('photographs that an earlier run left at the broker are removed with the connection, those of jobs stay', async () => {
  const earlier = new Sources(broker, () => undefined);
  const [left, needed] = [await earlier.factsOf(photograph('left', 2)), await earlier.factsOf(photograph('needed', 3))];
  for (const facts of [left, needed]) await earlier.bring(facts, waiting);
  const sources = new Sources(broker, () => undefined);
  sources.use(needed);
  await sources.compare(link);
  expect(await atBroker()).toEqual({ [`src.${needed.sha256}`]: 3 });
  await sources.bring(needed, waiting);
  expect(await atBroker()).toEqual({ [`src.${needed.sha256}`]: 3 });
  sources.release(needed);
  await expect.poll(atBroker).toEqual({});
});

test('a photograph that is there in part is sent anew', async () => {
  const sources = new Sources(broker, () => undefined);
  const facts = await sources.factsOf(photograph('part', 4));
  await broker.storeOnce(`src.${facts.sha256}`, Buffer.from('a part'));
  sources.use(facts);
  await sources.compare(link);
  await sources.bring(facts, waiting);
  expect(await atBroker()).toEqual({ [`src.${facts.sha256}`]: 4 });
  sources.release(facts);
  await expect.poll(atBroker).toEqual({});
});

test('one that is removed and wanted again at once is there as a whole', async () => {
  const sources = new Sources(broker, () => undefined);
  const facts = await sources.factsOf(photograph('again', 40));
  for (let time = 0; time < 5; time++) {
    sources.use(facts);
    await sources.bring(facts, waiting);
    expect(await atBroker()).toEqual({ [`src.${facts.sha256}`]: 40 });
    sources.release(facts);
  }
  await expect.poll(atBroker).toEqual({});
});
