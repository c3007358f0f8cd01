import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { AddressFinding, AddressTest } from '../../contract/public-address.ts';
import { ask, textOf, type Asked } from './ask.ts';
import { NOTES, SENTENCES, type Told } from './sentences.ts';
import type { Expected, ExpectedVisits } from './visits.ts';

const WAIT_MS = 15_000;
/** What an event of the test holds. */
export const TEST_EVENT = 'arrived';
const MOST_ADDRESSES = 4;

export interface TestAddressOptions {
  /** Where name servers and networks are asked. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  waitMs?: number;
  /** For an event that follows at once. */
  eventMs?: number;
}

interface Way extends Pick<Asked, 'at'> {
  expected: Expected;
  base: string;
  url: URL;
  /** Address and port. */
  place: string;
  waitMs: number;
}

type Found = { code: AddressFinding } & Partial<Told>;

/**
 * Asks this Safelight for a page, a change and an event through its public address, as a browser would. Nothing but that address is
 * asked, no redirect is followed, and of what answers nothing is told but its status: who may start this must not see into the network by it.
 */
export async function testAddress(
  address: string,
  visits: ExpectedVisits,
  { resolve = addressesOf, waitMs = WAIT_MS, eventMs = waitMs }: TestAddressOptions = {},
): Promise<AddressTest> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const expected = visits.expect();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  try {
    const addresses = (await inTime(resolve(host), waitMs)).slice(0, MOST_ADDRESSES);
    const all = await Promise.all(
      addresses.map(async (at) => {
        const place = `${at.family === 6 ? `[${at.address}]` : at.address}:${port}`;
        const way: Way = { expected, base: address, url, at, place, waitMs };
        return { place, found: await reach(way), way };
      }),
    );
    const working = all.find(({ found }) => found === null);
    if (!working)
      return told(
        address,
        host,
        all.slice(0, 1).flatMap(({ found }) => found ?? []),
      );
    const dead = all.flatMap(({ found, place }): Found[] => {
      if (found === null || NO_WAY_FROM_HERE.has(found.detail ?? '')) return [];
      return isSilence(found)
        ? [{ code: 'dead_address', at: place, ...(found.detail && { detail: found.detail }) }]
        : [found];
    });
    return told(address, host, [
      ...dead,
      ...(await change(working.way)),
      ...(await event({ ...working.way, waitMs: eventMs })),
    ]);
  } catch (error) {
    return told(address, host, [{ code: 'name_unknown', detail: codeOf(error) }]);
  } finally {
    expected.end();
  }
}

const addressesOf = (host: string) => lookup(host, { all: true });

/** This computer has no IPv6, say. */
const NO_WAY_FROM_HERE: ReadonlySet<string> = new Set(['ENETUNREACH', 'EADDRNOTAVAIL']);
const isSilence = ({ code }: Found) => code === 'unreachable' || code === 'timed_out';

/** The system's resolver cannot be ended. */
const inTime = <T>(work: Promise<T>, waitMs: number): Promise<T> =>
  Promise.race([
    work,
    once(AbortSignal.timeout(waitMs), 'abort').then((): never => {
      throw Object.assign(new Error('The name server does not answer.'), { code: 'no answer in time' });
    }),
  ]);

function told(address: string, host: string, found: readonly Found[]): AddressTest {
  const findings = found.map(({ code, ...more }) => ({
    code,
    is_problem: !NOTES.has(code),
    message: SENTENCES[code]({ host, ...more }),
  }));
  findings.sort((one, other) => Number(other.is_problem) - Number(one.is_problem));
  return { address, works: !findings.some(({ is_problem }) => is_problem), findings };
}

const request = (way: Way, path: string, more: Pick<Asked, 'method' | 'headers' | 'body'>) =>
  ask({
    ...more,
    url: new URL(`${way.base}/health/${way.expected.nonce}${path}`),
    at: way.at,
    signal: AbortSignal.timeout(way.waitMs),
  });

/** null: this Safelight answers there. */
async function reach(way: Way): Promise<Found | null> {
  try {
    return await whyNotOurs(await request(way, '', { method: 'GET', headers: {} }), way);
  } catch (error) {
    return failure(error, way);
  }
}

function failure(error: unknown, { place }: Way): Found {
  const code = codeOf(error);
  const detail = code;
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT')
    return { code: 'timed_out', at: place, detail: 'no answer in time' };
  if (/CERT|SELF_SIGNED|ISSUER|SIGNATURE|ERR_TLS/.test(code))
    return { code: 'certificate', detail: CERTIFICATE_FAULTS[code] ?? code };
  return { code: 'unreachable', at: place, detail };
}

const CERTIFICATE_FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet, or the clock of this computer is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody but itself vouches for it',
  SELF_SIGNED_CERT_IN_CHAIN: 'this computer does not know who vouches for it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'this computer does not know who vouches for it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the proxy does not send the certificates between it and its authority',
};

/** null: the answer has the proof. */
async function whyNotOurs(answer: IncomingMessage, { expected, place }: Way): Promise<Found | null> {
  const status = answer.statusCode ?? 0;
  const body = await textOf(answer);
  const fields = jsonOf(body);
  if (fields.proof === expected.proof) return null;
  const said = `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  if (answer.headers.location !== undefined) return { code: 'redirected', detail: originOf(answer.headers.location) };
  if (status >= 502 && status <= 504) return { code: 'bad_gateway', detail: said };
  const isOurRefusal = status === 421 && fields.error === 'misdirected_host' && typeof fields.detail === 'string';
  if (isOurRefusal) return { code: 'refused_here', detail: String(fields.detail) };
  return { code: 'foreign_answer', at: place, detail: `it answers ${said}` };
}

/** Where to, without what it says beyond the path. */
function originOf(location: string): string {
  const url = URL.parse(location);
  return url ? `${url.origin}${url.pathname}`.slice(0, 200) : 'another page';
}

/** A change as a page makes one. */
async function change(way: Way): Promise<Found[]> {
  const { expected, url } = way;
  const { nonce, visits } = expected;
  const headers = {
    origin: url.origin,
    cookie: `safelight_test=${nonce}`,
    authorization: `Test ${nonce}`,
    'content-type': 'application/json',
  };
  visits.length = 0;
  try {
    const answer = await request(way, '', { method: 'POST', headers, body: JSON.stringify({ nonce }) });
    const status = answer.statusCode ?? 0;
    if ((await whyNotOurs(answer, way)) !== null) return [{ code: 'post_refused', detail: `it answers ${status}` }];
  } catch (error) {
    return [{ code: 'post_refused', detail: codeOf(error) }];
  }
  const [visit] = visits;
  if (!visit) return [{ code: 'post_refused', detail: 'it did not arrive' }];
  const found: AddressFinding[] = [];
  if ((visit.body as { nonce?: unknown } | undefined)?.nonce !== nonce)
    return [{ code: 'post_refused', detail: 'it arrived without its content' }];
  if (visit.origin !== url.origin) found.push('origin_lost');
  if (visit.cookie?.includes(nonce) !== true) found.push('cookie_lost');
  if (visit.authorization?.includes(nonce) !== true) found.push('authorization_lost');
  if (url.port !== '' && visit.host === url.hostname) found.push('port_lost');
  if (!visit.isOwnTls && url.protocol === 'https:' && !visit.isHttps) found.push('scheme_unknown');
  if (!visit.isOwnTls && !visit.isForwarded) found.push('sender_unknown');
  const path = url.pathname === '/' ? '' : url.pathname;
  if (!visit.url.startsWith(`${path}/health/`)) found.push('path_lost');
  return found.map((code) => ({ code, port: url.port, detail: path }));
}

/** An event that has to come while its stream stays open. */
async function event(way: Way): Promise<Found[]> {
  try {
    const answer = await request(way, '/events', { method: 'GET', headers: { accept: 'text/event-stream' } });
    return (await textOf(answer, TEST_EVENT)).includes(TEST_EVENT) ? [] : [{ code: 'events_buffered' }];
  } catch {
    return [{ code: 'events_buffered' }];
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError') return 'ABORT_ERR';
  return typeof code === 'string' ? code : 'no connection';
}
