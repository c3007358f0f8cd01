import type { Complaint } from '../platform/complaints.ts';
import type { Rule } from './limits.ts';
import { elementSize, type Field, type Layout, type NumberType } from './layout.ts';
import { paramElements, type ParamElement } from './param-elements.ts';
import { enumProblem, numberAt, numberProblem } from './param-values.ts';

/**
 * What is wrong with a blob: values that a field may not have or, if there are none, rules between values that it
 * breaks. Problems that `before` has too are not reported: darktable may have stored what breaks a rule, and that may
 * stay. Throws RangeError when the blob does not have the layout's length.
 */
export function checkParams(layout: Layout, blob: Uint8Array, before?: Uint8Array): Complaint[] {
  if (blob.length !== layout.size) throw new RangeError(`${blob.length} bytes, but the layout has ${layout.size}`);
  const old = before?.length === layout.size ? before : undefined;
  const view = viewOf(blob);
  const problems: Complaint[] = [];
  for (const elements of paramElements(layout).values()) {
    for (const { path, field, at } of elements) {
      const end = at + elementSize(field);
      if (old && Buffer.compare(blob.subarray(at, end), old.subarray(at, end)) === 0) continue;
      const message = field.fixed && (old || !isZero(blob.subarray(at, end))) ? FIXED : valueProblem(field, view, at);
      if (message !== null) problems.push({ path, message });
    }
  }
  return problems.length > 0 ? problems : newlyBroken(layout, blob, old);
}

/** The rules that a blob breaks with values with which the previous one did not break them. */
export function newlyBroken(layout: Layout, blob: Uint8Array, before?: Uint8Array): Complaint[] {
  const broken = brokenRules(layout, viewOf(blob));
  const old = new Set(broken.length > 0 && before ? brokenRules(layout, viewOf(before)).map(keyOf) : []);
  return broken.filter((one) => !old.has(keyOf(one))).map(({ path, message }) => ({ path, message }));
}

/** A broken rule, where, and by which values. */
type Broken = Complaint & { values: number[] };
const keyOf = ({ path, values }: Broken) => JSON.stringify([path, values.map(String)]);

export const FIXED = 'cannot be changed';
const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const viewOf = (blob: Uint8Array) => new DataView(blob.buffer, blob.byteOffset, blob.byteLength);

function valueProblem(field: Field, view: DataView, at: number): string | null {
  switch (field.type) {
    case 'struct':
      return null;
    case 'char': {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, elementSize(field));
      // A text without an end runs into the bytes after it.
      return bytes.includes(0) ? null : `a text of at most ${bytes.length - 1} bytes in UTF-8`;
    }
    case 'bool32': {
      const value = view.getInt32(at, true);
      return value === 0 || value === 1 ? null : 'true or false';
    }
    case 'enum':
      return enumProblem(field, view.getInt32(at, true));
    default: {
      const value = numberAt(field.type, view, at);
      if (typeof value === 'number' && !Number.isFinite(value) && field.mayBeNaN) return null;
      return numberProblem({ ...field, type: field.type }, value);
    }
  }
}

/** Enums and booleans are stored as 32-bit numbers; rules apply to nothing wider. */
const storageOf = ({ type }: Field): NumberType =>
  type === 'enum' || type === 'bool32' || type === 'char' || type === 'struct' ? 'i32' : type;

function brokenRules(layout: Layout, view: DataView): Broken[] {
  return layout.rules.flatMap((rule) => brokenBy(rule, layout, view));
}

function brokenBy(rule: Rule, layout: Layout, view: DataView): Broken[] {
  const elements = (name: string): readonly ParamElement[] => paramElements(layout).get(name) ?? [];
  const value = ({ field, at }: ParamElement) => Number(numberAt(storageOf(field), view, at));
  const isMeant = (when: Conditions) =>
    Object.entries(when).every(([name, values]) => elements(name).some((element) => values.includes(value(element))));
  switch (rule.rule) {
    case 'ascending': {
      const all = elements(rule.field);
      const counters = rule.used === undefined ? [] : elements(rule.used);
      const rowLength = all.length / Math.max(rule.rows, counters.length);
      return all.flatMap((element, index) => {
        const column = index % rowLength;
        const counter = counters[Math.floor(index / rowLength)];
        if (column === 0 || (counter && column >= value(counter))) return [];
        const previous = all[index - 1]!;
        const values = [value(previous), value(element)];
        if (values[1]! > values[0]!) return [];
        const inUse = counter ? ` (${value(counter)} points are in use)` : '';
        return [{ path: element.path, message: `more than ${previous.path}${inUse}`, values }];
      });
    }
    case 'element': {
      const element = elements(rule.field)[rule.index];
      if (!element || value(element) >= rule.min) return [];
      return [{ path: element.path, message: `at least ${rule.min}`, values: [value(element)] }];
    }
    case 'while': {
      if (!isMeant(rule.when)) return [];
      const state = stateOf(rule.when);
      return elements(rule.field).flatMap((element) => {
        const is = value(element);
        const { min = -Infinity, max = Infinity, allowed = [is] } = rule;
        if (is >= min && is <= max && allowed.includes(is)) return [];
        return [{ path: element.path, message: `${span(rule)}${state}`, values: [is] }];
      });
    }
    case 'sum': {
      const sizes = rule.parts.map(({ field, weight, most = Infinity }) => {
        const [element] = elements(field);
        return Math.min(most, Math.abs(element ? value(element) : 0) * weight);
      });
      if (sizes.reduce((sum, size) => sum + size, 0) <= rule.max + 1e-6) return [];
      const names = rule.parts.map(({ field }) => field).join(', ');
      return [{ path: rule.field, message: `less, because the sum of ${names} is too large`, values: sizes }];
    }
    case 'below': {
      if (!isMeant(rule.when)) return [];
      const state = stateOf(rule.when);
      const others = elements(rule.other);
      return elements(rule.field).flatMap((element, index) => {
        const other = others[index]!;
        // Single precision: 0.9 - 0.8 is a little less than 0.1.
        const values = [value(element), value(other)];
        if (values[1]! - values[0]! >= rule.by - 1e-6) return [];
        return [{ path: element.path, message: `at least ${rule.by} less than ${other.path}${state}`, values }];
      });
    }
  }
}

type Conditions = Record<string, number[]>;

function stateOf(when: Conditions): string {
  const states = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return states.length > 0 ? ` while ${states.join(' and ')}` : '';
}

function span({
  min,
  max,
  allowed,
}: {
  min?: number | undefined;
  max?: number | undefined;
  allowed?: number[] | undefined;
}): string {
  if (allowed) return `one of ${allowed.join(', ')}`;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
}
