import type { ParamField } from './modules.ts';

/** A path such as `points[2].x`, taken apart. */
const stepsOf = (path: string) =>
  (path.match(/\w+|\[\d+\]/g) ?? []).map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));

/** The description of a field that a path leads to. */
export function fieldAt(fields: readonly ParamField[], path: string): ParamField | undefined {
  let inside: readonly ParamField[] = fields;
  let found: ParamField | undefined;
  for (const step of stepsOf(path)) {
    if (typeof step === 'number') continue;
    found = inside.find(({ name }) => name === step);
    if (!found) return undefined;
    inside = found.fields ?? [];
  }
  return found;
}

/** The named parameter that a path leads to, as the API answers it. */
export function paramAt(params: Record<string, unknown>, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    params,
  );
}

/**
 * What darktable stores for a named parameter: 0 or 1 for a switch, the number of a choice, NaN for a number that is not
 * finite. undefined: no number, or unknown.
 */
export function storedAt(
  params: Record<string, unknown>,
  fields: readonly ParamField[],
  path: string,
): number | undefined {
  return storedOf(fields, path, paramAt(params, path));
}

/** The same for a single value of the field that the path leads to. */
export function storedOf(fields: readonly ParamField[], path: string, param: unknown): number | undefined {
  if (typeof param === 'number') return param;
  if (typeof param === 'boolean') return param ? 1 : 0;
  const field = fieldAt(fields, path);
  if (param === null) return field?.type === 'number' ? NaN : undefined;
  return field?.values?.find(({ name }) => name === param)?.value;
}

/** A stored value as the API takes it in `params`. */
export function asParam(fields: readonly ParamField[], path: string, stored: number): number | boolean {
  return fieldAt(fields, path)?.type === 'boolean' ? stored !== 0 : stored;
}
