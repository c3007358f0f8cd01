import { Authority } from '../../../contract/https.ts';
import { AppError } from '../../../platform/errors.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const noAuthority = () =>
  new AppError('not_found', 'This Safelight does not use HTTPS, so there is no certificate to trust.');

/** Open to everybody, and over plain HTTP: a certificate is no secret, and who has yet to trust it cannot get it otherwise. */
export const authorityRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/authority',
    id: 'getAuthority',
    tag: 'Service',
    summary: 'Read which certificate authority to trust',
    scope: 'none',
    answers: ok({ description: 'The authority of this computer.', json: Authority }),
    errors: ['not_found'],
    handle:
      ({ https }) =>
      () => {
        const { authority, lan_urls: urls, trust_urls } = https.status();
        if (!authority) throw noAuthority();
        const { name, fingerprint, former } = authority;
        return { name, fingerprint, former, urls, trust_urls };
      },
  }),
  route({
    method: 'get',
    path: '/authority.crt',
    id: 'downloadAuthority',
    tag: 'Service',
    summary: 'Download the certificate to trust',
    description:
      'The certificate of the authority (DER). What it vouches for are names of this computer and private addresses alone.',
    scope: 'none',
    answers: {
      200: {
        description: 'The certificate.',
        types: ['application/x-x509-ca-cert'],
        headers: { 'Cache-Control': 'always', 'Content-Disposition': 'always' },
      },
    },
    errors: ['not_found'],
    handle:
      ({ https }) =>
      ({ res }) => {
        const certificate = https.authorityDer();
        if (!certificate) throw noAuthority();
        res.set({
          'Content-Type': 'application/x-x509-ca-cert',
          'Content-Disposition': 'attachment; filename="safelight-authority.crt"',
          'Cache-Control': 'no-store',
        });
        res.send(certificate);
      },
  }),
];
