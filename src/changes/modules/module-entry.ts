import { hash } from 'node:crypto';
import type { ModuleEntry, ParamField } from '../../contract/modules.ts';
import { blendingChoices, blendingOf, maskShape } from '../../darktable/blending.ts';
import { dimensions, elementSize, type Field } from '../../darktable/layout.ts';
import { layoutOf, moduleLayouts } from '../../darktable/layouts.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import { choices, limits } from '../../darktable/param-values.ts';
import type { HistoryRow } from '../../library/history.ts';
import { whyUnnamed } from './module-change.ts';

/** A history row for the API; with `describe`, including the descriptions of its fields. */
export function moduleEntry(row: HistoryRow, { describe = false } = {}): ModuleEntry {
  const unnamed = whyUnnamed(row);
  const layout = unnamed === null ? layoutOf(row.operation, row.module) : null;
  return {
    operation: row.operation,
    label: moduleLayouts(row.operation)?.label ?? row.operation,
    module_version: row.module,
    enabled: row.enabled,
    num: row.num,
    multi_priority: row.priority,
    multi_name: row.name,
    ...(layout ? { params: decodeParams(layout, row.params) } : {}),
    params_b64: base64(row.params),
    ...(unnamed === null ? {} : { params_unavailable: unnamed }),
    blend: row.blendParams && {
      version: row.blendVersion,
      params_b64: base64(row.blendParams),
      ...blendingOf(row),
      ...(describe ? maskShape(row) : {}),
      ...(describe ? blendingChoices(row) : {}),
    },
    ...(layout && describe ? { fields: layout.fields.map(paramField) } : {}),
  };
}

/** The entries of an active history, in its order: each module's instance with the newest step, or every instance on request. */
export function moduleEntries(
  history: readonly HistoryRow[],
  { describe = false, instances: all = false },
): ModuleEntry[] {
  const instances = Map.groupBy(history, ({ operation }) => operation);
  return history
    .filter((row) => all || row === instances.get(row.operation)!.at(-1))
    .map((row) => ({
      ...moduleEntry(row, { describe }),
      instances: instances.get(row.operation)!.map(({ priority }) => priority),
    }));
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** The ETag of an entry: changes with every column of the row. */
export function entryEtag({ row: _, params, blendParams, ...rest }: HistoryRow): string {
  const head = Buffer.from(JSON.stringify([rest, params.length, blendParams?.length ?? null]));
  return `"${hash('sha1', Buffer.concat([head, params, blendParams ?? Buffer.alloc(0)]), 'base64url')}"`;
}

/** A field of a layout, for forms. */
export function paramField(field: Field): ParamField {
  const lengths = dimensions(field);
  const shared = {
    name: field.name,
    label: field.label,
    ...(lengths.length > 0 ? { dimensions: [...lengths] } : {}),
  };
  if (field.opaque || field.fixed) return { ...shared, type: 'opaque' };
  const start = field.default === undefined ? {} : { default: field.default };
  switch (field.type) {
    case 'struct':
      return { ...shared, type: 'struct', fields: field.fields.map(paramField) };
    case 'bool32':
      return { ...shared, type: 'boolean', ...(field.default === undefined ? {} : { default: field.default !== 0 }) };
    case 'char':
      return { ...shared, type: 'text', max_bytes: elementSize(field) - 1, ...start };
    case 'enum': {
      const values = choices(field).map(([name, value]) => ({
        name,
        value,
        label: field.labels?.[name] ?? name,
      }));
      const name = values.find(({ value }) => value === field.default)?.name;
      return { ...shared, type: 'enum', values, ...(name === undefined ? start : { default: name }) };
    }
    default: {
      const [low, high] = limits(field, field.type);
      return {
        ...shared,
        type: field.type === 'f32' || field.type === 'f64' ? 'number' : 'integer',
        ...(Number.isFinite(low) ? { min: low } : {}),
        ...(Number.isFinite(high) ? { max: high } : {}),
        ...start,
      };
    }
  }
}
