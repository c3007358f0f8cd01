import { Router } from 'express';
import encodeQr from 'qr';
import { PAIRING_LIFETIME_MS } from '../../auth/one-time-codes.ts';
import { signInLink } from '../../auth/sign-in-link.ts';
import { DEFAULT_SCOPES } from '../../contract/scopes.ts';
import { NewPairing } from '../../contract/session.ts';
import { NewSignInLink } from '../../contract/sign-in-link.ts';
import { AppError } from '../../platform/errors.ts';
import { scopesOf } from '../../settings/clients.ts';
import { scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import type { Services } from '../../app/services.ts';

/**
 * POST /admin/sign-in-links: a link that signs a browser in, for the command line and the tray
 * /admin/sessions: GET    /admin/sessions/:sessionId: DELETE    POST /admin/pairings: a code that signs a phone in
 */
export function adminSignInRoutes({ auth, origin, admin }: Services): Router {
  const routes = Router();
  const isAdmin = scope('admin');

  routes.post('/sign-in-links', isAdmin, jsonBody, (req, res) => {
    const { page, only_here: onlyHere = false } = parseBody(NewSignInLink, req.body ?? {});
    const code = auth.oneTimeCodes.issue({ kind: 'browser', onlyHere });
    res.status(201).json({ url: signInLink(origin(), code, page) });
  });

  routes.get('/sessions', isAdmin, (req, res) => {
    res.json({ items: auth.listSessions(req.headers.cookie) });
  });
  routes.delete<{ sessionId: string }>('/sessions/:sessionId', isAdmin, (req, res) => {
    auth.endSession(req.params.sessionId);
    res.status(204).end();
  });

  routes.post('/pairings', isAdmin, jsonBody, (req, res) => {
    const wanted = parseBody(NewPairing, req.body);
    const scopes = scopesOf(wanted.scope ?? DEFAULT_SCOPES.join(' '));
    const addresses = admin.lanUrls();
    if (addresses.length === 0) {
      throw new AppError(
        'lan_access_off',
        admin.isLanAllowed()
          ? 'This computer is not connected to a network, so no other device can reach it.'
          : 'Other devices cannot reach this Safelight. Allow LAN access in the settings, then pair the device.',
      );
    }
    const address = wanted.address ?? addresses[0]!;
    if (!addresses.includes(address)) {
      throw new AppError('invalid_body', `address: must be one of ${addresses.join(', ')}`);
    }
    const code = auth.oneTimeCodes.issue({ kind: 'device', name: wanted.name, scope: scopes.join(' ') });
    const url = `${address}/sign-in?code=${code}`;
    res.status(201).json({
      url,
      svg: encodeQr(url, 'svg', { ecc: 'medium', border: 4 }),
      expires: Date.now() + PAIRING_LIFETIME_MS,
      addresses,
    });
  });
  return routes;
}
