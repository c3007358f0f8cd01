import type { Field, Layout, ModuleLayouts } from './layout.ts';
import type { ModuleLimits } from './limits.ts';

type Limits = Pick<Field, 'min' | 'max' | 'allowed' | 'mayBeNaN' | 'fixed'>;

/**
 * The layouts with the limits of their fields and the rules between them. A field of an old version without limits of
 * its own has those of the field with the same name in the nearest newer version, because darktable converts the one to
 * the other. Where the conversion changes what a value means, assets/limits has the old version's own (docs/module-layouts.md).
 */
export function withLimits(module: ModuleLayouts, limits: ModuleLimits): ModuleLayouts {
  const newer = new Map<string, Limits>();
  const versions = Object.entries(module.versions).toSorted(([one], [other]) => Number(other) - Number(one));
  const limited = versions.map(([version, layout]) => {
    const isMeant = ({ versions: span }: { versions?: [number, number] | undefined }) =>
      !span || (span[0] <= Number(version) && Number(version) <= span[1]);
    const told = limits.fields.filter(isMeant);
    const limit = (field: Field, prefix: string): Field => {
      const path = prefix + field.name;
      if (field.type === 'struct') return { ...field, fields: field.fields.map((inner) => limit(inner, `${path}.`)) };
      if (field.type === 'char') return field;
      const own = told
        .filter(({ fields }) => fields.includes(path))
        .map(({ fields: _, versions: _span, why: _why, ...rest }) => rest);
      const lent = own.some(setsValues) ? undefined : newer.get(path);
      const result = { ...namesake(field, lent), ...Object.assign({}, ...own) } as Field;
      newer.set(path, limitsOf(result));
      return result;
    };
    return [
      version,
      { ...layout, fields: layout.fields.map((field) => limit(field, '')), rules: limits.rules.filter(isMeant) },
    ] as const;
  });
  return { ...module, versions: Object.fromEntries(limited) };
}

const setsValues = ({ min, max, allowed }: Limits) => min !== undefined || max !== undefined || allowed !== undefined;

/** A field with the limits of its newer namesake, where it has none of its own. */
function namesake(field: Field, limits: Limits | undefined): Field {
  if (!limits || field.type === 'enum' || field.type === 'bool32') return field;
  return field.min === undefined && field.max === undefined ? { ...field, ...limits } : field;
}

function limitsOf(field: Field): Limits {
  if (field.type === 'bool32') return { allowed: [0, 1] };
  const { min, max, allowed, mayBeNaN, fixed } = field;
  const values = allowed ?? (field.type === 'enum' ? Object.values(field.values) : undefined);
  return Object.fromEntries(
    Object.entries({ min, max, allowed: values, mayBeNaN, fixed }).filter(([, value]) => value !== undefined),
  );
}

/** A layout that allows everything that can be stored: for values that were already in a library. */
export function withoutLimits(layout: Layout): Layout {
  const free = ({ min: _, max: _max, allowed: _allowed, fixed: _fixed, ...field }: Field): Field => ({
    ...field,
    ...(field.type === 'struct' ? { fields: field.fields.map(free) } : {}),
  });
  return { ...layout, fields: layout.fields.map(free), rules: [] };
}
