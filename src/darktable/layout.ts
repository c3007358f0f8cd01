import { z } from 'zod';
import { Rule } from './limits.ts';

const NUMBER_TYPES = ['f32', 'f64', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

const Shared = z.object({
  name: z.string(),
  label: z.string(),
  /** Bytes from the start of the enclosing struct (or element of an array of structs). */
  offset: z.int(),
  /** Elements of an array; [a, b] is row-major. */
  count: z.union([z.int(), z.tuple([z.int(), z.int()])]).optional(),
  /** Only the module itself can read these bytes: never shown, never changed by name. */
  opaque: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** The only allowed values, where min to max is not enough. */
  allowed: z.array(z.number()).optional(),
  /** darktable itself stores non-finite numbers here. */
  mayBeNaN: z.boolean().optional(),
  /** Cannot be changed: only the stored value is known to be good. */
  fixed: z.boolean().optional(),
  default: z.unknown().optional(),
});

const Values = z.record(z.string(), z.number());

export type Field = z.infer<typeof Shared> &
  (
    | { type: NumberType; values?: Record<string, number> | undefined }
    | { type: 'bool32' }
    | { type: 'enum'; values: Record<string, number>; labels?: Record<string, string> | undefined }
    | { type: 'char' }
    | { type: 'struct'; size: number; fields: Field[] }
  );

const Field: z.ZodType<Field> = z.lazy(() =>
  z.discriminatedUnion('type', [
    Shared.extend({ type: z.enum(NUMBER_TYPES), values: Values.optional() }),
    Shared.extend({ type: z.literal('bool32') }),
    Shared.extend({ type: z.literal('enum'), values: Values, labels: z.record(z.string(), z.string()).optional() }),
    Shared.extend({ type: z.literal('char') }),
    Shared.extend({ type: z.literal('struct'), size: z.int(), fields: z.array(Field) }),
  ]),
);

const Layout = z.object({
  size: z.int(),
  fields: z.array(Field),
  note: z.string().optional(),
  /** Conditions between several values: from assets/limits. */
  rules: z.array(Rule).default([]),
});
/** How one version of a module's parameters is laid out in its blob: x86-64, little endian. */
export type Layout = z.infer<typeof Layout>;

export const ModuleLayouts = z.object({
  operation: z.string(),
  label: z.string(),
  /** The version that each darktable release writes. */
  current: z.record(z.string(), z.int()),
  /** The module computes its real defaults for each picture: the `default` of a field is only a start. */
  runtimeDefaults: z.boolean().optional(),
  versions: z.record(z.string(), Layout),
});
export type ModuleLayouts = z.infer<typeof ModuleLayouts>;

/** Bytes of one element. `char` arrays count as one element. */
export function elementSize(field: Field): number {
  switch (field.type) {
    case 'i8':
    case 'u8':
      return 1;
    case 'i16':
    case 'u16':
      return 2;
    case 'f64':
    case 'i64':
    case 'u64':
      return 8;
    case 'char':
      return typeof field.count === 'number' ? field.count : 1;
    case 'struct':
      return field.size;
    default:
      return 4;
  }
}

/** The lengths of a field's array, outermost first; none for a single value. A text is a single value. */
export function dimensions(field: Field): readonly number[] {
  if (field.count === undefined || field.type === 'char') return [];
  return typeof field.count === 'number' ? [field.count] : field.count;
}
