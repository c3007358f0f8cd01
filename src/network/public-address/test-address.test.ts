import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AddressTest } from '../../contract/public-address.ts';
import { freePort } from '../../platform/free-port.ts';
import { nginx } from '../../testing/nginx.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';
import { ownCertificate, type FileServer } from '../../testing/webdav-servers.ts';
import { testAddress, type TestAddressOptions } from './test-address.ts';

const ADMIN = { scopes: ['admin'] };
/** Nobody waits that long where there is an answer. */
const PATIENT: TestAddressOptions = { waitMs: 30_000 };

/** As a name server answers. */
const leadingTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: 4 })));

const ASKS = 'proxy_pass $SAFELIGHT;';
const HOST = 'proxy_set_header Host $http_host;';
const SENDER = 'proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;';
const GOOD = `${ASKS} ${HOST} ${SENDER}`;

/** What nginx does at `/`, and what is found then. */
const FAULTS = {
  buffers: [`${GOOD} proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;`, ['events_buffered']],
  'takes no changes': [`${GOOD} limit_except GET { deny all; }`, ['post_refused']],
  'drops bodies': [`${GOOD} proxy_pass_request_body off; proxy_set_header Content-Length "";`, ['post_refused']],
  'drops Origin': [`${GOOD} proxy_set_header Origin "";`, ['origin_lost']],
  'drops cookies and tokens': [
    `${GOOD} proxy_set_header Cookie ""; proxy_set_header Authorization "";`,
    ['cookie_lost', 'authorization_lost'],
  ],
  'drops the port': [`${ASKS} proxy_set_header Host $host; ${SENDER}`, ['port_lost']],
  'does not say who asks': [`${ASKS} ${HOST}`, ['scheme_unknown', 'sender_unknown']],
  'leads elsewhere': ['return 301 https://elsewhere.example/x?secret=1;', ['redirected']],
  'reaches nobody': ['proxy_pass http://127.0.0.1:$NOBODY;', ['bad_gateway']],
  'shows another page': ['return 200 "hello";', ['foreign_answer']],
  'asks for a password': ['return 401;', ['foreign_answer']],
  'passes on another host': [`${ASKS} proxy_set_header Host elsewhere.example;`, ['refused_here']],
} as const satisfies Record<string, readonly [string, readonly string[]]>;

const codes = ({ findings }: AddressTest) => findings.map(({ code }) => code);

describe('the test of the public address', () => {
  let app: TestApp & { close(): Promise<void> };
  let proxy: FileServer;
  const folder = mkdtempSync(join(tmpdir(), 'safelight-address-'));
  const trusted = getCACertificates('default');
  const ports = new Map<string, number>();

  const look = (address: string, options: TestAddressOptions = PATIENT) =>
    testAddress(address, app.app.services.addressTest.visits, options);
  const public_ = () => `https://localhost:${proxy.port}`;

  beforeAll(async () => {
    app = await openTestApp();
    const { key, certificate } = ownCertificate(folder);
    setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')]);
    const tls = `ssl_certificate ${certificate}; ssl_certificate_key ${key};`;
    for (const name of Object.keys(FAULTS)) ports.set(name, await freePort());
    const nobody = String(await freePort());
    const faulty = Object.entries(FAULTS).map(
      ([name, [does]]) => `server { listen 127.0.0.1:${ports.get(name)} ssl; ${tls} location / { ${does} } }`,
    );
    const servers = [`server { listen 127.0.0.1:$PORT ssl; ${tls} location / { ${GOOD} } }`, ...faulty].join('\n');
    proxy = await nginx(servers.replaceAll('$SAFELIGHT', app.url).replaceAll('$NOBODY', nobody));
    const answer = await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { publicAddress: public_() } });
    expect(answer.status).toBe(200);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await proxy.stop();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('finds nothing where all gets through', async () => {
    const { body } = await app.ask<AddressTest>('POST', '/api/v1/admin/public-address/test', ADMIN);
    expect(body).toEqual({ address: public_(), works: true, findings: [] });
    expect(codes(await look(public_()))).toEqual([]);
  });

  test.each(Object.entries(FAULTS))('finds that a proxy %s', async (name, [, expected]) => {
    const found = await look(`https://localhost:${ports.get(name)}`, {
      ...PATIENT,
      eventMs: name === 'buffers' ? 700 : 30_000,
    });
    expect(codes(found)).toEqual(expected);
    expect(found.works).toBe(['drops the port', 'does not say who asks'].includes(name));
    for (const { message } of found.findings) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(message).not.toMatch(/undefined|secret|hello|\(\)/);
    }
  });

  test('finds an address of the name at which nothing answers', async () => {
    const found = await look(public_(), { ...PATIENT, resolve: leadingTo('127.0.0.2', '127.0.0.1') });
    expect(codes(found)).toEqual(['dead_address']);
    expect(found.findings[0]?.message).toContain(`127.0.0.2:${proxy.port}`);
  });

  test('finds that nobody answers, at once or ever, or that there is no such name', async () => {
    expect(codes(await look(`http://127.0.0.1:${await freePort()}`))).toEqual(['unreachable']);
    expect(codes(await look('https://nowhere.invalid'))).toEqual(['name_unknown']);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    expect(codes(await look(`http://127.0.0.1:${port}`, { waitMs: 200 }))).toEqual(['timed_out']);
  });

  test('finds what is wrong with a certificate', async () => {
    const other = await look(`https://photos.example.org:${proxy.port}`, {
      ...PATIENT,
      resolve: leadingTo('127.0.0.1'),
    });
    expect(other.findings).toMatchObject([
      { code: 'certificate', message: expect.stringContaining('another name') as string },
    ]);
    setDefaultCACertificates(trusted);
    const unknown = await look(public_());
    expect(unknown.findings).toMatchObject([
      { code: 'certificate', message: expect.stringContaining('vouches') as string },
    ]);
  });

  test('is nothing that anybody else can answer or ask', async () => {
    expect((await app.ask('POST', '/api/v1/admin/public-address/test')).status).toBe(403);
    for (const path of ['/health/abc', '/health/abc/events'])
      expect((await app.ask('GET', path, { scopes: null })).status).toBe(404);
    expect((await app.ask('POST', '/health/abc', { scopes: null, body: { nonce: 'abc' } })).status).toBe(404);
    await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { publicAddress: null } });
    expect((await app.ask('POST', '/api/v1/admin/public-address/test', ADMIN)).status).toBe(409);
  });
});
