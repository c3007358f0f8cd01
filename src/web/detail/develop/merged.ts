import type { ModuleEntry, ModulePatch } from '../../../contract/modules.ts';
import { paramAt } from '../../../contract/stored-values.ts';

type State = Pick<ModuleEntry, 'enabled' | 'params' | 'params_b64' | 'blend'>;

/** What was changed here and elsewhere, to different values. */
export interface Conflict {
  mine: ModulePatch;
  theirs: ModulePatch;
}

/**
 * What of an edit can be stored although the module is not as the page showed it, `known`: all that names what nobody
 * else has changed. null: nothing, because it does not name single values.
 */
export function merged(
  known: State,
  stored: State,
  patch: ModulePatch,
): { patch: ModulePatch; conflict: Conflict | null } | null {
  const isSameBlend = known.blend?.params_b64 === stored.blend?.params_b64;
  const isAsKnown = known.params_b64 === stored.params_b64 && known.enabled === stored.enabled && isSameBlend;
  if (isAsKnown) return { patch, conflict: null };
  if (patch.params_b64 !== undefined || !known.params || !stored.params) return null;
  const free: ModulePatch = {};
  const conflict: Conflict = { mine: {}, theirs: {} };
  if (patch.enabled !== undefined) {
    const isFree = known.enabled === stored.enabled || patch.enabled === stored.enabled;
    if (isFree) free.enabled = patch.enabled;
    else Object.assign(conflict, { mine: { enabled: patch.enabled }, theirs: { enabled: stored.enabled } });
  }
  for (const [path, mine] of Object.entries(patch.params ?? {})) {
    const [was, theirs] = [paramAt(known.params, path), paramAt(stored.params, path)];
    if (isSame(was, theirs) || isSame(mine, theirs)) free.params = { ...free.params, [path]: mine };
    else {
      conflict.mine.params = { ...conflict.mine.params, [path]: mine };
      conflict.theirs.params = { ...conflict.theirs.params, [path]: theirs };
    }
  }
  for (const [key, mine] of Object.entries(patch.blend ?? {})) {
    const [was, theirs] = [known.blend, stored.blend].map((blend) => paramAt(blend ?? {}, key));
    if (isSame(was, theirs) || isSame(mine, theirs)) free.blend = { ...free.blend, [key]: mine };
    else {
      conflict.mine.blend = { ...conflict.mine.blend, [key]: mine };
      conflict.theirs.blend = { ...conflict.theirs.blend, [key]: theirs };
    }
  }
  return { patch: free, conflict: isEmpty(conflict.mine) ? null : conflict };
}

export const isEmpty = (patch: ModulePatch) => Object.keys(patch).length === 0;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
