import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from './certificate.ts';

const NAME = 'safelight-farm';

test('a certificate is signed by its own key, for its name alone, and lasts', () => {
  const { certificate, key } = makeCertificate(NAME);
  const read = new X509Certificate(certificate);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.subject).toBe(`CN=${NAME}`);
  expect(read.issuer).toBe(read.subject);
  expect(read.subjectAltName).toBe(`DNS:${NAME}`);
  expect(read.checkHost(NAME)).toBe(NAME);
  expect(read.checkHost('localhost')).toBeUndefined();
  expect(read.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
  expect(read.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(read.validToDate.getTime()).toBeGreaterThan(Date.now() + 20 * 365 * 24 * 3600_000);
  expect(key).toContain('BEGIN PRIVATE KEY');
});

test('no two have the same key or serial number', () => {
  const made = Array.from({ length: 20 }, () => new X509Certificate(makeCertificate(NAME).certificate));
  expect(new Set(made.map(({ serialNumber }) => serialNumber)).size).toBe(20);
  expect(new Set(made.map(({ fingerprint256 }) => fingerprint256)).size).toBe(20);
});

test('whoever pins it gets through, and nobody who pins another of the same name', async () => {
  const ours = makeCertificate(NAME);
  const server = createServer({ cert: ours.certificate, key: ours.key }, (socket) => socket.end());
  onTestFinished(() => void server.close());
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dial = async (ca: string, servername = NAME) => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca, servername });
    await once(socket, 'secureConnect');
    socket.destroy();
    return socket.authorized;
  };
  expect(await dial(ours.certificate)).toBe(true);
  await expect(dial(makeCertificate(NAME).certificate)).rejects.toThrow(/self-signed|signature/);
  await expect(dial(ours.certificate, 'another-farm')).rejects.toThrow(/does not match/);
});
