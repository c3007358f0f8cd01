import { X509Certificate } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { authorityName, openAuthority, renewAuthority, type StoredAuthority } from './authority-file.ts';
import type { KeyAndCertificate } from './certificates.ts';
import { isPermittedName, isPrivateAddress } from './permitted-names.ts';

/** With less than this left, the certificate of the server is made anew: a third of its year. */
const RENEW_BEFORE_MS = 120 * 24 * 3600 * 1000;
/** How often names, addresses and the clock are looked at. Nothing waits longer: Node fires a timer of more than 24.8 days at once. */
const LOOK_MS = 60_000;

/** What a server needs for its handshakes. */
export type Handshake = Required<Pick<TlsOptions, 'key' | 'cert' | 'minVersion'>>;

/** The authority as people see it. */
export interface AuthorityFacts {
  /** As devices show it. */
  name: string;
  /** SHA-256 of the certificate, in pairs of digits. */
  fingerprint: string;
  /** Unix milliseconds. */
  expires: number;
  /** The names that it may vouch for, besides private addresses. */
  names: string[];
  /** Common names of those before it. */
  former: string[];
  /** Names of this computer that it may not vouch for, since the computer was renamed. */
  uncovered: string[];
}

/** HTTPS of this computer: an authority made here, and a certificate for its names and addresses of now. */
export interface OwnCertificate {
  handshake(): Handshake;
  authority(): AuthorityFacts;
  /** The certificate of the authority, for devices: DER. */
  authorityDer(): Buffer;
  /** A new authority, for the names of now. Every device must trust it anew. */
  renew(): Promise<void>;
  /** Looks now whether a name, an address or the time asks for another certificate. */
  look(): Promise<void>;
  close(): void;
}

export interface OwnCertificateOptions {
  /** Where the authority lies. */
  file: string;
  /** What this computer is called now. */
  names: () => readonly string[];
  /** Its addresses now. */
  addresses: () => readonly string[];
  /** There is another certificate; new connections are to get it. */
  onRenewed: (handshake: Handshake) => void;
  now?: () => number;
  log: Log;
}

/** Throws an Error for people when the authority can be neither read nor made. */
export async function openOwnCertificate(options: OwnCertificateOptions): Promise<OwnCertificate> {
  const { file, onRenewed, now = Date.now, log } = options;
  let authority = await openAuthority(file, options.names, log);
  let leaf = await leafFor(authority, options, now());
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (turn = turn.catch(() => undefined).then(work));

  const replaceLeaf = async () => {
    leaf = await leafFor(authority, options, now());
    onRenewed(leaf.handshake);
  };
  const look = () =>
    inTurn(async () => {
      if (isGood(leaf, now()) && leaf.subjects === subjectsOf(authority, options).join(' ')) return;
      await replaceLeaf();
      log.info({ names: leaf.subjects }, 'The HTTPS certificate was made anew');
    });
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'The HTTPS certificate cannot be renewed'));
  }, LOOK_MS).unref();

  return {
    handshake: () => leaf.handshake,
    authority: () => factsOf(authority, options.names()),
    authorityDer: () => new X509Certificate(authority.certificate).raw,
    renew: () =>
      inTurn(async () => {
        authority = await renewAuthority(file, options.names(), authority);
        await replaceLeaf();
        log.warn({ name: authorityName(authority) }, 'There is a new certificate authority. Devices must trust it.');
      }),
    look,
    close: () => clearInterval(timer),
  };
}

interface Leaf {
  handshake: Handshake;
  /** What it is for. */
  subjects: string;
  /** Unix milliseconds. */
  begins: number;
  ends: number;
}

/** The names and addresses of now that the authority may vouch for: one that it may not would make every client refuse all. */
const subjectsOf = (
  { names }: StoredAuthority,
  options: Pick<OwnCertificateOptions, 'names' | 'addresses'>,
): string[] => [
  ...options.names().filter((name) => isPermittedName(name, names)),
  ...[...new Set(['127.0.0.1', '::1', ...options.addresses()])].filter(isPrivateAddress).sort(),
];

async function leafFor(authority: StoredAuthority, options: OwnCertificateOptions, now: number): Promise<Leaf> {
  const { makeLeaf } = await import('./certificates.ts');
  const subjects = subjectsOf(authority, options);
  const made: KeyAndCertificate = await makeLeaf(
    authority,
    subjects.filter((each) => !isPrivateAddress(each)),
    subjects.filter(isPrivateAddress),
    now,
  );
  const { validFromDate, validToDate } = new X509Certificate(made.certificate);
  return {
    handshake: { key: made.key, cert: made.certificate + authority.certificate, minVersion: 'TLSv1.2' },
    subjects: subjects.join(' '),
    begins: validFromDate.getTime(),
    ends: validToDate.getTime(),
  };
}

/** A clock that was set back makes it too early, one that was set forward, or sleep, too late. */
const isGood = ({ begins, ends }: Leaf, now: number) => now >= begins && now < ends - RENEW_BEFORE_MS;

function factsOf(authority: StoredAuthority, namesNow: readonly string[]): AuthorityFacts {
  const { fingerprint256, validToDate } = new X509Certificate(authority.certificate);
  return {
    name: authorityName(authority),
    fingerprint: fingerprint256,
    expires: validToDate.getTime(),
    names: authority.names,
    former: authority.former,
    uncovered: namesNow.filter((name) => !isPermittedName(name, authority.names)),
  };
}
