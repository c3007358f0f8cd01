import type { Services } from '../../services.ts';
import { Health, LibraryStatus } from '../../../contract/service.ts';
import { isNewer } from '../../../library/newer-schema.ts';
import * as example from '../../openapi/examples.ts';
import { principalOf } from '../../middleware/guard.ts';
import { ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const serviceRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/health',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Check that the server is running',
    scope: 'none',
    answers: ok({
      description: 'The server is running.',
      json: Health,
      example: { status: 'ok', timestamp: 1719051667 },
    }),
    handle: () => () => ({ status: 'ok', timestamp: Math.floor(Date.now() / 1000) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/library',
    id: 'getLibrary',
    tag: 'Service',
    summary: 'Read the status of the library',
    scope: 'images:read',
    answers: ok({
      description: 'The state of the library and of its index.',
      json: LibraryStatus,
      example: example.libraryStatus,
    }),
    handle:
      (services) =>
      ({ res }) => {
        const status = () => libraryStatus(services);
        // Only a browser has a session.
        return principalOf(res).via === 'cookie' ? services.pageOpened().then(status) : status();
      },
  }),
];

/** Which library is shown, or what is wrong with it. */
function libraryStatus({ library, index, whyReadOnly, rendering, publications }: Services): LibraryStatus {
  const state = library.state();
  const indexed = index.status();
  const shared = {
    is_sample: library.isSample,
    library: state.file,
    read_only: whyReadOnly() !== null,
    rendering: rendering(),
    ...(publications.isUsed() && { publishes: true as const }),
    ...(state.status === 'ready' && isNewer({ version: state.schemaVersion }) ? { is_newer: true as const } : {}),
  };
  if (state.status === 'problem') {
    return {
      ...shared,
      state: 'unavailable',
      message: state.message,
      schema_version: null,
      images: null,
      progress: null,
    };
  }
  const { schemaVersion } = state;
  if (indexed.state === 'unavailable') {
    return {
      ...shared,
      state: 'unavailable',
      message: indexed.message,
      schema_version: schemaVersion,
      images: null,
      progress: null,
    };
  }
  return {
    ...shared,
    state: indexed.state === 'ready' ? 'ready' : 'indexing',
    message: indexed.state === 'ready' ? state.message : indexed.message,
    schema_version: schemaVersion,
    images: state.images,
    progress: indexed.progress,
  };
}
