import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { SessionInfo } from '../contract/session.ts';
import { AppError } from '../platform/errors.ts';
import { OWN_CLIENT_IDS, type Clients } from '../settings/clients.ts';
import { cookieValues, isSameOrigin, Unauthorized, type Credentials } from './credentials.ts';
import { BROWSER, liveClient, type Principal } from './principal.ts';
import type { Session, Sessions } from './sessions.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Which browser of these a request comes from, by its cookie. */
export class SignedInBrowsers {
  readonly cookieName: string;
  /**
   * Over HTTPS of our own. Browsers take it only with `Secure` and from this host, so that no page over plain HTTP can set it, and the cookie of
   * plain HTTP keeps a name of its own: a browser would not let it take the place of one that is `Secure`.
   */
  readonly secureCookieName: string;
  readonly #sessions: Sessions;
  readonly #clients: Clients;

  constructor({ dataDir, sessions, clients }: { dataDir: string; sessions: Sessions; clients: Clients }) {
    // Cookies do not know ports: two Safelights on this host must not overwrite each other's.
    this.cookieName = `safelight_session_${hash('sha256', resolve(dataDir), 'hex').slice(0, 8)}`;
    this.secureCookieName = `__Host-${this.cookieName}`;
    this.#sessions = sessions;
    this.#clients = clients;
  }

  /** Throws Unauthorized and `forbidden_origin`. */
  check(credentials: Credentials): { principal: Principal; cookie: string } {
    const ids = this.#idsIn(credentials.cookie);
    for (const cookie of ids) {
      const session = this.#sessions.find(cookie);
      if (!session) continue;
      const principal = this.#principalOf(session);
      refuseForeignPage(credentials);
      // See [Note: Cookies and ports].
      if (principal === BROWSER && credentials.peer?.() === 'other-user')
        throw new Unauthorized('This browser session belongs to another user of this computer.', { wasGiven: false });
      return { principal, cookie };
    }
    const detail =
      ids.length > 0
        ? 'The browser session has ended; sign in again.'
        : 'This needs an access token (Authorization: Bearer …) or a browser that is signed in.';
    throw new Unauthorized(detail, { wasGiven: false });
  }

  /** Newest first. `cookie`: the header of the request. */
  list(cookie: string | undefined): SessionInfo[] {
    const own = new Set(this.#idsIn(cookie).map((id) => this.#sessions.publicIdOf(id)));
    return this.#sessions.list().flatMap(({ publicId, session }) => {
      const client_name = this.#nameOf(session);
      if (client_name === null) return [];
      const { client_id, created, last_used, expires, agent, address } = session;
      const is_current = own.has(publicId);
      return { id: publicId, client_id, client_name, created, last_used, expires, agent, address, is_current };
    });
  }

  /** Ends the sessions that the cookie header names. */
  signOut(cookie: string | undefined): void {
    for (const id of this.#idsIn(cookie)) this.#sessions.end(id);
  }

  #idsIn(cookie: string | undefined): string[] {
    return [this.secureCookieName, this.cookieName].flatMap((name) => cookieValues(cookie, name));
  }

  #principalOf(session: Session): Principal {
    if (session.client_id === OWN_CLIENT_IDS.browser) return BROWSER;
    const client = liveClient(this.#clients, session.client_id, session.secret_id);
    if (typeof client === 'string') throw new Unauthorized(client, { wasGiven: false });
    return { clientId: client.id, scopes: new Set(client.scopes), via: 'cookie' };
  }

  #nameOf({ client_id, secret_id }: Session): string | null {
    if (client_id === OWN_CLIENT_IDS.browser) return 'Safelight';
    const client = liveClient(this.#clients, client_id, secret_id);
    return typeof client === 'string' ? null : client.name;
  }
}

/**
 * [Note: Cookies and ports] Cookies ignore ports: a browser can be made to send them to any program that listens on
 * this host, even another user's. So Safelight's own session, which only the user that Safelight runs as can have
 * started on this computer, is not accepted from another user. Sessions of clients may come through a proxy, which may
 * run as any user.
 */

/** Another site can make the browser send a request with the cookie; such requests are refused. */
function refuseForeignPage(credentials: Credentials): void {
  const { method, origin, fetchSite } = credentials;
  // "same-site" includes other ports of this host, which any local program can open.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') {
    throw new AppError('forbidden_origin', 'Another site may not use the signed-in browser session.');
  }
  if (SAFE_METHODS.has(method) || isSameOrigin(credentials)) return;
  const from = origin === undefined ? 'no Origin header' : `the Origin ${origin.slice(0, 100)}`;
  throw new AppError(
    'forbidden_origin',
    `A change with a browser session must come from Safelight's own page; this request has ${from}.`,
  );
}
