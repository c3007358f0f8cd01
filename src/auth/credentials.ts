import { AppError } from '../platform/errors.ts';

/** The user at the other end of a connection; unknown: the system does not tell. */
export type Peer = 'same-user' | 'other-user' | 'other-device' | 'unknown';

/** The credentials of a request. Raw header values; repeated headers as an array. */
export interface Credentials {
  method: string;
  authorization?: string | readonly string[] | undefined;
  cookie?: string | undefined;
  origin?: string | undefined;
  host?: string | undefined;
  /** The public address, which a proxy may have replaced in `Host`. */
  publicAddress?: string | null | undefined;
  /** Sec-Fetch-Site: the browser's statement about the requesting page. */
  fetchSite?: string | undefined;
  /** The user who asks. Slow to find out. */
  peer?: (() => Peer) | undefined;
}

/** A client's id and secret, and where they came from. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** The address at the other end of the connection. */
  address: string;
}

/** 401 of the API. `wasGiven`: whether the request had anything like a token (RFC 6750 3.1). */
export class Unauthorized extends AppError {
  readonly wasGiven: boolean;
  /** It was a good token once. */
  readonly isExpired: boolean;

  constructor(
    detail: string,
    { wasGiven = true, isExpired = false, cause }: { wasGiven?: boolean; isExpired?: boolean; cause?: unknown } = {},
  ) {
    super('unauthorized', detail, { cause });
    this.wasGiven = wasGiven;
    this.isExpired = isExpired;
  }
}

/** The characters that RFC 6750 2.1 allows. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The token of an Authorization header. Throws Unauthorized with what is wrong with the header. */
export function bearerToken(header: string | readonly string[]): string {
  const [value = '', ...more] = typeof header === 'string' ? [header] : header;
  if (more.length > 0) throw new Unauthorized('The request has more than one Authorization header.');
  const token = BEARER.exec(value)?.[1];
  if (token !== undefined) return token;
  if (value.trim() === '') throw new Unauthorized('The Authorization header is empty.');
  const [scheme = ''] = value.trim().split(/\s/, 1);
  if (scheme.toLowerCase() === 'bearer') throw new Unauthorized('The token in the Authorization header is malformed.');
  throw new Unauthorized(`The Authorization scheme must be Bearer, not "${scheme.slice(0, 40)}".`, { wasGiven: false });
}

/** All values of a name in a Cookie header: another program on this host can set a cookie with the same name. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether the requesting page is from this origin, or from the public one. Another port is another origin, although the same site. */
export function isSameOrigin({
  origin,
  host,
  publicAddress,
}: Pick<Credentials, 'origin' | 'host' | 'publicAddress'>): boolean {
  if (origin !== undefined && origin === publicAddress) return true;
  if (origin === undefined || host === undefined) return false;
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin && url.host === host.toLowerCase();
}
