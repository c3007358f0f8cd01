import fc from 'fast-check';
import { nonsenseText, nonsenseValue } from './nonsense.ts';

/** The part of JSON Schema that the API document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

const MOST_ITEMS = 20;

/**
 * Values that a schema allows, including its bounds. What a schema cannot express (a date, a known id) may still be wrong.
 */
export function fitting(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => fitting(one, schemas);
  if (schema.$ref !== undefined) return inner(schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  const examples = schema.examples?.length ? [fc.constantFrom(...schema.examples)] : [];
  const types = [schema.type ?? []].flat();
  return fc.oneof(...examples, ...types.map((type) => ofType(type, schema, inner)));
}

function ofType(type: string, schema: Schema, inner: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { minimum: min = -(2 ** 53), maximum: max = 2 ** 53, properties = {}, required = [], items = {} } = schema;
  switch (type) {
    case 'integer':
      return fc.oneof(
        fc.constantFrom(min, max),
        fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
        fc.integer({ min: Math.max(min, 0), max: Math.max(min, Math.min(max, 20)) }),
      );
    case 'number':
      return fc.oneof(fc.constantFrom(min, max), fc.double({ min, max, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(inner));
      return fc.array(inner(items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      });
    case 'object': {
      const known = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)]));
      return fc.record(known, { requiredKeys: required.filter((name) => name in known) });
    }
    default:
      return fc.oneof(
        nonsenseText,
        fc.string({
          minLength: Math.min(schema.minLength ?? 0, 500),
          maxLength: Math.min(schema.maxLength ?? 50, 500),
        }),
      );
  }
}

/** A value that fits except for one mistake. */
export function damaged(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    nonsenseValue,
    fc.tuple(value, nonsenseText, nonsenseValue, fc.nat()).map(([good, name, bad, place]) => {
      if (typeof good !== 'object' || good === null || Array.isArray(good)) return bad;
      const names = [...Object.keys(good), name];
      return Object.fromEntries([...Object.entries(good), [names[place % names.length]!, bad]]);
    }),
  );
}
