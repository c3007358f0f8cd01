import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { NewProof } from '../contract/proofs.ts';
import { freePort } from '../platform/free-port.ts';
import { openTestApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };
const PATIENTLY = { timeout: 60_000 };

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ library: 3 });
});
afterAll(() => app.close());

const services = () => app.app.services;
const change = async (body: object) =>
  expect((await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body })).status).toBe(200);
const addresses = () => services().proofAddresses();
const here = () => addresses().find(({ reach }) => reach === 'computer')!.url;
/** On a connection of its own: one that was kept may just be closed by what the test has asked for. */
const get = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { 'content-type': 'application/json', connection: 'close' } });
const isOpen = async (url: string) => (await get(url).catch(() => null)) !== null;

test('guests are answered while there is a proof, and told of its end, at an address of its own', async () => {
  const { proofs } = services();
  const port = await freePort();
  await change({ proofPort: port });
  const url = `http://127.0.0.1:${port}`;
  expect(addresses()).toEqual([{ url, reach: 'computer', is_secure: true }]);
  expect(await isOpen(url)).toBe(false);

  const asked = NewProof.parse({ title: 'Wedding', guests: 'together', source: { filter: {} } });
  const { proof, links } = await proofs.make(asked);
  await vi.waitFor(async () => expect(await isOpen(url)).toBe(true), PATIENTLY);
  const path = links[0]!.path;
  expect((await get(url + path)).status).toBe(200);
  expect((await get(app.url + path)).status).toBe(404);
  for (const other of ['/api/v1', '/health', '/session', '/'])
    expect([other, (await get(url + other)).status]).toEqual([other, 404]);
  const enter = () => get(`${here()}${path}/enter`, { method: 'POST', body: '{}' });
  expect(await (await enter()).json()).toMatchObject({ is: 'open', title: 'Wedding' });

  // The port of another program: the next free one.
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const taken = (other.address() as AddressInfo).port;
  await change({ proofPort: taken });
  expect(here()).not.toBe(`http://127.0.0.1:${taken}`);
  expect((await enter()).status).toBe(200);
  expect(await isOpen(url)).toBe(false);

  // On the network with LAN access alone.
  await change({ lan: true });
  expect(addresses().at(-1)?.reach).toBe('computer');
  expect(addresses().every(({ reach, is_secure }) => reach === 'computer' || (reach === 'network' && !is_secure))).toBe(
    true,
  );
  await change({ lan: false, proofAddress: 'https://proofs.example.org' });
  expect(addresses()).toMatchObject([
    { url: 'https://proofs.example.org', reach: 'internet', is_secure: true },
    { reach: 'computer' },
  ]);
  await change({ proofAddress: 'http://192.168.1.20:8080' });
  expect(addresses()[0]).toEqual({ url: 'http://192.168.1.20:8080', reach: 'network', is_secure: false });

  // Another library, or the same again: requests wait, links and guests stay.
  const last = here();
  const reopened = change({ refreshQueue: `${app.folder}/other.queue` });
  expect((await enter()).status).toBe(200);
  await reopened;
  expect((await enter()).status).toBe(200);

  // Who has the page open is told that it is over.
  await services().proofs.end(proof.id);
  expect((await enter()).status).toBe(404);
  services().proofs.remove(proof.id);
  await vi.waitFor(async () => expect(await isOpen(last)).toBe(false), PATIENTLY);
});
