import { NewPairing, Pairing, SessionList } from '../../contract/session.ts';
import { NewSignInLink, SignInLink } from '../../contract/sign-in-link.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const adminSignInOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/admin/sign-in-links',
    id: 'createSignInLink',
    tag: 'Session',
    summary: 'Create a sign-in link',
    description: 'The link signs one browser in with every scope. It works once, within a minute.',
    access: 'admin',
    body: { schema: NewSignInLink, types: json, required: false, example: { page: '/settings', only_here: true } },
    answers: {
      201: {
        description: 'The link.',
        json: SignInLink,
        headers: noStore,
        example: { url: 'http://127.0.0.1:4380/sign-in?code=pYk3vW8eQ0' },
      },
    },
    errors: ['invalid_body'],
  },
  {
    method: 'get',
    path: '/api/v1/admin/sessions',
    id: 'listSessions',
    tag: 'Session',
    summary: 'List the signed-in browsers',
    access: 'admin',
    answers: { 200: { description: 'The sessions, newest first.', json: SessionList, headers: noStore } },
  },
  {
    method: 'delete',
    path: '/api/v1/admin/sessions/{sessionId}',
    id: 'endSession',
    tag: 'Session',
    summary: 'Sign a browser out',
    access: 'admin',
    answers: { 204: { description: 'The browser is signed out.', headers: noStore } },
  },
  {
    method: 'post',
    path: '/api/v1/admin/pairings',
    id: 'pairDevice',
    tag: 'Session',
    summary: 'Pair a phone',
    description:
      'Creates a link, also as a QR code, that signs in a device on your network. It works once, within five minutes. The device becomes a client of its own with these scopes. Needs LAN access.',
    access: 'admin',
    body: {
      schema: NewPairing,
      types: json,
      required: true,
      example: { name: 'My phone', scope: 'images:read previews:read' },
    },
    answers: {
      201: {
        description: 'The link and its QR code.',
        json: Pairing,
        headers: noStore,
        example: {
          url: 'http://192.168.1.20:4380/sign-in?code=pYk3vW8eQ0',
          svg: '<svg …>',
          expires: 1719055267000,
          addresses: ['http://192.168.1.20:4380'],
        },
      },
    },
    errors: ['invalid_body', 'lan_access_off'],
  },
];
