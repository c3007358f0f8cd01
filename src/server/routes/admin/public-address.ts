import { AddressTest } from '../../../contract/public-address.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminPublicAddressRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/admin/public-address/test',
    id: 'testPublicAddress',
    tag: 'Administration',
    summary: 'Check the public address',
    description:
      'Safelight asks itself for a page, a change and an event through its public address, and says what does not get through, and why. It asks that address alone. Takes some seconds. 409 `conflict` without a public address.',
    scope: 'admin',
    answers: ok({
      description: 'What was found.',
      json: AddressTest,
      example: { address: 'https://photos.example.org', works: true, findings: [] },
    }),
    errors: ['conflict'],
    handle:
      ({ addressTest }) =>
      () =>
        addressTest.run(),
  }),
];
