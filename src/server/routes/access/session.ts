import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Services } from '../../services.ts';
import { Unauthorized } from '../../../auth/credentials.ts';
import { pageOf } from '../../../auth/sign-in-link.ts';
import { SessionState, SignIn } from '../../../contract/session.ts';
import { credentialsOf, reserveSlotForOwner } from '../../middleware/guard.ts';
import { cameByHttps, peerOfRequest, senderOfRequest } from '../../network/request-sender.ts';
import { prefixOf } from '../../requests/path-prefix.ts';
import { noStore } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const cookieOf = ({ req }: Response) =>
  ({ httpOnly: true, sameSite: 'strict', path: prefixOf(req) || '/', secure: cameByHttps(req) }) as const;

const cookieName = ({ req }: Response, { sessionCookie: { name, secureName } }: Services['auth']) =>
  cameByHttps(req) && prefixOf(req) === '' ? secureName : name;

function setCookie(res: Response, auth: Services['auth'], value: string): void {
  const maxAge = auth.sessionCookie.maxAgeSeconds * 1000;
  res.cookie(cookieName(res, auth), value, { ...cookieOf(res), maxAge });
}

/** Whoever opens a link gets a page, whatever is in it. */
const oneText = (description: string) => z.string().optional().catch(undefined).describe(description);

export const sessionRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/session',
    id: 'getSession',
    tag: 'Session',
    summary: 'Read the session of this browser',
    scope: 'none',
    answers: {
      200: {
        description: 'The session; `signed_in` is false when there is none.',
        json: SessionState,
        headers: { ...noStore, 'Set-Cookie': 'sometimes' },
        example: { signed_in: true, client_id: 'my-frame', scopes: ['images:read', 'previews:read'] },
      },
    },
    errors: ['forbidden_origin'],
    curl: { options: ['-b cookies.txt'] },
    handle:
      ({ auth }) =>
      ({ req, res }) => {
        const found = auth.session({ ...credentialsOf(req), method: 'GET' });
        // The browser's cookie is renewed together with our session.
        if (found) setCookie(res, auth, found.cookie);
        const { clientId = null, scopes = [] } = found?.principal ?? {};
        reserveSlotForOwner(req, clientId);
        return { signed_in: found !== null, client_id: clientId, scopes: Array.from(scopes) };
      },
  }),
  route({
    method: 'post',
    path: '/session',
    id: 'signIn',
    tag: 'Session',
    summary: 'Sign this browser in',
    description:
      'Takes the one-time code of a sign-in link, or the id and secret of a client. Only a page of this server may send it.',
    scope: 'none',
    ownPageOnly: true,
    body: json(SignIn, { client_id: 'my-frame', client_secret: '…' }),
    answers: { 204: { description: 'The browser is signed in.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    errors: ['invalid_client', 'unauthorized', 'slow_down', 'storage_error'],
    curl: { options: ['-c cookies.txt'] },
    handle:
      ({ auth }) =>
      async ({ body: wanted, req, res }) => {
        const id =
          'code' in wanted
            ? auth.signInWithCode(wanted.code, browserOf(req), () => peerOfRequest(req))
            : await auth.signInAsClient(
                {
                  clientId: wanted.client_id,
                  clientSecret: wanted.client_secret,
                  address: senderOfRequest(req).address,
                },
                browserOf(req),
              );
        if (id === null)
          throw new Unauthorized('This sign-in code was already used, has expired, or is for another user.');
        auth.signOut(req.headers.cookie);
        setCookie(res, auth, id);
      },
  }),
  route({
    method: 'delete',
    path: '/session',
    id: 'signOut',
    tag: 'Session',
    summary: 'Sign this browser out',
    scope: 'none',
    ownPageOnly: true,
    answers: { 204: { description: 'The browser is signed out.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    curl: { options: ['-b cookies.txt'] },
    handle:
      ({ auth }) =>
      ({ req, res }) => {
        auth.signOut(req.headers.cookie);
        res.clearCookie(cookieName(res, auth), cookieOf(res));
      },
  }),
  route({
    method: 'get',
    path: '/sign-in',
    id: 'openSignInLink',
    tag: 'Session',
    summary: 'Open a sign-in link',
    description:
      'The tray and the command line open this address in the browser. The code works once, within a minute. On Linux it works only for the user that Safelight runs as.',
    scope: 'none',
    query: z.object({
      code: oneText('The one-time code'),
      to: oneText('The page of Safelight to open next'),
    }),
    answers: {
      303: {
        description: 'Redirects to that page or the gallery; to the sign-in page when the code is not valid.',
        headers: { ...noStore, Location: 'always', 'Set-Cookie': 'sometimes' },
      },
    },
    curl: { query: 'code=pYk3vW8eQ0', options: ['-c cookies.txt'] },
    errors: ['storage_error'],
    head: false,
    handle:
      ({ auth }) =>
      ({ query: { code, to }, req, res }) => {
        const id = code === undefined ? null : auth.signInWithCode(code, browserOf(req), () => peerOfRequest(req));
        if (id !== null) {
          auth.signOut(req.headers.cookie);
          setCookie(res, auth, id);
        }
        // The code must not be passed on in a Referer header.
        res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
        res.setHeader('Location', prefixOf(req) + (id === null ? '/?sign-in=expired' : pageOf(to)));
        res.status(303).end();
      },
  }),
];

const browserOf = (req: Request) => ({
  agent: req.headers['user-agent'] ?? '',
  address: senderOfRequest(req).address,
});
