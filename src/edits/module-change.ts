import type { ModulePatch } from '../contract/modules.ts';
import { layoutOf } from '../darktable/layouts.ts';
import { checkParams, type ParamProblem } from '../darktable/params-check.ts';
import { patchParams } from '../darktable/params-patch.ts';
import { AppError, complaintLine } from '../platform/errors.ts';
import type { HistoryRow } from '../library/history.ts';
import type { RowState } from '../library/history-write.ts';

/**
 * What a module becomes by a patch: rules 3 to 5 of the contract. Throws `invalid_params_b64`, `params_required`,
 * `invalid_body` (a field that is unknown or has a value that is not allowed; every one is named).
 */
export function changedState(row: HistoryRow, patch: ModulePatch): RowState {
  return { enabled: patch.enabled ?? row.enabled, params: changedParams(row, patch) };
}

function changedParams(row: HistoryRow, { params, params_b64 }: ModulePatch): Uint8Array {
  if (params_b64 !== undefined) return rawParams(row, params_b64);
  if (params === undefined) return row.params;
  const layout = layoutOf(row.operation, row.module);
  if (layout?.size !== row.params.length) {
    throw new AppError(
      'params_required',
      `The parameters of ${row.operation} cannot be named (${whyUnnamed(row)!}); send params_b64.`,
    );
  }
  const { blob, problems } = patchParams(layout, row.params, params);
  if (problems) {
    const detail = complaintLine(problems.map(({ path, message }) => `${path}: ${message}`));
    throw new AppError('invalid_body', `Parameters of ${row.operation} ${row.module}: ${detail}.`);
  }
  return blob;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function rawParams({ operation, module, params }: HistoryRow, text: string): Uint8Array {
  // Tools break long lines. A blank is another thing: in a form it was a plus sign that nobody escaped.
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
  if (layout) refuseUnbearable(`${operation} ${module}`, checkParams(layout, blob, params));
  return blob;
}

/** Of what is stored already nothing is said: darktable's own parameters may be against a rule, and may come back. */
function refuseUnbearable(name: string, problems: readonly ParamProblem[]): void {
  if (problems.length === 0) return;
  const detail = complaintLine(problems.map(({ path, message }) => `${path}: ${message}`));
  throw new AppError('invalid_params_b64', `params_b64 holds what ${name} cannot have: ${detail}.`);
}

/** Why the parameters of a row cannot be named; null when they can. */
export function whyUnnamed({ operation, module, params }: HistoryRow): string | null {
  if (params.length === 0) return 'darktable stored none: the module works with its defaults';
  const layout = layoutOf(operation, module);
  if (!layout) return `the layout of ${operation} version ${module} is not known`;
  if (layout.size !== params.length)
    return `${params.length} bytes where ${operation} version ${module} has ${layout.size}`;
  return null;
}
