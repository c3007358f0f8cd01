import { dimensions, type Field, type Layout, type ModuleLayouts } from './layout.ts';
import { patchParams } from './params-patch.ts';

/**
 * A blob of darktable's own defaults to write named values onto, or the names of the parts that nobody can know: those without
 * a known default, and all that is not `given` whole where the module works its defaults out for each picture.
 */
export function defaultParams(
  { runtimeDefaults = false }: Pick<ModuleLayouts, 'runtimeDefaults'>,
  layout: Layout,
  given: Record<string, unknown>,
): { blob: Uint8Array; unknown: null } | { blob: null; unknown: string[] } {
  const left = layout.fields.filter((field) => !Object.hasOwn(given, field.name) || !isWhole(given[field.name]));
  const unknown = left.filter((field) => runtimeDefaults || !hasDefault(field)).map(({ name }) => name);
  if (unknown.length > 0) return { blob: null, unknown };
  const defaults = Object.fromEntries(left.map((field) => [field.name, defaultOf(field)]));
  const { blob, problems } = patchParams(layout, new Uint8Array(layout.size), defaults);
  // A default that is none: see the layouts' own tests.
  if (problems) return { blob: null, unknown: problems.map(({ path }) => path) };
  return { blob, unknown: null };
}

/** null keeps what is there, and here nothing is there; part of a structure leaves the rest of it open. */
function isWhole(value: unknown): boolean {
  if (value === null) return false;
  if (Array.isArray(value)) return value.every(isWhole);
  return typeof value !== 'object';
}

function hasDefault(field: Field): boolean {
  if (field.opaque) return false;
  if (field.type === 'struct') return field.fields.every(hasDefault);
  return field.type === 'char' || field.default !== undefined;
}

function defaultOf(field: Field): unknown {
  return dimensions(field).reduceRight<unknown>((value, length) => Array.from({ length }, () => value), single(field));
}

/** An annotation of darktable's is about one element of an array. */
function single(field: Field): unknown {
  switch (field.type) {
    case 'struct':
      return Object.fromEntries(field.fields.map((inner) => [inner.name, defaultOf(inner)]));
    case 'bool32':
      return field.default !== 0 && field.default !== false;
    case 'char':
      return field.default ?? '';
    default:
      return field.default;
  }
}
