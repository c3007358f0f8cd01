import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';

const DAY_MS = 24 * 3600_000;
/** The workers pin this very certificate, so an early end would only stop the farm one day. */
const LIFETIME_MS = 30 * 365 * DAY_MS;

/**
 * A self-signed certificate (P-256, PEM) for a server of this name, with its private key (PKCS #8, PEM). Node can read certificates but
 * makes none, and not every computer has OpenSSL: so its few fields (RFC 5280, section 4.1) are written here.
 */
export function makeCertificate(name: string): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const contents = toBeSigned(name, publicKey);
  const signature = sign('sha256', contents, privateKey);
  const signed = sequence(contents, ECDSA_WITH_SHA256, tagged(BIT_STRING, NO_UNUSED_BITS, signature));
  return {
    certificate: new X509Certificate(signed).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

function toBeSigned(name: string, publicKey: KeyObject): Buffer {
  const now = Date.now();
  const distinguishedName = sequence(tagged(SET, sequence(oid('550403'), tagged(UTF8_STRING, Buffer.from(name)))));
  const serial = randomBytes(16);
  // Positive, and without a leading zero byte.
  serial[0] = (serial[0]! & 0x7f) | 1;
  const dnsName = tagged(DNS_NAME, Buffer.from(name));
  return sequence(
    tagged(VERSION, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, serial),
    ECDSA_WITH_SHA256,
    distinguishedName,
    // A day earlier, for computers whose clock is behind.
    sequence(time(now - DAY_MS), time(now + LIFETIME_MS)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      EXTENSIONS,
      sequence(
        // Basic constraints, critical: it vouches for itself. Then the name that clients compare.
        sequence(oid('551d13'), tagged(BOOLEAN, TRUE), tagged(OCTET_STRING, sequence(tagged(BOOLEAN, TRUE)))),
        sequence(oid('551d11'), tagged(OCTET_STRING, sequence(dnsName))),
      ),
    ),
  );
}

// The tags of DER (X.690) that a certificate needs; the last three are those of RFC 5280.
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;

const TRUE = Buffer.from([0xff]);
const NO_UNUSED_BITS = Buffer.from([0]);

function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length > 0xffff) throw new RangeError('No part of a certificate of ours is that long.');
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(SEQUENCE, ...parts);
const oid = (hex: string): Buffer => tagged(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

/** RFC 5280, 4.1.2.5: two digits for the year before 2050, four from then on. */
function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return new Date(ms).getUTCFullYear() < 2050
    ? tagged(UTC_TIME, Buffer.from(text.slice(2)))
    : tagged(GENERALIZED_TIME, Buffer.from(text));
}
