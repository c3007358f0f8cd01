import { RemoteAccess } from '../../../contract/remote-access.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminRemoteAccessRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/remote-access',
    id: 'getRemoteAccess',
    tag: 'Administration',
    summary: 'Read the state of the ways from outside',
    description: 'How devices outside your network reach this Safelight, and what stands in the way.',
    scope: 'admin',
    answers: ok({ description: 'The state.', json: RemoteAccess }),
    handle:
      ({ remoteAccess }) =>
      () =>
        remoteAccess.status(),
  }),
];
