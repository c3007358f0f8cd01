import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { HttpsStatus } from '../contract/https.ts';
import type { RemoteAccess } from '../contract/remote-access.ts';
import { NewProof } from '../contract/proofs.ts';
import { freePort } from '../platform/free-port.ts';
import { startAcmeServer } from '../testing/acme-server.ts';
import { startApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

test('the domain is served with its own certificate, and the names of this computer with that of its authority', async () => {
  const acme = await startAcmeServer();
  onTestFinished(() => acme.stop());
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, acme.trust]);
  onTestFinished(() => setDefaultCACertificates(usual));
  const app = await startApp({ library: 1 });
  const change = (body: object) =>
    app.ask<{ fields?: Record<string, string> }>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });
  const status = async () => (await app.get<RemoteAccess>('/api/v1/admin/remote-access', ADMIN)).domain;

  const command = join(app.folder, 'dns.sh');
  expect((await change({ domainCommand: command })).body.fields).toEqual({
    domainCommand: `There is no program ${command}.`,
  });
  writeFileSync(command, '#!/bin/sh\n', { mode: 0o644 });
  expect((await change({ domainCommand: command })).body.fields?.domainCommand).toMatch(/chmod \+x/);
  chmodSync(command, 0o777);
  expect((await change({ domainCommand: command })).body.fields?.domainCommand).toMatch(/not yours alone/);

  const domain = 'photos.example.org';
  expect((await change({ domain, domainAuthority: acme.directory, domainPort: acme.httpPort })).status).toBe(200);
  expect(await status()).toMatchObject({
    name: domain,
    state: 'waiting',
    problem: expect.stringContaining('HTTPS is off') as string,
  });
  expect((await change({ https: true, httpsPort: 0 })).status).toBe(200);
  await vi.waitFor(async () => expect(await status()).toMatchObject({ state: 'ready', problem: null }), {
    timeout: 60_000,
    interval: 100,
  });

  const { url, authority } = await app.get<HttpsStatus>('/api/v1/admin/https', ADMIN);
  const issuerFor = async (servername: string, port = Number(new URL(url!).port)) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      servername,
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect');
    const issuer = socket.getPeerX509Certificate()!.issuer;
    socket.destroy();
    return issuer;
  };
  expect(await issuerFor(domain)).toMatch(/Pebble/);
  expect(await issuerFor('localhost')).toBe(`CN=${authority!.name}`);

  // Guests get that certificate too, and no other.
  const proofPort = await freePort();
  expect((await change({ proofPort })).status).toBe(200);
  const asked = NewProof.parse({ title: 'Wedding', source: { filter: {} } });
  const { links } = await app.app.services.proofs.make(asked);
  await vi.waitFor(async () => expect(await issuerFor(domain, proofPort)).toMatch(/Pebble/));
  await expect(issuerFor('localhost', proofPort)).rejects.toThrow();
  const page = request({
    host: '127.0.0.1',
    port: proofPort,
    servername: domain,
    path: links[0]!.path,
    agent: false,
    rejectUnauthorized: false,
  });
  page.end();
  const [answer] = (await once(page, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();

  expect((await app.ask('GET', '/health', { scopes: null, headers: { Host: domain } })).status).toBe(200);
  expect((await change({ domain: '' })).status).toBe(200);
  expect(await issuerFor(domain)).toBe(`CN=${authority!.name}`);
});
