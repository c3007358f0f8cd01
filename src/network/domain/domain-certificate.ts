import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { LETS_ENCRYPT } from '../../contract/setting-values.ts';
import type { DomainStatus } from '../../contract/remote-access.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { newAccountKey, type Order, orderCertificate } from './acme-order.ts';
import { type DomainLeaf, type DomainStore, openDomainStore, type WithDirectory } from './domain-store.ts';

const LETS_ENCRYPT_TRIAL = 'https://acme-staging-v02.api.letsencrypt.org/directory';

/** Where it is first seen whether all is set up: real authorities give few certificates, and fewer after failures. */
const trialOfLetsEncrypt = (directory: string) => (directory === LETS_ENCRYPT ? LETS_ENCRYPT_TRIAL : null);

const HOUR_MS = 3600_000;
/** After a failure an hour, then two, up to this. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;
/** How often the clock is looked at. Nothing waits longer. */
const LOOK_MS = 60_000;

export interface DomainWanted {
  domain: string;
  directory: string;
  dnsCommand: string | null;
  answerPort: number;
}

export interface DomainCertificateOptions {
  wanted: DomainWanted;
  /** Where accounts and certificates are kept. */
  file: string;
  log: Log;
  now?: () => number;
  trialOf?: (directory: string) => string | null;
  nameServers?: readonly string[];
}

/** A certificate of a public authority for a domain of the user's: fetched, kept, and renewed with a third of its lifetime left. */
export class DomainCertificate {
  readonly #options: DomainCertificateOptions;
  readonly #store: DomainStore;
  readonly #timer: NodeJS.Timeout;
  #served: { leaf: DomainLeaf; context: SecureContext } | null = null;
  #isOrdering = false;
  #isClosed = false;
  #problem: string | null = null;
  #look: Promise<void>;

  /** Throws an Error for people when the file cannot be read. */
  constructor(options: DomainCertificateOptions) {
    this.#options = options;
    this.#store = openDomainStore(options.file, options.log);
    this.#serve();
    this.#look = this.#lookNow();
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** For a connection to that name; undefined: it is not ours, or there is no certificate. */
  contextFor(name: string): SecureContext | undefined {
    return name.toLowerCase() === this.#options.wanted.domain ? this.#served?.context : undefined;
  }

  status(): Omit<DomainStatus, 'name'> {
    const { now = Date.now } = this.#options;
    const { directory } = this.#options.wanted;
    const leaf = this.#served?.leaf;
    const { begins, ends } = leaf ? lifetimeOf(leaf) : { begins: 0, ends: 0 };
    const isGood = leaf !== undefined && now() >= begins && now() < ends;
    const isTrial = directory === LETS_ENCRYPT_TRIAL;
    return {
      state: isGood ? (isTrial ? 'trial' : 'ready') : this.#isOrdering ? 'ordering' : 'waiting',
      expires: leaf ? ends : null,
      problem: this.#problem ?? this.#attempts().find((attempt) => attempt?.problem != null)?.problem ?? null,
    };
  }

  /** Compares with the clock what is due, and orders what is. */
  look(): Promise<void> {
    return (this.#look = this.#look.then(() => this.#lookNow()));
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** The trial before the real one. */
  #directories(): string[] {
    const { wanted, trialOf = trialOfLetsEncrypt } = this.#options;
    const trial = trialOf(wanted.directory);
    return trial === null ? [wanted.directory] : [trial, wanted.directory];
  }

  readonly #attempts = () => this.#directories().map((directory) => this.#store.get(directory)?.attempt);

  #leafOf(directory: string): DomainLeaf | null {
    const leaf = this.#store.get(directory)?.leaf ?? null;
    return leaf?.domain === this.#options.wanted.domain ? leaf : null;
  }

  async #lookNow(): Promise<void> {
    if (this.#isClosed) return;
    const { wanted, now = Date.now, log } = this.#options;
    try {
      // Once there is a real one, the trial has said all that it can.
      const real = this.#leafOf(wanted.directory);
      for (const directory of real ? [wanted.directory] : this.#directories()) {
        const leaf = this.#leafOf(directory);
        const isTrial = directory !== wanted.directory;
        if (leaf && (isTrial || isLasting(leaf, now()))) continue;
        if (this.#isTooSoon(directory, now())) return;
        if (!(await this.#order(directory))) return;
      }
      this.#problem = this.#served ? clockProblem(this.#served.leaf, now()) : null;
    } catch (error) {
      this.#problem = reasonOf(error);
      log.error({ reason: this.#problem }, 'The certificate of the domain cannot be looked after');
    }
  }

  /** By the clock of now; one that was set back since the last attempt says nothing. */
  #isTooSoon(directory: string, now: number): boolean {
    const attempt = this.#store.get(directory)?.attempt;
    if (!attempt || attempt.wanted !== this.#wantedKey()) return false;
    const since = now - attempt.atMs;
    return since >= 0 && since < Math.min(HOUR_MS * 2 ** Math.max(0, attempt.failures - 1), LONGEST_WAIT_MS);
  }

  #wantedKey(): string {
    const { domain, dnsCommand, answerPort } = this.#options.wanted;
    return [domain, dnsCommand ?? answerPort].join(' ');
  }

  /** Returns whether there is a certificate. */
  async #order(directory: string): Promise<boolean> {
    const { wanted, log, now = Date.now, nameServers } = this.#options;
    const before: WithDirectory = this.#store.get(directory) ?? {
      accountKey: await newAccountKey(),
      accountUrl: null,
      leaf: null,
      attempt: null,
    };
    const key = this.#wantedKey();
    const failures = before.attempt?.wanted === key ? before.attempt.failures : 0;
    const attempt = { atMs: now(), wanted: key };
    // Before it is tried: whoever kills us in between does not make us try again at once.
    this.#store.set(directory, { ...before, attempt: { ...attempt, failures: failures + 1, problem: null } });
    this.#isOrdering = true;
    try {
      const { accountKey, accountUrl } = before;
      const onAccount = (url: string | null) => this.#keep(directory, { accountUrl: url });
      const order: Order = {
        ...wanted,
        directory,
        accountKey,
        accountUrl,
        onAccount,
        ...(nameServers && { nameServers }),
      };
      const leaf = { domain: wanted.domain, ...(await orderCertificate(order)) };
      this.#keep(directory, { leaf, attempt: { ...attempt, failures: 0, problem: null } });
      const isTrial = directory !== wanted.directory;
      log.info(
        { domain: wanted.domain, directory },
        isTrial ? 'The trial authority has given a certificate' : 'The domain has a certificate',
      );
      this.#serve();
      return true;
    } catch (error) {
      const problem = reasonOf(error);
      log.warn({ domain: wanted.domain, directory, reason: problem }, 'The domain gets no certificate');
      this.#keep(directory, { attempt: { ...attempt, failures: failures + 1, problem } });
      return false;
    } finally {
      this.#isOrdering = false;
    }
  }

  #keep(directory: string, news: Partial<WithDirectory>): void {
    const known = this.#store.get(directory);
    if (known) this.#store.set(directory, { ...known, ...news });
  }

  /** New connections get it at once. That of the trial authority is never served: no browser trusts it. */
  #serve(): void {
    const leaf = this.#leafOf(this.#options.wanted.directory);
    if (!leaf || this.#isClosed) return;
    const context = createSecureContext({ key: leaf.key, cert: leaf.certificate, minVersion: 'TLSv1.2' });
    this.#served = { leaf, context };
  }
}

/** By how much a clock may be slow without anybody noticing. */
const SLOW_MS = HOUR_MS;

const lifetimeOf = ({ certificate }: DomainLeaf) => {
  const { validFromDate, validToDate } = new X509Certificate(certificate);
  return { begins: validFromDate.getTime() - SLOW_MS, ends: validToDate.getTime() };
};

function isLasting(leaf: DomainLeaf, now: number): boolean {
  const { begins, ends } = lifetimeOf(leaf);
  return now >= begins && now < ends - (ends - begins) / 3;
}

/** One that was given a moment ago, and is not valid now. */
function clockProblem(leaf: DomainLeaf, now: number): string | null {
  const { begins, ends } = lifetimeOf(leaf);
  if (now >= begins && now < ends) return null;
  return `The certificate of ${leaf.domain} is valid from ${day(begins)} to ${day(ends)}, and this computer shows ${day(now)}. Set its clock.`;
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
