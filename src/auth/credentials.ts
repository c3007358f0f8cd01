import { AppError } from '../platform/errors.ts';

/** Who is at the other end of a connection; unknown: the system does not tell which user of this computer. */
export type Peer = 'same-user' | 'other-user' | 'other-device' | 'unknown';

/** What of a request says who it speaks for. Header values as they came; several of one name as an array. */
export interface Credentials {
  method: string;
  authorization?: string | readonly string[] | undefined;
  cookie?: string | undefined;
  origin?: string | undefined;
  host?: string | undefined;
  /** Sec-Fetch-Site: what the browser says about the page that asks. */
  fetchSite?: string | undefined;
  /** Who asks. Takes a while to find out. */
  peer?: (() => Peer) | undefined;
}

/** A client's id and secret, and where they came from. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** The address at the other end of the connection. */
  address: string;
}

/** 401 of the API. `wasGiven` is false when the request carried nothing that could be a token (RFC 6750 3.1). */
export class Unauthorized extends AppError {
  readonly wasGiven: boolean;

  constructor(detail: string, { wasGiven = true, cause }: { wasGiven?: boolean; cause?: unknown } = {}) {
    super('unauthorized', detail, { cause });
    this.wasGiven = wasGiven;
  }
}

/** The letters that RFC 6750 2.1 allows. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The token of an Authorization header. Throws Unauthorized with what is wrong with the header. */
export function bearerToken(header: string | readonly string[]): string {
  const [value = '', ...more] = typeof header === 'string' ? [header] : header;
  if (more.length > 0) throw new Unauthorized('The request has more than one Authorization header.');
  const token = BEARER.exec(value)?.[1];
  if (token !== undefined) return token;
  if (value.trim() === '') throw new Unauthorized('The Authorization header is empty.');
  const [scheme = ''] = value.trim().split(/\s/, 1);
  if (scheme.toLowerCase() === 'bearer')
    throw new Unauthorized('The Authorization header carries no well-formed token.');
  throw new Unauthorized(`The Authorization scheme must be Bearer, not "${scheme.slice(0, 40)}".`, { wasGiven: false });
}

/** Every value that a Cookie header gives to a name: another program on this host may have planted one of the same name. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether the page that asks was served by the host that it asks. Another port is another origin, though the same site. */
export function isSameOrigin({ origin, host }: Pick<Credentials, 'origin' | 'host'>): boolean {
  if (origin === undefined || host === undefined) return false;
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin && url.host === host.toLowerCase();
}
