import type { Complaint } from '../platform/complaints.ts';
import { decodeElement } from './params-decode.ts';
import { dimensions, elementSize, type Field, type Layout, type NumberType } from './layout.ts';
import { enumProblem, numberProblem } from './param-values.ts';
import { FIXED, newlyBroken } from './params-check.ts';

export type PatchResult = { blob: Uint8Array; problems: null } | { blob: null; problems: Complaint[] };

/**
 * A copy of `blob` in which the named fields have new values and every other byte is unchanged: padding, what follows a
 * text's NUL, numbers that are not finite. A name may be a path (`grey[1]`, `points[2].x`); an array or object may be
 * given whole or in part; null keeps the bytes, and so does a value equal to the stored one, within the limits or not.
 * If there are problems, no copy is made and every problem is named; rules between fields are checked once each value
 * by itself is allowed. Throws RangeError when the blob does not have the layout's length.
 */
export function patchParams(layout: Layout, blob: Uint8Array, changes: Record<string, unknown>): PatchResult {
  if (blob.length !== layout.size) throw new RangeError(`${blob.length} bytes, but the layout has ${layout.size}`);
  const copy = Uint8Array.from(blob);
  const patch = new Patch(new DataView(copy.buffer));
  for (const [path, value] of Object.entries(changes)) patch.atPath(layout.fields, path, value);
  const problems = patch.problems.length > 0 ? patch.problems : newlyBroken(layout, copy, blob);
  return problems.length > 0 ? { blob: null, problems } : { blob: copy, problems: null };
}

/** The size of the part of an array that `lengths` describes. */
const span = (field: Field, lengths: readonly number[]) =>
  lengths.reduce((product, count) => product * count, elementSize(field));

class Patch {
  readonly problems: Complaint[] = [];
  readonly #view: DataView;

  constructor(view: DataView) {
    this.#view = view;
  }

  /** Follows a path such as `points[2].x` and writes there. */
  atPath(fields: readonly Field[], path: string, value: unknown): void {
    const steps = /^[A-Za-z_]\w*(\[\d+\]|\.[A-Za-z_]\w*)*$/.test(path) ? path.match(/\w+|\[\d+\]/g)! : [];
    let inside: readonly Field[] | null = fields;
    let field: Field | undefined;
    let lengths: readonly number[] = [];
    let at = 0;
    for (const step of steps) {
      if (step.startsWith('[')) {
        const index = Number(step.slice(1, -1));
        const [length, ...inner] = lengths;
        if (field === undefined || length === undefined)
          return this.#complain(path, `${field?.name ?? path} has no numbered elements`);
        if (index >= length) return this.#complain(path, `elements are numbered 0 to ${length - 1}`);
        lengths = inner;
        at += index * span(field, inner);
        if (inner.length === 0) inside = field.type === 'struct' ? field.fields : null;
      } else {
        if (inside === null || lengths.length > 0)
          return this.#complain(path, `there is no ${step} in ${field?.name ?? 'it'}`);
        const next: Field | undefined = inside.find(({ name }) => name === step);
        if (!next || next.opaque) return this.#unknown(path, step, inside);
        field = next;
        lengths = dimensions(next);
        at += next.offset;
        inside = next.type === 'struct' && lengths.length === 0 ? next.fields : null;
      }
    }
    if (!field) return this.#unknown(path, path, fields);
    this.#array(field, lengths, at, path, value);
  }

  #array(field: Field, lengths: readonly number[], at: number, path: string, value: unknown): void {
    if (value === null) return;
    const [length, ...inner] = lengths;
    if (length === undefined) return this.#element(field, at, path, value);
    if (!Array.isArray(value) || value.length !== length) return this.#complain(path, `a list of ${length}`);
    const step = span(field, inner);
    value.forEach((item: unknown, index) => this.#array(field, inner, at + index * step, `${path}[${index}]`, item));
  }

  #element(field: Field, at: number, path: string, value: unknown): void {
    if (field.type !== 'struct' && decodeElement(field, this.#view, at) === value) return;
    if (field.fixed) return this.#complain(path, FIXED);
    switch (field.type) {
      case 'struct': {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) {
          return this.#complain(path, `an object with any of ${names(field.fields)}`);
        }
        for (const [name, part] of Object.entries(value)) {
          const inner = field.fields.find((candidate) => candidate.name === name);
          if (!inner || inner.opaque) this.#unknown(`${path}.${name}`, name, field.fields);
          else this.#array(inner, dimensions(inner), at + inner.offset, `${path}.${name}`, part);
        }
        return;
      }
      case 'bool32':
        if (typeof value !== 'boolean') return this.#complain(path, 'true or false');
        this.#view.setInt32(at, value ? 1 : 0, true);
        return;
      case 'char':
        return this.#text(field, at, path, value);
      case 'enum': {
        const number = typeof value === 'string' && Object.hasOwn(field.values, value) ? field.values[value] : value;
        const problem = enumProblem(field, number);
        if (problem !== null) return this.#complain(path, problem);
        this.#view.setInt32(at, number as number, true);
        return;
      }
      default:
        return this.#number({ ...field, type: field.type }, at, path, value);
    }
  }

  #text(field: Field, at: number, path: string, value: unknown): void {
    const room = elementSize(field) - 1;
    const bytes =
      typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
        ? new TextEncoder().encode(value)
        : null;
    if (bytes === null || bytes.length > room) return this.#complain(path, `a text of at most ${room} bytes in UTF-8`);
    const target = new Uint8Array(this.#view.buffer, at, bytes.length + 1);
    target.set(bytes);
    target[bytes.length] = 0;
  }

  #number(field: Field & { type: NumberType }, at: number, path: string, value: unknown): void {
    const isWide = field.type === 'i64' || field.type === 'u64';
    const given = isWide && typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : value;
    const problem = numberProblem(field, given);
    if (problem !== null) return this.#complain(path, problem);
    write(field.type, this.#view, at, given as number | bigint);
  }

  #unknown(path: string, name: string, fields: readonly Field[]): void {
    const isOpaque = fields.some((field) => field.name === name && field.opaque);
    this.#complain(path, isOpaque ? 'cannot be changed by name' : `no such field; there are ${names(fields)}`);
  }

  #complain(path: string, message: string): void {
    this.problems.push({ path, message });
  }
}

const namesOf = new WeakMap<readonly Field[], string>();

/** Built once for each list: a body may have a hundred thousand wrong names. */
function names(fields: readonly Field[]): string {
  let text = namesOf.get(fields);
  if (text === undefined) {
    text = fields
      .filter(({ opaque }) => !opaque)
      .map(({ name }) => name)
      .join(', ');
    namesOf.set(fields, text);
  }
  return text;
}

function write(type: NumberType, view: DataView, at: number, value: number | bigint): void {
  switch (type) {
    case 'i64':
      return view.setBigInt64(at, BigInt(value), true);
    case 'u64':
      return view.setBigUint64(at, BigInt(value), true);
    case 'f32':
      return view.setFloat32(at, Number(value), true);
    case 'f64':
      return view.setFloat64(at, Number(value), true);
    case 'i8':
      return view.setInt8(at, Number(value));
    case 'u8':
      return view.setUint8(at, Number(value));
    case 'i16':
      return view.setInt16(at, Number(value), true);
    case 'u16':
      return view.setUint16(at, Number(value), true);
    case 'i32':
      return view.setInt32(at, Number(value), true);
    case 'u32':
      return view.setUint32(at, Number(value), true);
  }
}
