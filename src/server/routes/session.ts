import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { isSameOrigin, Unauthorized } from '../../auth/credentials.ts';
import { pageOf } from '../../auth/sign-in-link.ts';
import { SignIn } from '../../contract/session.ts';
import { AppError } from '../../platform/errors.ts';
import { refuseOtherMethods } from '../responses/allowed-methods.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import { credentialsOf, reserveSlotForOwner } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import type { Services } from '../../app/services.ts';
import { peerOf } from '../network/peer.ts';
import { cameByHttps } from '../requests/came-by-https.ts';

/**
 * GET, POST, DELETE /session: the browser's sign-in GET /sign-in: the link that the tray and the command line open
 */
export function sessionRoutes(
  { auth }: Pick<Services, 'auth'>,
  /** The id of the user that Safelight runs as. */
  { ownUser }: { ownUser?: number } = {},
): Router {
  const routes = Router();
  const { name, maxAgeSeconds } = auth.sessionCookie;
  const cookieOf = ({ req }: Response) =>
    ({ httpOnly: true, sameSite: 'strict', path: '/', secure: cameByHttps(req) }) as const;
  const setCookie = (res: Response, value: string) => {
    res.cookie(name, value, { ...cookieOf(res), maxAge: maxAgeSeconds * 1000 });
  };
  const session = (req: Parameters<typeof credentialsOf>[0]) => auth.session({ ...credentialsOf(req), method: 'GET' });

  routes.use(['/session', '/sign-in'], (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });

  routes.get('/session', (req, res) => {
    const found = session(req);
    // The browser's cookie is renewed together with our session.
    if (found) setCookie(res, found.cookie);
    const { clientId = null, scopes = [] } = found?.principal ?? {};
    reserveSlotForOwner(req, clientId);
    res.json({ signed_in: found !== null, client_id: clientId, scopes: [...scopes] });
  });

  routes.post('/session', jsonBody, async (req, res) => {
    refuseForeignOrigin(credentialsOf(req));
    const wanted = parseBody(SignIn, req.body);
    const id =
      'code' in wanted
        ? auth.signInWithCode(wanted.code, browserOf(req), () => peerOf(req.socket, { ownUser }))
        : await auth.signInAsClient(
            {
              clientId: wanted.client_id,
              clientSecret: wanted.client_secret,
              address: req.socket.remoteAddress ?? '',
            },
            browserOf(req),
          );
    if (id === null) throw new Unauthorized('This sign-in code was already used, has expired, or is for another user.');
    auth.signOut(req.headers.cookie);
    setCookie(res, id);
    res.status(204).end();
  });

  routes.use('/session', challenged);

  routes.delete('/session', (req, res) => {
    refuseForeignOrigin(credentialsOf(req));
    auth.signOut(req.headers.cookie);
    res.clearCookie(name, cookieOf(res));
    res.status(204).end();
  });

  // Programs that only check a link (HEAD) must not use it up.
  routes.head('/sign-in', refuseOtherMethods);
  routes.get('/sign-in', (req, res) => {
    const { code, to } = req.query;
    const id =
      typeof code === 'string'
        ? auth.signInWithCode(code, browserOf(req), () => peerOf(req.socket, { ownUser }))
        : null;
    if (id !== null) {
      auth.signOut(req.headers.cookie);
      setCookie(res, id);
    }
    // The code must not be passed on in a Referer header.
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('Location', id === null ? '/?sign-in=expired' : pageOf(to));
    res.status(303).end();
  });
  return routes;
}

/** RFC 9110 15.5.2: every 401 names a way in. Bearer, like the API: for Basic, browsers would open their own dialog. */
const challenged: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (error instanceof AppError && ERROR_STATUS[error.code] === 401)
    res.setHeader('WWW-Authenticate', 'Bearer realm="safelight"');
  next(error);
};

const browserOf = (req: Request) => ({
  agent: req.headers['user-agent'] ?? '',
  address: (req.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
});

/** A foreign page may neither sign the browser in nor out. */
function refuseForeignOrigin(credentials: ReturnType<typeof credentialsOf>): void {
  if (isSameOrigin(credentials)) return;
  throw new AppError('forbidden_origin', "Signing in and out must come from Safelight's own page (Origin header).");
}
