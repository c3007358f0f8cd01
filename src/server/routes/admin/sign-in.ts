import encodeQr from 'qr';
import { PAIRING_LIFETIME_MS } from '../../../auth/one-time-codes.ts';
import { signInLink } from '../../../auth/sign-in-link.ts';
import { DEFAULT_SCOPES } from '../../../contract/scopes.ts';
import { NewPairing, Pairing, SessionList } from '../../../contract/session.ts';
import { NewSignInLink, SignInLink } from '../../../contract/sign-in-link.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseScopes } from '../../../settings/parse-scopes.ts';
import { ok, created, done } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminSignInRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/admin/sign-in-links',
    id: 'createSignInLink',
    tag: 'Session',
    summary: 'Create a sign-in link',
    description: 'The link signs one browser in with every scope. It works once, within a minute.',
    scope: 'admin',
    body: optionalJson(NewSignInLink, { page: '/settings', only_here: true }),
    answers: created({
      description: 'The link.',
      json: SignInLink,
      example: { url: 'http://127.0.0.1:4380/sign-in?code=pYk3vW8eQ0' },
    }),
    handle:
      ({ auth, origin }) =>
      ({ body: { page, only_here: onlyHere = false } }) => {
        const code = auth.oneTimeCodes.issue({ kind: 'browser', onlyHere });
        return { url: signInLink(origin(), code, page) };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/admin/sessions',
    id: 'listSessions',
    tag: 'Session',
    summary: 'List the signed-in browsers',
    scope: 'admin',
    answers: ok({ description: 'The sessions, newest first.', json: SessionList }),
    handle:
      ({ auth }) =>
      ({ req }) => ({ items: auth.listSessions(req.headers.cookie) }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/sessions/:sessionId',
    id: 'endSession',
    tag: 'Session',
    summary: 'Sign a browser out',
    scope: 'admin',
    answers: done('The browser is signed out.'),
    handle:
      ({ auth }) =>
      ({ params }) =>
        auth.endSession(params.sessionId),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/pairings',
    id: 'pairDevice',
    tag: 'Session',
    summary: 'Pair a phone',
    description:
      'Creates a link, also as a QR code, that signs in a device on your network. It works once, within five minutes. The device becomes a client of its own with these scopes. Needs LAN access.',
    scope: 'admin',
    body: json(NewPairing, { name: 'My phone', scope: 'images:read previews:read' }),
    answers: created({
      description: 'The link and its QR code.',
      json: Pairing,
      example: {
        url: 'http://192.168.1.20:4380/sign-in?code=K7QD-93MX-P2RT',
        code: 'K7QD-93MX-P2RT',
        svg: '<svg …>',
        expires: 1719055267000,
        addresses: ['http://192.168.1.20:4380'],
      },
    }),
    errors: ['lan_access_off'],
    handle:
      ({ auth, admin }) =>
      ({ body: wanted }) => {
        const scopes = parseScopes(wanted.scope ?? DEFAULT_SCOPES.join(' '));
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
        return {
          url,
          code,
          svg: encodeQr(url, 'svg', { ecc: 'medium', border: 4 }),
          expires: Date.now() + PAIRING_LIFETIME_MS,
          addresses,
        };
      },
  }),
];
