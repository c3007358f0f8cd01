import { shortestDecimal } from '../contract/single-precision.ts';
import { numberAt } from './param-values.ts';
import { dimensions, elementSize, type Field, type Layout, type NumberType } from './layout.ts';

/** A decoded parameter, as JSON can hold it. null is a number that is not finite. */
export type ParamValue = number | boolean | string | null | ParamValue[] | { [name: string]: ParamValue };
export type Params = Record<string, ParamValue>;

/**
 * The named parameters of a blob. Throws RangeError when it does not have the layout's length. Opaque fields and
 * padding are left out; an enum value without a name stays a number; a 64-bit number beyond 2^53 is a string.
 */
export function decodeParams(layout: Layout, blob: Uint8Array): Params {
  if (blob.length !== layout.size) throw new RangeError(`${blob.length} bytes, but the layout has ${layout.size}`);
  return decodeStruct(layout.fields, new DataView(blob.buffer, blob.byteOffset, blob.byteLength), 0);
}

function decodeStruct(fields: readonly Field[], view: DataView, start: number): Params {
  const params: Params = {};
  for (const field of fields) {
    if (!field.opaque) params[field.name] = decodeArray(field, dimensions(field), view, start + field.offset);
  }
  return params;
}

function decodeArray(field: Field, lengths: readonly number[], view: DataView, at: number): ParamValue {
  if (lengths.length === 0) return decodeElement(field, view, at);
  const [length, ...inner] = lengths as [number, ...number[]];
  const step = inner.reduce((product, count) => product * count, elementSize(field));
  return Array.from({ length }, (_, index) => decodeArray(field, inner, view, at + index * step));
}

/** One element as a JSON value. */
export function decodeElement(field: Field, view: DataView, at: number): ParamValue {
  switch (field.type) {
    case 'struct':
      return decodeStruct(field.fields, view, at);
    case 'bool32':
      return view.getInt32(at, true) !== 0;
    case 'char':
      return decodeText(new Uint8Array(view.buffer, view.byteOffset + at, elementSize(field)));
    case 'enum': {
      const value = view.getInt32(at, true);
      return Object.keys(field.values).find((name) => field.values[name] === value) ?? value;
    }
    default:
      return readNumber(field.type, view, at);
  }
}

const utf8 = new TextDecoder();

/** Up to the first NUL; what follows is left over from earlier texts. */
function decodeText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return utf8.decode(end === -1 ? bytes : bytes.subarray(0, end));
}

function readNumber(type: NumberType, view: DataView, at: number): number | string | null {
  const value = numberAt(type, view, at);
  if (typeof value === 'bigint') return wide(value);
  if (type === 'f32') return shortestDecimal(value);
  return Number.isFinite(value) ? value : null;
}

const wide = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value.toString());
