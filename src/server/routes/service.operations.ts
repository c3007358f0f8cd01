import { Health, LibraryStatus } from '../../contract/service.ts';
import { noStore } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const serviceOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/health',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Check that the server is running',
    access: 'anyone',
    answers: {
      200: {
        description: 'The server is running.',
        json: Health,
        headers: noStore,
        example: { status: 'ok', timestamp: 1719051667 },
      },
    },
  },
  {
    method: 'get',
    path: '/api/v1/library',
    id: 'getLibrary',
    tag: 'Service',
    summary: 'Read the status of the library',
    access: 'images:read',
    answers: {
      200: {
        description: 'The state of the library and of its index.',
        json: LibraryStatus,
        headers: noStore,
        example: example.libraryStatus,
      },
    },
  },
];
