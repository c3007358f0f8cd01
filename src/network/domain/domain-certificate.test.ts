import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { startAcmeServer, type AcmeServer } from '../../testing/acme-server.ts';
import { makeAuthority, makeLeaf } from '../certificates.ts';
import { acmeProblem } from './acme-words.ts';
import { DomainCertificate, type DomainCertificateOptions } from './domain-certificate.ts';
import type { WithDirectory } from './domain-store.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const LONG = { timeout: 60_000, interval: 50 };
const usual = getCACertificates('default');

let acme: AcmeServer;
beforeAll(async () => {
  acme = await startAcmeServer();
  setDefaultCACertificates([...usual, acme.trust]);
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await acme.stop();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-domain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open({
  folder = newFolder(),
  domain = 'photos.example.org',
  ...more
}: Partial<DomainCertificateOptions['wanted'] & Omit<DomainCertificateOptions, 'wanted'>> & { folder?: string } = {}) {
  const { directory = acme.directory, dnsCommand = null, answerPort = acme.httpPort, ...options } = more;
  const file = join(folder, 'domain-certificates.json');
  const clock = { ms: Date.now() };
  const certificate = new DomainCertificate({
    wanted: { domain, directory, dnsCommand, answerPort },
    file,
    log: silentLog(),
    now: () => clock.ms,
    trialOf: () => null,
    ...options,
  });
  onTestFinished(() => certificate.close());
  const stored = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, WithDirectory>;
  const leaf = () => new X509Certificate(stored()[acme.directory]!.leaf!.certificate);
  return { certificate, clock, file, folder, stored, leaf };
}

test('a domain gets a certificate, which is kept with its account in a file of its owner alone', async () => {
  const { certificate, folder, file, leaf, stored } = open();
  await certificate.look();
  expect(certificate.status()).toEqual({ state: 'ready', expires: leaf().validToDate.getTime(), problem: null });
  expect(leaf().subjectAltName).toBe('DNS:photos.example.org');
  expect(certificate.contextFor('Photos.example.org')).toBeDefined();
  expect(certificate.contextFor('studio.local')).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = open({ folder });
  expect(again.certificate.contextFor('photos.example.org')).toBeDefined();
  await again.certificate.look();
  expect(again.leaf().serialNumber).toBe(leaf().serialNumber);
  expect(stored()[acme.directory]!.accountUrl).toMatch(/^https:/);
});

test('it is renewed with a third of its lifetime left, by the same account, also after a long sleep', async () => {
  const { certificate, clock, leaf, stored } = open();
  await certificate.look();
  const first = leaf();
  const { accountUrl } = stored()[acme.directory]!;
  const lifetime = first.validToDate.getTime() - first.validFromDate.getTime();
  clock.ms = first.validFromDate.getTime() + (lifetime * 2) / 3 - DAY_MS;
  await certificate.look();
  expect(leaf().serialNumber).toBe(first.serialNumber);

  clock.ms += 2 * DAY_MS;
  await certificate.look();
  const second = leaf();
  expect(second.serialNumber).not.toBe(first.serialNumber);
  expect(stored()[acme.directory]!.accountUrl).toBe(accountUrl);

  clock.ms = first.validToDate.getTime() + 400 * DAY_MS;
  expect(certificate.status().state).not.toBe('ready');
  await certificate.look();
  expect(leaf().serialNumber).not.toBe(second.serialNumber);
  // The authority does not know this clock.
  expect(certificate.status()).toMatchObject({
    state: 'waiting',
    problem: expect.stringContaining('Set its clock') as string,
  });
  // It is served: whoever asks may have the right time.
  expect(certificate.contextFor('photos.example.org')).toBeDefined();
  const third = leaf().serialNumber;
  await certificate.look();
  expect(leaf().serialNumber).toBe(third);
});

test('a trial comes first, with an account of its own, and is never what is served', async () => {
  const trial = acme.directory.replace('127.0.0.1', 'localhost');
  const { certificate, stored } = open({ trialOf: () => trial });
  await certificate.look();
  const { [trial]: tried, [acme.directory]: real } = stored();
  expect(tried!.accountUrl).not.toBe(real!.accountUrl);
  expect(tried!.leaf!.certificate).not.toBe(real!.leaf!.certificate);
  expect(certificate.status().expires).toBe(new X509Certificate(real!.leaf!.certificate).validToDate.getTime());

  const failing = open({ trialOf: () => trial, answerPort: 1 });
  await failing.certificate.look();
  expect(failing.stored()[acme.directory]).toBeUndefined();
  expect(failing.certificate.status()).toMatchObject({ state: 'waiting', expires: null });
  expect(failing.certificate.contextFor('photos.example.org')).toBeUndefined();
});

test('a command writes the record for the name server, and takes it away again', async () => {
  const folder = newFolder();
  const command = join(folder, 'dns.mjs');
  const log = join(folder, 'log');
  writeFileSync(
    command,
    `#!${process.execPath}
import { appendFileSync } from 'node:fs';
const [act, name, value] = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, act + ' ' + name + '\\n');
const body = JSON.stringify({ host: name + '.', ...(act === 'present' && { value }) });
await fetch(${JSON.stringify(acme.managementUrl)} + (act === 'present' ? '/set-txt' : '/clear-txt'), { method: 'POST', body });
`,
  );
  chmodSync(command, 0o755);
  const { certificate } = open({
    folder,
    domain: 'lan.example.org',
    dnsCommand: command,
    nameServers: [acme.nameServer],
  });
  await certificate.look();
  expect(certificate.status()).toMatchObject({ state: 'ready', problem: null });
  expect(readFileSync(log, 'utf8')).toBe(
    'present _acme-challenge.lan.example.org\ncleanup _acme-challenge.lan.example.org\n',
  );
});

describe('why there is no certificate', () => {
  const problemWith = async (options: Parameters<typeof open>[0]) => {
    const { certificate } = open(options);
    await certificate.look();
    const { state, problem } = certificate.status();
    expect(state).toBe('waiting');
    return problem;
  };

  test('port 80 leads nowhere', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await problemWith({ answerPort: port })).toMatch(/does not reach port 80 of photos\.example\.org.+router/);
  });

  test('its own port is taken by another server', async () => {
    const other = createServer((_req, res) => res.writeHead(404).end('elsewhere')).listen(acme.httpPort);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    expect(await problemWith({})).toMatch(/Port \d+ of this computer is taken/);
  });

  test('the name leads nowhere', async () => {
    await acme.names('set-servfail', { host: 'nowhere.example.org' });
    expect(await problemWith({ domain: 'nowhere.example.org' })).toMatch(
      /nowhere\.example\.org leads nowhere\. Where it is managed/,
    );
  });

  test('a dead IPv6 address', async () => {
    await acme.names('clear-a', { host: 'six.example.org' });
    await acme.names('add-aaaa', { host: 'six.example.org', addresses: ['ff02::1'] });
    expect(await problemWith({ domain: 'six.example.org' })).toMatch(/^The IPv6 address of six\.example\.org/);
  });

  test('a command that fails', async () => {
    const command = join(newFolder(), 'dns.sh');
    writeFileSync(command, '#!/bin/sh\necho "no such zone" >&2\nexit 3\n', { mode: 0o755 });
    expect(await problemWith({ dnsCommand: command })).toBe(
      `"${command} present _acme-challenge.photos.example.org …" failed: no such zone`,
    );
  });

  test('an authority that is not there, is none, or is not trusted', async () => {
    expect(await problemWith({ directory: 'https://127.0.0.1:1/dir' })).toMatch(
      /^The authority 127\.0\.0\.1:1 does not answer/,
    );
    expect(await problemWith({ directory: 'https://nowhere.invalid/dir' })).toMatch(
      /was not found\. Is this computer online/,
    );
    expect(await problemWith({ directory: acme.directory.replace('/dir', '/nothing') })).toMatch(
      /directory of an authority|status 404/,
    );
    const foreign = await makeAuthority(['localhost']);
    const { key, certificate } = await makeLeaf(foreign, ['localhost'], ['127.0.0.1']);
    const impostor = createSecureServer({ key, cert: certificate }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    onTestFinished(() => void impostor.close());
    const { port } = impostor.address() as AddressInfo;
    expect(await problemWith({ directory: `https://127.0.0.1:${port}/dir` })).toMatch(
      /has a certificate that this computer does not trust/,
    );
  });

  const asked = { domain: 'photos.example.org', dnsCommand: null, answerPort: 80 };
  test.each([
    [
      'DNS problem: NXDOMAIN looking up A for photos.example.org - check that a DNS record exists for this domain',
      'leads nowhere',
    ],
    [
      '203.0.113.7: Fetching http://photos.example.org/.well-known/acme-challenge/x: Timeout during connect (likely firewall problem)',
      'does not reach port 80',
    ],
    [
      '2001:db8::1: Fetching http://photos.example.org/.well-known/acme-challenge/x: Timeout during connect (likely firewall problem)',
      'its AAAA record',
    ],
    [
      '2001:db8::1: Fetching http://photos.example.org/.well-known/acme-challenge/x: Connection refused',
      'its AAAA record',
    ],
    [
      '203.0.113.7: Invalid response from http://photos.example.org/.well-known/acme-challenge/x: 404',
      'another server answers',
    ],
    ['CAA record for photos.example.org prevents issuance', 'CAA record'],
    [
      'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s, retry after 2026-12-01 10:00:00 UTC',
      'no more certificates for now',
    ],
    [
      'Error creating new order :: Cannot issue for "photos.local": Domain name does not end with a valid public suffix (TLD)',
      'belongs to you',
    ],
    ['Incorrect TXT record "x" found at _acme-challenge.photos.example.org', 'does not find the record'],
  ])('as Let’s Encrypt says it: %s', (said, words) => {
    expect(acmeProblem(new Error(said), asked)).toContain(words);
  });
});

test('after a failure it waits an hour, then longer, by a clock that may be set back, but not after a change', async () => {
  const { certificate, clock, folder, stored } = open({ answerPort: 1 });
  await certificate.look();
  const attempt = () => stored()[acme.directory]!.attempt!;
  const first = attempt();
  expect(first).toMatchObject({ failures: 1 });
  for (const [later, failures] of [
    [HOUR_MS - 1_000, 1],
    [2_000, 2],
    [HOUR_MS + 1_000, 2],
    [HOUR_MS, 3],
  ] as const) {
    clock.ms += later;
    await certificate.look();
    expect(attempt().failures).toBe(failures);
  }
  clock.ms -= 365 * DAY_MS;
  await certificate.look();
  expect(attempt()).toMatchObject({ failures: 4, atMs: clock.ms });

  certificate.close();
  const mended = open({ folder });
  await vi.waitFor(() => expect(mended.certificate.status()).toMatchObject({ state: 'ready', problem: null }), LONG);
});
