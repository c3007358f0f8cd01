import { dimensions, elementSize, type Field, type Layout } from './layout.ts';

/** One value in a blob: a number, a text, a yes or no. */
export interface ParamElement {
  /** `tonecurve[0][3].x` */
  path: string;
  field: Field;
  /** Bytes from the start of the blob. */
  at: number;
}

const known = new WeakMap<Layout, Map<string, ParamElement[]>>();

/** Every value of a layout, those of opaque fields too, by path without numbers (`tonecurve.x`); in the order of the blob. */
export function paramElements(layout: Layout): ReadonlyMap<string, readonly ParamElement[]> {
  const found = known.get(layout);
  if (found) return found;
  const elements = new Map<string, ParamElement[]>();
  const add = (fields: readonly Field[], name: string, path: string, start: number) => {
    for (const field of fields) {
      const named = name + field.name;
      for (const [index, at] of places(field, start + field.offset)) {
        const place = `${path}${field.name}${index}`;
        if (field.type === 'struct') add(field.fields, `${named}.`, `${place}.`, at);
        else {
          const list = elements.get(named) ?? [];
          list.push({ path: place, field, at });
          elements.set(named, list);
        }
      }
    }
  };
  add(layout.fields, '', '', 0);
  known.set(layout, elements);
  return elements;
}

/** Where the elements of a field are, row by row: `[1][4]` and an offset. */
function places(field: Field, at: number): [index: string, at: number][] {
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
