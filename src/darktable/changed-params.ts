import { MOST_CHANGED } from '../contract/history.ts';
import { withDefaults } from './default-params.ts';
import { layoutOf } from './layouts.ts';
import { decodeParams, type Params, type ParamValue } from './params-decode.ts';

interface Stored {
  operation: string;
  /** Version of the parameters. */
  module: number;
  params: Uint8Array;
}

/**
 * The parameters of a step that differ from those of the step before it of the same instance, by their paths, at most
 * MOST_CHANGED. `before` null: from darktable's defaults, as far as these are known. null: the layouts differ or are unknown.
 */
export function changedParams(after: Stored, before: Stored | null): Params | null {
  const layout = layoutOf(after.operation, after.module);
  if (layout?.size !== after.params.length || (before && before.module !== after.module)) return null;
  const start = before?.params ?? withDefaults(layout, after.params);
  if (start.length !== layout.size) return null;
  const changed: Params = {};
  collect('', [decodeParams(layout, start), decodeParams(layout, after.params)], changed);
  return changed;
}

function collect(path: string, [was, is]: readonly [ParamValue, ParamValue], changed: Params): void {
  if (typeof is !== 'object' || is === null || typeof was !== 'object' || was === null) {
    if (was !== is && Object.keys(changed).length < MOST_CHANGED) changed[path] = is;
    return;
  }
  for (const [key, value] of Object.entries(is)) {
    const further = Array.isArray(is) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    collect(further, [(was as Record<string, ParamValue>)[key] ?? null, value], changed);
  }
}
