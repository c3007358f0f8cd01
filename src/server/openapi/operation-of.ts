import type { Route } from '../routing/route.ts';
import type { Operation } from './operation.ts';

export function operationOf({ scope, path, body, query, errors = [], ...rest }: Route): Operation {
  return {
    ...rest,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    access: scope === 'none' ? 'anyone' : scope,
    ...(query && { query }),
    ...(body && { body }),
    errors: [
      ...errors,
      ...(query ? (['invalid_query'] as const) : []),
      ...(body && scope !== 'client' ? (['invalid_body'] as const) : []),
    ],
  } as Operation;
}
