import encodeQr from 'qr';
import { HttpsStatus } from '../../../contract/https.ts';
import { AppError } from '../../../platform/errors.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

/** With what a camera reads from the screen. */
const shown = (status: Omit<HttpsStatus, 'trust_svg'>): HttpsStatus => {
  const [address] = status.trust_urls;
  return {
    ...status,
    trust_svg: address === undefined ? null : encodeQr(address, 'svg', { ecc: 'medium', border: 4 }),
  };
};

export const adminHttpsRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/https',
    id: 'getHttps',
    tag: 'Administration',
    summary: 'Read the state of HTTPS',
    description: 'The addresses, and the certificate authority of this computer that devices must trust.',
    scope: 'admin',
    answers: ok({ description: 'The state.', json: HttpsStatus }),
    handle:
      ({ https }) =>
      () =>
        shown(https.status()),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/https/authority',
    id: 'renewAuthority',
    tag: 'Administration',
    summary: 'Create a new certificate authority',
    description:
      'For a computer that was renamed, or a key that somebody else may have seen. Every device must trust the new one, and should no longer trust the former one. 409 `conflict` while HTTPS is off.',
    scope: 'admin',
    answers: ok({ description: 'The state with the new authority.', json: HttpsStatus }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ https }) =>
      async () => {
        if (https.authorityDer() === null)
          throw new AppError('conflict', 'HTTPS is off. Turn it on in the settings under Network first.');
        await https.renewAuthority();
        return shown(https.status());
      },
  }),
];
