/** Certificates as they are made. Loaded only where HTTPS is on: the library takes its time and memory. */
import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { createPrivateKey, createPublicKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { PRIVATE_NETWORKS } from './permitted-names.ts';

x509.cryptoProvider.set(webcrypto);

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 3600 * 1000;
/** Before any Safelight with HTTPS, so that an authority that was made while the clock was wrong is valid once the clock is right. */
const FIRST_DAY = Date.UTC(2026, 0, 1);
const AUTHORITY_DAYS = 3650;
/** With the day back: a year, which every system accepts (Apple's limit is 398 days, for authorities of people 825). */
export const LEAF_DAYS = 364;
const NAME_CONSTRAINTS = '2.5.29.30';

/** A certificate and its private key, both as PEM. */
export interface KeyAndCertificate {
  key: string;
  certificate: string;
}

/**
 * An authority that can vouch for these names and private addresses alone. Its subject and its key identifier are its own: browsers fail
 * for good on two authorities of one subject.
 */
export async function makeAuthority(names: readonly string[], now = Date.now()): Promise<KeyAndCertificate> {
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const [computer = 'this computer'] = names;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [`Safelight on ${computer.slice(0, 30)} (${randomBytes(4).toString('hex')})`] }],
    notBefore: new Date(FIRST_DAY),
    notAfter: new Date(Math.max(now, FIRST_DAY) + AUTHORITY_DAYS * DAY_MS),
    keys,
    signingAlgorithm: P256,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      onlyFor(names),
    ],
  });
  return { key: pemOf(keys.privateKey), certificate: `${certificate.toString('pem')}\n` };
}

/** A certificate of a server. Nothing is checked here: what an authority does not permit, every client refuses. */
export async function makeLeaf(
  authority: KeyAndCertificate,
  names: readonly string[],
  addresses: readonly string[],
  now = Date.now(),
): Promise<KeyAndCertificate> {
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const issuer = new x509.X509Certificate(authority.certificate);
  const signingKey = createPrivateKey(authority.key);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [names[0] ?? addresses[0] ?? 'Safelight'] }],
    issuer: issuer.subjectName,
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + LEAF_DAYS * DAY_MS),
    signingKey: signingKey.toCryptoKey(P256, false, ['sign']),
    publicKey: keys.publicKey,
    signingAlgorithm: P256,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.AuthorityKeyIdentifierExtension.create(
        createPublicKey(signingKey).toCryptoKey(P256, true, ['verify']),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  });
  return { key: pemOf(keys.privateKey), certificate: `${certificate.toString('pem')}\n` };
}

/** Both kinds are listed: a kind that is not mentioned would be free. */
function onlyFor(names: readonly string[]): x509.Extension {
  const subtrees = [
    ...names.map((dNSName) => new GeneralName({ dNSName })),
    ...PRIVATE_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress })),
  ].map((base) => new GeneralSubtree({ base }));
  const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) });
  return new x509.Extension(NAME_CONSTRAINTS, true, AsnConvert.serialize(constraints));
}

/** 16 random bytes; a positive number, and none that begins with zeros. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 1;
  return bytes.toString('hex');
}

const pemOf = (key: webcrypto.CryptoKey): string => KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' });
