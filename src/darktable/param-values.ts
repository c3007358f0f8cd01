import type { Field, NumberType } from './layout.ts';

const STORAGE: Record<NumberType, readonly [number, number]> = {
  f32: [-Infinity, Infinity],
  f64: [-Infinity, Infinity],
  i8: [-128, 127],
  u8: [0, 255],
  i16: [-32768, 32767],
  u16: [0, 65535],
  i32: [-(2 ** 31), 2 ** 31 - 1],
  u32: [0, 2 ** 32 - 1],
  i64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  u64: [0, Number.MAX_SAFE_INTEGER],
};

/** 64-bit numbers are returned as bigint. darktable stores little endian on every machine that it supports. */
export function numberAt(type: NumberType, view: DataView, at: number): number | bigint {
  switch (type) {
    case 'f32':
      return view.getFloat32(at, true);
    case 'f64':
      return view.getFloat64(at, true);
    case 'i8':
      return view.getInt8(at);
    case 'u8':
      return view.getUint8(at);
    case 'i16':
      return view.getInt16(at, true);
    case 'u16':
      return view.getUint16(at, true);
    case 'i32':
      return view.getInt32(at, true);
    case 'u32':
      return view.getUint32(at, true);
    case 'i64':
      return view.getBigInt64(at, true);
    case 'u64':
      return view.getBigUint64(at, true);
  }
}

/** The allowed range of a number: the module's own limits where known, else what its storage can hold. */
export function limits(field: Field, type: NumberType): readonly [number, number] {
  const [low, high] = STORAGE[type];
  const [least, most] = field.allowed
    ? [Math.min(...field.allowed), Math.max(...field.allowed)]
    : [field.min, field.max];
  return [Math.max(low, least ?? low), Math.min(high, most ?? high)];
}

/** The names of an enum with their numbers, as far as they may be chosen. */
export function choices(field: Field & { type: 'enum' }): [name: string, value: number][] {
  return Object.entries(field.values).filter(([, value]) => field.allowed?.includes(value) ?? true);
}

/** Why a number is not allowed in a field, worded as what is allowed; null when it is. */
export function numberProblem(field: Field & { type: NumberType }, value: unknown): string | null {
  const { type, allowed } = field;
  const isFloat = type === 'f32' || type === 'f64';
  const [low, high] = limits(field, type);
  const isWithin =
    typeof value === 'bigint'
      ? value >= wideLimits[type as 'i64' | 'u64'][0] && value <= wideLimits[type as 'i64' | 'u64'][1]
      : typeof value === 'number' &&
        Number.isFinite(value) &&
        (isFloat || Number.isSafeInteger(value)) &&
        // Limits of a single-precision number apply in single precision: 0.1 may be a little above 0.1.
        (type === 'f32' ? isInsideFloat(value, low, high) : value >= low && value <= high) &&
        (allowed?.includes(value) ?? true);
  if (isWithin) return null;
  if (allowed) return `one of ${allowed.join(', ')}`;
  return `a ${isFloat ? '' : 'whole '}number${low === -Infinity ? '' : ` from ${low} to ${high}`}`;
}

/** Why a number is not allowed in an enum, worded as what is allowed; null when it is. */
export function enumProblem(field: Field & { type: 'enum' }, value: unknown): string | null {
  const may = choices(field);
  if (may.some(([, number]) => number === value)) return null;
  return `one of ${may.map(([name, number]) => `${name} (${number})`).join(', ')}`;
}

const wideLimits = { i64: [-(2n ** 63n), 2n ** 63n - 1n], u64: [0n, 2n ** 64n - 1n] } as const;

function isInsideFloat(value: number, low: number, high: number): boolean {
  const single = Math.fround(value);
  return Number.isFinite(single) && single >= Math.fround(low) && single <= Math.fround(high);
}
