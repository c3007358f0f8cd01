import { dimensions, type Field, type Layout, type ModuleLayouts } from './layout.ts';
import { patchParams } from './params-patch.ts';

/**
 * A blob of darktable's own defaults onto which named values are written, or the names of the parts that cannot be
 * known: those without a known default and, where the module computes its defaults for each picture, everything that is
 * not `given` in full.
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
  // Not a valid default: see the layouts' own tests.
  if (problems) return { blob: null, unknown: problems.map(({ path }) => path) };
  return { blob, unknown: null };
}

/** The blob with darktable's own default in each field that has one; modules may set others for a picture. */
export function withDefaults(layout: Layout, blob: Uint8Array): Uint8Array {
  const defaults = Object.fromEntries(
    layout.fields.filter(hasDefault).map((field) => [field.name, defaultOf(field)] as const),
  );
  return patchParams(layout, blob, defaults).blob ?? blob;
}

/** null keeps the stored value, and here there is none; a partial structure leaves the rest undefined. */
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

/** darktable's annotations describe one element of an array. */
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
