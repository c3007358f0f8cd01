import { Router } from 'express';
import type { LibraryStatus } from '../../contract/service.ts';
import { scope } from '../middleware/guard.ts';
import { isNewer } from '../../library/newer-schema.ts';
import type { Services } from '../../app/services.ts';

/** GET /health */
export function healthRoutes(): Router {
  const routes = Router();
  routes.get('/health', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json({ status: 'ok', timestamp: Math.floor(Date.now() / 1000) });
  });
  return routes;
}

/** GET /library: which library is shown, or what is wrong with it. */
export function libraryRoutes({ library, index, whyReadOnly, rendering }: Services): Router {
  const routes = Router();
  routes.get('/', scope('images:read'), (_req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    res.json(libraryStatus({ library, index, whyReadOnly, rendering }));
  });
  return routes;
}

function libraryStatus({
  library,
  index,
  whyReadOnly,
  rendering,
}: Pick<Services, 'library' | 'index' | 'whyReadOnly' | 'rendering'>): LibraryStatus {
  const state = library.state();
  const indexed = index.status();
  const shared = {
    is_sample: library.isSample,
    library: state.file,
    read_only: whyReadOnly() !== null,
    rendering: rendering(),
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
