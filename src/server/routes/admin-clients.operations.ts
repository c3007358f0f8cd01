import { ClientChange, ClientInfo, ClientList, ClientSecret, NewClient, NewSecret } from '../../contract/clients.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const adminClientsOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/clients',
    id: 'listClients',
    tag: 'Clients',
    summary: 'List the registered clients',
    access: 'admin',
    answers: {
      200: {
        description: 'All clients. Secrets are not included; Safelight stores only their hashes.',
        json: ClientList,
        headers: noStore,
      },
    },
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients',
    id: 'registerClient',
    tag: 'Clients',
    summary: 'Register a client',
    description: 'The secret is shown only in this answer.',
    access: 'admin',
    body: {
      schema: NewClient,
      types: json,
      required: true,
      example: { id: 'my-frame', name: 'Picture frame', scope: 'images:read previews:read' },
    },
    answers: {
      201: {
        description: 'The id and the secret.',
        json: ClientSecret,
        headers: noStore,
        example: { client_id: 'my-frame', client_secret: '…', scope: 'images:read previews:read' },
      },
    },
    errors: ['invalid_body', 'conflict', 'storage_error'],
  },
  {
    method: 'patch',
    path: '/api/v1/admin/clients/{clientId}',
    id: 'changeClient',
    tag: 'Clients',
    summary: 'Change a client',
    description: 'When a client is disabled, its tokens stop working immediately.',
    access: 'admin',
    body: {
      schema: ClientChange,
      types: json,
      required: true,
      example: { enabled: false },
    },
    answers: { 200: { description: 'The client as it is now.', json: ClientInfo, headers: noStore } },
    errors: ['invalid_body', 'storage_error'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients/{clientId}/rotate',
    id: 'rotateClientSecret',
    tag: 'Clients',
    summary: 'Give a client a new secret',
    description:
      'The old secret and its tokens stop working immediately, or after `overlap_hours`. The new secret is shown only in this answer.',
    access: 'admin',
    body: { schema: NewSecret, types: json, required: false, example: { overlap_hours: 24 } },
    answers: {
      200: { description: 'The id and the new secret.', json: ClientSecret, headers: noStore },
    },
    errors: ['invalid_body', 'storage_error'],
  },
  {
    method: 'delete',
    path: '/api/v1/admin/clients/{clientId}',
    id: 'removeClient',
    tag: 'Clients',
    summary: 'Remove a client',
    description: 'Its tokens stop working immediately.',
    access: 'admin',
    answers: { 204: { description: 'The client is removed.', headers: noStore } },
    errors: ['storage_error'],
  },
];
