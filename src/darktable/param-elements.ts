import { dimensions, elementSize, type Field, type Layout } from './layout.ts';

/** One value in a blob: a number, a text or a boolean. */
export interface ParamElement {
  /** `tonecurve[0][3].x` */
  path: string;
  field: Field;
  /** Bytes from the start of the blob. */
  at: number;
}

const known = new WeakMap<Layout, Map<string, ParamElement[]>>();

/** Every value of a layout, opaque fields included, by path without indices (`tonecurve.x`); in blob order. */
export function paramElements(layout: Layout): ReadonlyMap<string, readonly ParamElement[]> {
  const found = known.get(layout);
  if (found) return found;
  const elements = new Map<string, ParamElement[]>();
  const add = (fields: readonly Field[], name: string, path: string, start: number) => {
    for (const field of fields) {
      const named = name + field.name;
      for (const [index, at] of elementOffsets(field, start + field.offset)) {
        const elementPath = `${path}${field.name}${index}`;
        if (field.type === 'struct') add(field.fields, `${named}.`, `${elementPath}.`, at);
        else {
          const list = elements.get(named) ?? [];
          list.push({ path: elementPath, field, at });
          elements.set(named, list);
        }
      }
    }
  };
  add(layout.fields, '', '', 0);
  known.set(layout, elements);
  return elements;
}

/** The index, such as `[1][4]`, and offset of every element of a field, row by row. */
function elementOffsets(field: Field, at: number): [index: string, at: number][] {
  return dimensions(field).reduceRight<{ step: number; list: [string, number][] }>(
    ({ step, list }, length) => ({
      step: step * length,
      list: Array.from({ length }, (_, index) =>
        list.map(([inner, offset]): [string, number] => [`[${index}]${inner}`, offset + index * step]),
      ).flat(),
    }),
    { step: elementSize(field), list: [['', at]] },
  ).list;
}
