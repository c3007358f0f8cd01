import type { ModulePatch } from '../../contract/modules.ts';
import { changedBlending } from '../../darktable/blending.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { checkParams } from '../../darktable/params-check.ts';
import { patchParams, type PatchResult } from '../../darktable/params-patch.ts';
import { complaintLine, type Complaint } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import type { HistoryRow } from '../../library/history.ts';
import type { RowState } from '../../library/history-write.ts';

/**
 * Applies a patch to a module: rules 3 to 5 of the contract. `held`: parameters that it had earlier. Throws `invalid_params_b64`, `params_required`, and `invalid_body`, which
 * names every unknown field and every value that is not allowed.
 */
export function changedState(row: HistoryRow, patch: ModulePatch, held: readonly Uint8Array[] = []): RowState {
  const params = changedParams(row, patch, held);
  const blending = patch.blend ? changedBlending(row, patch.blend) : null;
  const wrong = [
    ...(params.problems ? [`Parameters of ${row.operation} ${row.module}: ${complaintLine(params.problems)}`] : []),
    ...(blending?.problems ? [complaintLine(blending.problems)] : []),
  ];
  if (wrong.length > 0) throw new AppError('invalid_body', wrong.map(asSentence).join(' '));
  return {
    enabled: patch.enabled ?? row.enabled,
    params: params.blob!,
    ...(blending?.params && Buffer.compare(blending.params, row.blendParams!) !== 0
      ? { blendParams: blending.params }
      : {}),
  };
}

const asSentence = (text: string) => (text.endsWith('?') ? text : `${text}.`);

function changedParams(row: HistoryRow, { params, params_b64 }: ModulePatch, held: readonly Uint8Array[]): PatchResult {
  const fine = (blob: Uint8Array): PatchResult => ({ blob, problems: null });
  if (params_b64 !== undefined) return fine(rawParams(row, params_b64, held));
  if (params === undefined) return fine(row.params);
  const layout = layoutOf(row.operation, row.module);
  if (layout?.size !== row.params.length) {
    throw new AppError(
      'params_required',
      `${row.operation} has no named parameters (${whyUnnamed(row)!}); send params_b64.`,
    );
  }
  return patchParams(layout, row.params, params);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function rawParams({ operation, module, params }: HistoryRow, text: string, held: readonly Uint8Array[]): Uint8Array {
  // Tools wrap base64 in lines. Spaces are refused: in a form they come from unescaped plus signs.
  const encoded = text.replace(/[\r\n\t]/g, '');
  if (!BASE64.test(encoded)) throw new AppError('invalid_params_b64', 'params_b64 is not base64.');
  const blob = Buffer.from(encoded, 'base64');
  const layout = layoutOf(operation, module);
  const size = layout?.size ?? params.length;
  if (blob.length !== size) {
    const what = layout ? `${operation} ${module} has` : 'the stored ones have';
    throw new AppError(
      'invalid_params_b64',
      `params_b64 holds ${blob.length} bytes; the parameters of ${what} ${size}.`,
    );
  }
  const isHeld = held.some((one) => Buffer.compare(one, blob) === 0);
  if (layout && !isHeld) refuseUnbearable(`${operation} ${module}`, checkParams(layout, blob, params));
  return blob;
}

/** Values that are already stored are not checked, nor are parameters that were: darktable's own may break a rule. */
function refuseUnbearable(name: string, problems: readonly Complaint[]): void {
  if (problems.length === 0) return;
  throw new AppError(
    'invalid_params_b64',
    `params_b64 has values that ${name} does not allow: ${complaintLine(problems)}.`,
  );
}

/** Why a row has no named parameters; null when it has. */
export function whyUnnamed({ operation, module, params }: HistoryRow): string | null {
  if (params.length === 0) return 'darktable stored none, so the module uses its defaults';
  const layout = layoutOf(operation, module);
  if (!layout) return `the layout of ${operation} version ${module} is not known`;
  if (layout.size !== params.length)
    return `${params.length} bytes, but ${operation} version ${module} has ${layout.size}`;
  return null;
}
