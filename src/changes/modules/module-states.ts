import { isDeepStrictEqual } from 'node:util';
import { blendingOf, maskShape } from '../../darktable/blending.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { decodeParams, type ParamValue } from '../../darktable/params-decode.ts';
import type { RowState } from '../../library/history-write.ts';

interface ModuleState {
  operation: string;
  module: number;
  blendVersion: number | null;
}

/** The most differences to list. */
const MOST = 8;

/**
 * Two states of a module by their differences: `on, exposure 0.5` and `on, exposure 1`. Unnamed parameters are shown in base64.
 */
export function bothStates(edit: ModuleState & { after: RowState }, present: ModuleState & RowState): [string, string] {
  const said = ({ enabled }: RowState, parts: readonly string[]) => [enabled ? 'on' : 'off', ...parts].join(', ');
  const [one, other] = [named(edit, edit.after), named(present, present)];
  if (edit.module !== present.module || !one || !other) {
    return [
      said(edit.after, [`version ${edit.module}`, base64(edit.after)]),
      said(present, [`version ${present.module}`, base64(present)]),
    ];
  }
  // An edit that left the blending alone says nothing of it.
  const different = [...one.keys()].filter(
    (name) => other.has(name) && !isDeepStrictEqual(one.get(name), other.get(name)),
  );
  // The differing bytes have no name.
  if (different.length === 0 && edit.after.enabled === present.enabled)
    return [said(edit.after, [base64(edit.after)]), said(present, [base64(present)])];
  const told = (values: Map<string, ParamValue>) => [
    ...different.slice(0, MOST).map((name) => `${name} ${JSON.stringify(values.get(name))}`),
    ...(different.length > MOST ? [`${different.length - MOST} more`] : []),
  ];
  return [said(edit.after, told(one)), said(present, told(other))];
}

const base64 = ({ params }: RowState) => Buffer.from(params).toString('base64');

type Values = Record<string, ParamValue>;

/** Every single value by its path: `points[2].x`, `blend.opacity`. */
function named({ operation, module, blendVersion }: ModuleState, state: RowState): Map<string, ParamValue> | null {
  const { params, blendParams = null } = state;
  const layout = layoutOf(operation, module);
  if (layout?.size !== params.length) return null;
  const values = new Map<string, ParamValue>();
  const walk = (path: string, value: ParamValue) => {
    if (Array.isArray(value)) value.forEach((item, index) => walk(`${path}[${index}]`, item));
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) walk(path === '' ? name : `${path}.${name}`, part);
    else values.set(path, value);
  };
  walk('', decodeParams(layout, params));
  const blending = blendVersion === null ? null : blendingOf({ operation, blendParams, blendVersion });
  if (blending)
    walk('blend', { ...blending, ...(maskShape({ operation, blendParams, blendVersion: blendVersion! }) as Values) });
  return values;
}
