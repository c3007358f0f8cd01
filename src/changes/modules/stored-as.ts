import { isDeepStrictEqual } from 'node:util';
import { isSameBlending, withBlendingOf } from '../../darktable/blending.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { withoutLimits } from '../../darktable/with-limits.ts';
import { decodeParams, type Params } from '../../darktable/params-decode.ts';
import { patchParams } from '../../darktable/params-patch.ts';
import type { HistoryRow } from '../../library/history.ts';
import { isState, type RowState } from '../../library/history-write.ts';

/** `module` is the version of the parameters. */
export interface VersionedEdit {
  operation: string;
  module: number;
  before: RowState;
  after: RowState;
  /** null: the edit did not change the blending. */
  blendVersion: number | null;
}

type VersionedState = Pick<HistoryRow, 'module' | 'enabled' | 'params' | 'blendParams' | 'blendVersion'>;

/**
 * Whether a row has the values of an edit. A newer darktable converts parameters to its own version when it writes them (5.4.1: exposure
 * 6 to 7); then every named value that the edit changed, and that the new version still has, must match. False if there is nothing to
 * compare.
 */
export function isStoredAs(present: VersionedState, edit: VersionedEdit): boolean {
  if (!isBlendedAs(present, edit)) return false;
  if (present.module === edit.module) return isState(present, withoutBlending(edit.after));
  const values = changedValues(edit, present);
  return present.module > edit.module && present.enabled === edit.after.enabled && values?.isThere === true;
}

/** The row after an undo of the edit, in the row's current version; null if that cannot be computed. */
export function takenBack(present: VersionedState, edit: VersionedEdit): RowState | null {
  const isBlendingSame = edit.blendVersion === null || present.blendVersion === edit.blendVersion;
  if (present.module === edit.module && isBlendingSame) return edit.before;
  const blending = blendingTakenBack(present, edit);
  if (blending === null) return null;
  if (present.module === edit.module) return { ...edit.before, ...blending };
  const layout = layoutOf(edit.operation, present.module);
  const values = changedValues(edit, present);
  if (!layout || !values) return null;
  // Not checked: darktable has accepted these values before.
  const { blob } = patchParams(withoutLimits(layout), present.params, values.before);
  return blob && { enabled: edit.before.enabled, params: blob, ...blending };
}

const withoutBlending = ({ enabled, params }: RowState): RowState => ({ enabled, params });

const isBlendedAs = (present: VersionedState, { operation, after, blendVersion }: VersionedEdit) =>
  !after.blendParams ||
  blendVersion === null ||
  isSameBlending({ ...present, operation }, { operation, blendVersion, blendParams: after.blendParams });

/** The blending after an undo, if the edit changed it; null if it cannot be computed. */
function blendingTakenBack(
  present: VersionedState,
  { operation, before, blendVersion }: VersionedEdit,
): Pick<RowState, 'blendParams'> | null {
  if (!before.blendParams || blendVersion === null) return {};
  const blendParams = withBlendingOf(
    { ...present, operation },
    { operation, blendVersion, blendParams: before.blendParams },
  );
  return blendParams && { blendParams };
}

/** The previous values of the fields that an edit changed, as far as the row's current version has them. */
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
