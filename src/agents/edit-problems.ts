import { nearest } from '../contract/nearest.ts';
import type { ModuleEntry, ParamField } from '../contract/modules.ts';
import type { Panel, ModulePanel } from '../contract/panel.ts';
import { ApiError, type Api } from './api.ts';
import type { Problem } from './problem.ts';

interface Wanted {
  operation: string;
  values?: readonly { field: string; value: string }[] | undefined;
}

/** `curve[0].x` as `curve`, `0`, `x`. */
const steps = (path: string) => path.split(/[[\].]+/).filter((step) => step !== '');

/** The fields of a module by their paths. */
export function fieldsOf({ params = {}, fields = [] }: Pick<ModuleEntry, 'params' | 'fields'>) {
  return {
    described: (path: string): ParamField | undefined => {
      const names = steps(path).filter((step) => !/^\d+$/.test(step));
      let within: readonly ParamField[] | undefined = fields;
      let found: ParamField | undefined;
      for (const name of names) {
        found = within?.find((field) => field.name === name);
        within = found?.fields;
      }
      return found;
    },
    stored: (path: string): unknown =>
      steps(path).reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], params),
  };
}

/** A value as the API takes it: text is read as JSON where it is JSON and the field is no text. */
export function valueOf(entry: Pick<ModuleEntry, 'params' | 'fields'>, path: string, text: string): unknown {
  if (fieldsOf(entry).described(path)?.type === 'text') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What is wrong with the values, for the module as the image has it. */
export function problemsOf(entry: ModuleEntry, { operation, values = [] }: Wanted): Problem[] {
  if (values.length > 0 && !entry.fields)
    return [{ field: operation, problem: entry.params_unavailable ?? 'this version has no named fields' }];
  const { described, stored } = fieldsOf(entry);
  return values.flatMap(({ field: path, value: text }) => {
    const field = described(path);
    const where = `${operation} ${path}`;
    if (!field || field.type === 'opaque' || stored(path) === undefined)
      return [unknownField(operation, path, entry.fields ?? [])];
    const value = valueOf(entry, path, text);
    const isWhole = Array.isArray(stored(path)) || (typeof stored(path) === 'object' && stored(path) !== null);
    if (isWhole) return typeof value === 'object' ? [] : [{ field: where, problem: 'must be a list, as JSON' }];
    return wrong(where, value, field);
  });
}

function unknownField(operation: string, path: string, fields: readonly ParamField[]): Problem {
  const names = fields.filter(({ type }) => type !== 'opaque').map(({ name }) => name);
  const near = nearest(path, names);
  return {
    field: `${operation} ${path}`,
    problem: 'the module has no such field',
    nearest: near.length > 0 ? near : names.slice(0, 40),
  };
}

function wrong(where: string, value: unknown, { type, min, max, values = [] }: ParamField): Problem[] {
  const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  switch (type) {
    case 'number':
    case 'integer':
      if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value)))
        return [{ field: where, problem: `must be ${type === 'integer' ? 'a whole number' : 'a number'}`, ...range }];
      return (min !== undefined && value < min) || (max !== undefined && value > max)
        ? [{ field: where, problem: 'is out of range', ...range }]
        : [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [{ field: where, problem: 'must be true or false' }];
    case 'enum': {
      const names = values.map(({ name }) => name);
      if (values.some((one) => one.name === value || one.value === value)) return [];
      const near = nearest(String(value), names);
      return [{ field: where, problem: 'is not one of its words', nearest: near.length > 0 ? near : names }];
    }
    default:
      return [];
  }
}

/** What darktable's panel says of a module: what is known of one that an image does not have. */
export async function whatTheModuleIs(
  api: Api,
  { operation, values = [] }: Wanted,
): Promise<{ is: 'known' | 'unknown'; wrong: Problem[]; units: ReadonlyMap<string, string> }> {
  const { modules } = await api.json<Panel>({ path: '/panel' });
  const module = modules.find((one) => one.operation === operation);
  const units = new Map<string, string>();
  if (!module) {
    const near = nearest(
      operation,
      modules.map((one) => one.operation),
    );
    const byName = modules.filter(({ name }) => name.toLowerCase() === operation.toLowerCase());
    return {
      is: 'unknown',
      units,
      wrong: [
        {
          field: operation,
          problem: 'darktable has no such module',
          nearest: [...byName.map((one) => one.operation), ...near],
        },
      ],
    };
  }
  const controls = await panelOf(api, operation, Math.max(...module.versions));
  const wrong: Problem[] = [];
  for (const { field, unit } of controls) if (field !== undefined && unit) units.set(field, unit.trim());
  for (const { field: path, value } of values) {
    const control = controls.find(({ field }) => field === path);
    if (!control?.hard) continue;
    const [min, max] = control.hard;
    const number = Number(value);
    // Exact rules are those of the version that the image gets: they are looked at once the module is there.
    if (control.power || (number >= min && number <= max)) continue;
    const unit = units.get(path);
    wrong.push({ field: `${operation} ${path}`, problem: 'is out of range', min, max, ...(unit && { unit }) });
  }
  return { is: 'known', wrong, units };
}

async function panelOf(api: Api, operation: string, version: number): Promise<ModulePanel['controls']> {
  if (!Number.isFinite(version)) return [];
  try {
    return (await api.json<ModulePanel>({ path: `/panel/modules/${operation}/${version}` })).controls;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
