import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { makeAuthority, makeLeaf } from './certificates.ts';
import { openOwnCertificate } from './own-certificate.ts';
import { isPrivateAddress, namesOfComputer } from './permitted-names.ts';

const DAY_MS = 24 * 3600 * 1000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-https-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What OpenSSL says of a certificate: "OK", or why not. */
function openssl(authority: string, certificate: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ca.pem'), authority);
  writeFileSync(join(folder, 'leaf.pem'), certificate);
  const args = ['verify', '-x509_strict', '-CAfile', join(folder, 'ca.pem'), join(folder, 'leaf.pem')];
  try {
    return execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' }).trim().split(' ').at(-1)!;
  } catch (error) {
    return /lookup: (.*)/.exec((error as { stderr: string }).stderr)?.[1] ?? String(error);
  }
}

async function open({ folder = temporaryFolder(), now = Date.now } = {}) {
  const computer = { names: namesOfComputer('Studio'), addresses: ['192.168.1.20'] };
  const file = join(folder, 'certificate-authority.json');
  const server = createServer((_req, res) => res.end('ok'));
  const certificate = await openOwnCertificate({
    file,
    names: () => computer.names,
    addresses: () => computer.addresses,
    onRenewed: (handshake) => server.setSecureContext(handshake),
    now,
    log: silentLog(),
  });
  server.setSecureContext(certificate.handshake());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    certificate.close();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  /** The certificate that a client gets that trusts nobody but this authority. */
  const ask = async (servername: string) => {
    const ca = `-----BEGIN CERTIFICATE-----\n${certificate.authorityDer().toString('base64')}\n-----END CERTIFICATE-----\n`;
    const request = get({ host: '127.0.0.1', port, servername, ca, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    if (!(answer.socket instanceof TLSSocket)) throw new Error('This is no TLS.');
    return answer.socket.getPeerX509Certificate()!;
  };
  return { file, certificate, computer, ask };
}

describe('what an authority may vouch for', async () => {
  const names = namesOfComputer('studio');
  const authority = await makeAuthority(names);
  const cases: [string, string[], string[], string][] = [
    ['its own names and a private address', names, ['10.1.2.3', 'fe80::1'], 'OK'],
    ['a name below one of its own', ['x.studio.local'], [], 'OK'],
    ['a foreign name', ['www.example.com'], [], 'permitted subtree violation'],
    ['a foreign name beside its own', ['studio.local', 'www.example.com'], [], 'permitted subtree violation'],
    ['a name that only ends like its own', ['evilstudio.local'], [], 'permitted subtree violation'],
    ['a public address', ['studio.local'], ['8.8.8.8'], 'permitted subtree violation'],
    ['a public IPv6 address', ['studio.local'], ['2001:4860:4860::8888'], 'permitted subtree violation'],
  ];

  test.each(cases)('%s: OpenSSL', async (_what, dns, addresses, verdict) => {
    const leaf = await makeLeaf(authority, dns, addresses);
    expect(openssl(authority.certificate, leaf.certificate)).toBe(verdict);
  });

  test('not for another authority', async () => {
    const other = await makeAuthority(names);
    const leaf = await makeLeaf(other, names, []);
    expect(openssl(authority.certificate, leaf.certificate)).not.toBe('OK');
    const [one, two] = [authority, other].map(({ certificate }) => new X509Certificate(certificate));
    expect(one!.subject).not.toBe(two!.subject);
  });
});

test('the authority is made once, in a file that only its owner can read, and its key is in no answer', async () => {
  const folder = temporaryFolder();
  const first = await open({ folder });
  expect(statSync(first.file).mode & 0o777).toBe(0o600);
  const second = await open({ folder });
  expect(second.certificate.authority()).toEqual(first.certificate.authority());
  const { key } = JSON.parse(readFileSync(first.file, 'utf8')) as { key: string };
  const told = JSON.stringify(first.certificate.authority()) + first.certificate.authorityDer().toString('latin1');
  expect(told).not.toContain(key.split('\n')[1]);
});

test('a damaged one is kept aside, and a new one is made', async () => {
  const folder = temporaryFolder();
  const { file, certificate } = await open({ folder });
  const before = certificate.authority().fingerprint;
  writeFileSync(file, '{"certificate": "nonsense"}');
  const after = (await open({ folder })).certificate.authority();
  expect(after.fingerprint).not.toBe(before);
  expect(readdirSync(folder).some((name) => name.includes('.corrupt-'))).toBe(true);
});

test('a server with it is accepted by its names and addresses, and by no other name', async () => {
  const { ask } = await open();
  const leaf = await ask('studio.local');
  expect(leaf.subjectAltName).toBe(
    'DNS:studio.local, DNS:studio, DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20, IP Address:0:0:0:0:0:0:0:1',
  );
  expect(leaf.validToDate.getTime() - leaf.validFromDate.getTime()).toBeLessThanOrEqual(365 * DAY_MS);
  await expect(ask('www.example.com')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('new connections get a new certificate once an address has changed', async () => {
  const { certificate, computer, ask } = await open();
  const before = await ask('studio.local');
  await certificate.look();
  expect((await ask('studio.local')).serialNumber).toBe(before.serialNumber);
  computer.addresses = ['192.168.7.7', '8.8.8.8', 'fe80::1%eth0'];
  await certificate.look();
  const after = await ask('studio.local');
  expect(after.subjectAltName).toContain('IP Address:192.168.7.7');
  expect(after.subjectAltName).not.toMatch(/192\.168\.1\.20|8\.8\.8\.8|fe80/i);
});

test('a renamed computer keeps its authority, which says what it does not cover, until somebody wants a new one', async () => {
  const { certificate, computer, ask } = await open();
  const former = certificate.authority();
  computer.names = namesOfComputer('attic');
  await certificate.look();
  expect((await ask('localhost')).subjectAltName).not.toContain('attic');
  expect(certificate.authority()).toMatchObject({
    fingerprint: former.fingerprint,
    uncovered: ['attic.local', 'attic'],
  });
  await certificate.renew();
  expect((await ask('attic.local')).subjectAltName).toContain('DNS:attic.local');
  expect(certificate.authority()).toMatchObject({ former: [former.name], uncovered: [] });
});

test.each([
  ['after a long sleep', 300],
  ['by a clock that was set forward by years', 4000],
  ['by a clock that was set back by years', -4000],
])('a certificate is made anew %s', async (_when, days) => {
  let now = Date.now();
  const { certificate, ask } = await open({ now: () => now });
  const before = await ask('studio.local');
  now += days * DAY_MS;
  await certificate.look();
  const after = new X509Certificate(certificate.handshake().cert as string);
  expect(after.serialNumber).not.toBe(before.serialNumber);
  expect(Math.abs(after.validFromDate.getTime() + DAY_MS - now)).toBeLessThan(2000);
});

test('names that DNS does not have are left out; addresses with a zone, too', () => {
  expect(namesOfComputer('Anna’s Mac.local')).toEqual(['localhost']);
  expect(namesOfComputer('MacBook-2.local')).toEqual(['macbook-2.local', 'macbook-2', 'localhost']);
  expect(['10.0.0.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1'].map(isPrivateAddress)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['100.128.0.1', '172.32.0.1', 'fe80::1%eth0', '2001:db8::1', 'x'].some(isPrivateAddress)).toBe(false);
});
