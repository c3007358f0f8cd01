import { SessionState, SignIn } from '../../contract/session.ts';
import { z } from 'zod';
import { json, FROM_OUR_PAGE, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const sessionOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/session',
    id: 'getSession',
    tag: 'Session',
    summary: 'Read the session of this browser',
    access: 'anyone',
    answers: {
      200: {
        description: 'The session; `signed_in` is false when there is none.',
        json: SessionState,
        headers: { ...noStore, 'Set-Cookie': 'sometimes' },
        example: { signed_in: true, client_id: 'my-frame', scopes: ['images:read', 'previews:read'] },
      },
    },
    errors: ['forbidden_origin'],
    curl: { options: ['-b cookies.txt'] },
  },
  {
    method: 'post',
    path: '/session',
    id: 'signIn',
    tag: 'Session',
    summary: 'Sign this browser in',
    description:
      'Takes the one-time code of a sign-in link, or the id and secret of a client. Only a page of this server may send it.',
    access: 'anyone',
    body: { schema: SignIn, types: json, required: true, example: { client_id: 'my-frame', client_secret: '…' } },
    answers: { 204: { description: 'The browser is signed in.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    errors: ['invalid_body', 'invalid_client', 'unauthorized', 'forbidden_origin', 'slow_down', 'storage_error'],
    curl: { options: ['-c cookies.txt', FROM_OUR_PAGE] },
  },
  {
    method: 'delete',
    path: '/session',
    id: 'signOut',
    tag: 'Session',
    summary: 'Sign this browser out',
    access: 'anyone',
    answers: { 204: { description: 'The browser is signed out.', headers: { ...noStore, 'Set-Cookie': 'always' } } },
    errors: ['forbidden_origin'],
    curl: { options: ['-b cookies.txt', FROM_OUR_PAGE] },
  },
  {
    method: 'get',
    path: '/sign-in',
    id: 'openSignInLink',
    tag: 'Session',
    summary: 'Open a sign-in link',
    description:
      'The tray and the command line open this address in the browser. The code works once, within a minute. On Linux it works only for the user that Safelight runs as.',
    access: 'anyone',
    query: z.object({
      code: z.string().optional().describe('The one-time code'),
      to: z.string().optional().describe('The page of Safelight to open next'),
    }),
    answers: {
      303: {
        description: 'Redirects to that page or the gallery; to the sign-in page when the code is not valid.',
        headers: { ...noStore, Location: 'always', 'Set-Cookie': 'sometimes' },
      },
    },
    curl: { query: 'code=pYk3vW8eQ0', options: ['-c cookies.txt'] },
    errors: ['storage_error'],
  },
];
