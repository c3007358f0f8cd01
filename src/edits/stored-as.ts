import { isDeepStrictEqual } from 'node:util';
import { layoutOf } from '../darktable/layouts.ts';
import { withoutLimits } from '../darktable/with-limits.ts';
import { decodeParams, type Params } from '../darktable/params-decode.ts';
import { patchParams } from '../darktable/params-patch.ts';
import { isState, type RowState } from '../library/history-write.ts';

/** An edit of a module whose parameters have this version. */
export interface VersionedEdit {
  operation: string;
  module: number;
  before: RowState;
  after: RowState;
}

type VersionedState = RowState & { module: number };

/**
 * Whether a row holds what an edit was to make of it. A newer darktable brings the parameters of an older one to its own version when
 * it writes them (5.4.1: exposure 6 to 7): then every named value that the edit changed, and that the new version still
 * has, must be there. With nothing to tell it by, it is not.
 */
export function isStoredAs(present: VersionedState, edit: VersionedEdit): boolean {
  if (present.module === edit.module) return isState(present, edit.after);
  const values = changedValues(edit, present);
  return present.module > edit.module && present.enabled === edit.after.enabled && values?.isThere === true;
}

/** What taking an edit back makes of a row that holds it, in the version that the row has now; null: that cannot be said. */
export function takenBack(present: VersionedState, edit: VersionedEdit): RowState | null {
  if (present.module === edit.module) return edit.before;
  const layout = layoutOf(edit.operation, present.module);
  const values = changedValues(edit, present);
  if (!layout || !values) return null;
  // It was stored once: what was good enough for darktable then is so again.
  const { blob } = patchParams(withoutLimits(layout), present.params, values.before);
  return blob && { enabled: edit.before.enabled, params: blob };
}

/** The named values that an edit changed, as they were before it, as far as the version of the row that holds it now has them too. */
function changedValues(
  { operation, module, before, after }: VersionedEdit,
  present: VersionedState,
): { before: Params; isThere: boolean } | null {
  const [old, now] = [layoutOf(operation, module), layoutOf(operation, present.module)];
  if (!old || !now || before.params.length !== old.size || after.params.length !== old.size) return null;
  if (present.params.length !== now.size) return null;
  const [from, to, held] = [
    decodeParams(old, before.params),
    decodeParams(old, after.params),
    decodeParams(now, present.params),
  ];
  const changed = Object.keys(to).filter((name) => !isDeepStrictEqual(from[name], to[name]));
  const shared = changed.filter((name) => name in held);
  // What it changed has another name now, or none.
  if (changed.length > 0 && shared.length === 0) return null;
  return {
    before: Object.fromEntries(shared.map((name) => [name, from[name] ?? null])),
    isThere: shared.every((name) => isDeepStrictEqual(to[name], held[name])),
  };
}
