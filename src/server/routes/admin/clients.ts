import { ClientChange, ClientInfo, ClientList, ClientSecret, NewClient, NewSecret } from '../../../contract/clients.ts';
import { ok, created, done } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const adminClientRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/clients',
    id: 'listClients',
    tag: 'Clients',
    summary: 'List the registered clients',
    scope: 'admin',
    answers: ok({
      description: 'All clients. Secrets are not included; Safelight stores only their hashes.',
      json: ClientList,
    }),
    handle:
      ({ clients }) =>
      () => ({ items: clients.list() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/clients',
    id: 'registerClient',
    tag: 'Clients',
    summary: 'Register a client',
    description: 'The secret is shown only in this answer.',
    scope: 'admin',
    body: json(NewClient, { id: 'my-frame', name: 'Picture frame', scope: 'images:read previews:read' }),
    answers: created({
      description: 'The id and the secret.',
      json: ClientSecret,
      example: { client_id: 'my-frame', client_secret: '…', scope: 'images:read previews:read' },
    }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ clients }) =>
      ({ body }) =>
        clients.add(body),
  }),
  route({
    method: 'patch',
    path: '/api/v1/admin/clients/:clientId',
    id: 'changeClient',
    tag: 'Clients',
    summary: 'Change a client',
    description: 'When a client is disabled, its tokens stop working immediately.',
    scope: 'admin',
    body: json(ClientChange, { enabled: false }),
    answers: ok({ description: 'The client as it is now.', json: ClientInfo }),
    errors: ['storage_error'],
    handle:
      ({ clients }) =>
      ({ params, body }) =>
        clients.change(params.clientId, body),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/clients/:clientId/rotate',
    id: 'rotateClientSecret',
    tag: 'Clients',
    summary: 'Give a client a new secret',
    description:
      'The old secret and its tokens stop working immediately, or after `overlap_hours`. The new secret is shown only in this answer.',
    scope: 'admin',
    body: optionalJson(NewSecret, { overlap_hours: 24 }),
    answers: ok({ description: 'The id and the new secret.', json: ClientSecret }),
    errors: ['storage_error'],
    handle:
      ({ clients }) =>
      ({ params, body }) =>
        clients.rotate(params.clientId, { overlapHours: body.overlap_hours }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/clients/:clientId',
    id: 'removeClient',
    tag: 'Clients',
    summary: 'Remove a client',
    description: 'Its tokens stop working immediately.',
    scope: 'admin',
    answers: done('The client is removed.'),
    errors: ['storage_error'],
    handle:
      ({ clients }) =>
      ({ params }) =>
        clients.remove(params.clientId),
  }),
];
