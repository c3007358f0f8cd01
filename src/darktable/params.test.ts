import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import { dimensions, elementSize, type Field, type Layout } from './layout.ts';
import { layoutOf, moduleLayouts } from './layouts.ts';
import { decodeParams, type ParamValue } from './params-decode.ts';
import { choices, limits } from './param-values.ts';
import { patchParams } from './params-patch.ts';
import { randomNumbers, randomParams } from '../testing/random-params.ts';

const operations = readdirSync(join(assetsDir, 'layouts')).map((name) => name.replace('.json', ''));
const layouts = operations.flatMap((operation) =>
  Object.entries(moduleLayouts(operation)!.versions).map(([version, layout]) => ({
    name: `${operation} ${version}`,
    layout,
  })),
);

const noise = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });

/** A value that may be written to one element of a field. */
function validElement(field: Field): fc.Arbitrary<ParamValue> {
  switch (field.type) {
    case 'bool32':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...choices(field).map(([name]) => name));
    case 'char':
      return fc
        .string({ maxLength: Math.floor((elementSize(field) - 1) / 4) })
        .filter((text) => text.isWellFormed() && !text.includes('\0'));
    case 'struct':
      return validStruct(field.fields);
    case 'f32':
    case 'f64': {
      const [low, high] = limits(field, field.type);
      const inside = (value: number) => Math.fround(value) >= low && Math.fround(value) <= high;
      const any = fc.float({
        noNaN: true,
        noDefaultInfinity: true,
        min: Math.fround(Math.max(low, -1e30)),
        max: Math.fround(Math.min(high, 1e30)),
      });
      return any
        .filter(inside)
        .map((value) => (value === 0 ? 0 : Number(value.toPrecision(6))))
        .filter(inside);
    }
    default: {
      if (field.allowed) return fc.constantFrom(...field.allowed);
      const [low, high] = limits(field, field.type);
      return fc.integer({ min: Math.max(low, -(2 ** 31)), max: Math.min(high, 2 ** 31 - 1) });
    }
  }
}
function validArray(field: Field, lengths: readonly number[]): fc.Arbitrary<ParamValue> {
  const [length, ...inner] = lengths;
  if (length === undefined) return validElement(field);
  return fc.array(validArray(field, inner), { minLength: length, maxLength: length });
}
function validStruct(fields: readonly Field[]): fc.Arbitrary<Record<string, ParamValue>> {
  return fc.record(
    Object.fromEntries(fields.filter(isOpen).map((field) => [field.name, validArray(field, dimensions(field))])),
  );
}
/** Values for every field that may be changed; together they satisfy the rules between fields. */
function validParams(layout: Layout): fc.Arbitrary<Record<string, ParamValue>> {
  return layout.rules.length === 0
    ? validStruct(layout.fields)
    : validBlob(layout).map((blob) => decodeParams(layout, blob));
}
const validBlob = (layout: Layout) =>
  fc
    .nat()
    .map((seed) => randomParams(layout, randomNumbers(seed)))
    .filter((blob) => blob !== null);

const isOpen = ({ opaque, fixed }: Field) => !opaque && !fixed;

/** Two names of an enum may mean the same number; decoding gives the first. */
function plain(fields: readonly Field[], params: Record<string, ParamValue>): Record<string, ParamValue> {
  const element = (field: Field, value: ParamValue): ParamValue => {
    if (Array.isArray(value)) return value.map((item) => element(field, item));
    if (field.type === 'enum')
      return Object.keys(field.values).find((name) => field.values[name] === field.values[value as string])!;
    if (field.type === 'struct') return plain(field.fields, value as Record<string, ParamValue>);
    return value;
  };
  return Object.fromEntries(fields.filter(isOpen).map((field) => [field.name, element(field, params[field.name]!)]));
}

describe('the layouts', () => {
  test('cover 93 modules in 234 versions, and every field lies inside', () => {
    expect(operations).toHaveLength(93);
    expect(layouts).toHaveLength(234);
    const check = (fields: readonly Field[], size: number, name: string) => {
      for (const field of fields) {
        const bytes = dimensions(field).reduce((product, count) => product * count, elementSize(field));
        expect(field.offset + bytes, `${name}.${field.name}`).toBeLessThanOrEqual(size);
        if (field.type === 'struct') check(field.fields, field.size, `${name}.${field.name}`);
      }
    };
    for (const { name, layout } of layouts) check(layout.fields, layout.size, name);
  });

  test('do not follow a name out of their folder', () => {
    expect(moduleLayouts('../../package')).toBeNull();
    expect(moduleLayouts('nothing')).toBeNull();
    expect(moduleLayouts('x'.repeat(5000))).toBeNull();
    expect(layoutOf('exposure', 99)).toBeNull();
  });
});

describe.each(layouts)('$name', ({ layout }) => {
  // Hundreds of nodes take time, and all of them have the same few kinds of field.
  const numRuns = layout.size > 4000 ? 3 : 15;

  test('valid values come back as they went in', () => {
    fc.assert(
      fc.property(noise(layout.size), validParams(layout), (blob, params) => {
        const { blob: patched, problems } = patchParams(layout, blob, params);
        expect(problems).toBeNull();
        expect(plain(layout.fields, decodeParams(layout, patched!))).toEqual(plain(layout.fields, params));
      }),
      { numRuns },
    );
  });

  test('no change, null, and what is there already change no byte', () => {
    fc.assert(
      fc.property(noise(layout.size), (blob) => {
        expect(patchParams(layout, blob, {}).blob).toEqual(blob);
        const there = decodeParams(layout, blob);
        expect(patchParams(layout, blob, there)).toEqual({ blob, problems: null });
      }),
      { numRuns },
    );
  });

  test('a change of one field touches the bytes of that field only', () => {
    fc.assert(
      fc.property(layout.rules.length > 0 ? validBlob(layout) : noise(layout.size), fc.nat(), (blob, at) => {
        const fields = layout.fields.filter(isOpen);
        if (fields.length === 0) return;
        const field = fields[at % fields.length]!;
        const [value] = fc.sample(validArray(field, dimensions(field)), 1);
        const { blob: patched } = patchParams(layout, blob, { [field.name]: value });
        // A value may be valid by itself and still break a rule.
        fc.pre(patched !== null || layout.rules.length === 0);
        const bytes = dimensions(field).reduce((product, count) => product * count, elementSize(field));
        const outside = (all: Uint8Array) =>
          [...all].filter((_, index) => index < field.offset || index >= field.offset + bytes);
        expect(outside(patched!)).toEqual(outside(blob));
      }),
      { numRuns: Math.min(numRuns, 8) },
    );
  });
});

describe('a path', () => {
  const curve = layoutOf('tonecurve', 5)!;
  const blob = new Uint8Array(curve.size).fill(0xa5);

  test('names one element, down through arrays and structs', () => {
    const { blob: patched } = patchParams(curve, blob, { 'tonecurve[1][2].y': 0.25, 'tonecurve_type[0]': 2 });
    const params = decodeParams(curve, patched!) as {
      tonecurve: { x: number; y: number }[][];
      tonecurve_type: number[];
    };
    expect(params.tonecurve[1]![2]!.y).toBe(0.25);
    expect(params.tonecurve_type[0]).toBe(2);
    const changed = [...patched!].flatMap((byte, at) => (byte === 0xa5 ? [] : [at]));
    const y = (1 * 20 + 2) * 8 + 4;
    expect(changed.every((at) => (at >= y && at < y + 4) || (at >= 492 && at < 496))).toBe(true);
  });

  test('that leads nowhere is named, with what is there', () => {
    const wrong = {
      'tonecurve[3]': [],
      'tonecurve[0][20].x': 1,
      'tonecurve[0][0].z': 1,
      'tonecurve.x': 1,
      'preserve_colors[0]': 1,
      __proto__x: 1,
      'a b': 1,
      constructor: 1,
    };
    const { problems } = patchParams(curve, blob, wrong);
    expect(problems!.map(({ path }) => path).sort()).toEqual(Object.keys(wrong).sort());
    expect(problems!.find(({ path }) => path === 'tonecurve[0][20].x')!.message).toMatch(/0 to 19/);
    expect(problems!.find(({ path }) => path === 'tonecurve[0][0].z')!.message).toMatch(/x, y/);
  });
});

describe('values', () => {
  const exposure = layoutOf('exposure', 6)!;
  const zero = new Uint8Array(exposure.size);
  const problem = (layout: Layout, changes: Record<string, unknown>, blob: Uint8Array = new Uint8Array(layout.size)) =>
    patchParams(layout, blob, changes).problems?.[0]?.message;

  test.each([
    [{ exposure: 18.5 }, /number from -18 to 18/],
    [{ exposure: '1' }, /number from -18 to 18/],
    [{ exposure: Number.NaN }, /number from -18 to 18/],
    [{ exposure: Number.POSITIVE_INFINITY }, /number/],
    [{ exposure: [1] }, /number/],
    [{ compensate_exposure_bias: 1 }, /true or false/],
    [{ mode: 'AUTO' }, /EXPOSURE_MODE_MANUAL \(0\)/],
    [{ mode: 2 }, /EXPOSURE_MODE_DEFLICKER \(1\)/],
    [{ brightness: 1 }, /no such field; there are mode, black, exposure/],
  ])('%j is refused with what is allowed', (changes, message) => {
    expect(problem(exposure, changes)).toMatch(message);
  });

  test('every bad field is named, and nothing is made', () => {
    const { problems, blob } = patchParams(exposure, zero, {
      exposure: 99,
      black: 'x',
      mode: 9,
      deflicker_percentile: 50,
    });
    expect(problems!.map(({ path }) => path)).toEqual(['exposure', 'black', 'mode']);
    expect(blob).toBeNull();
  });

  test('an enum goes by name or number, a single-precision limit may be met exactly', () => {
    expect(
      decodeParams(exposure, patchParams(exposure, zero, { mode: 'EXPOSURE_MODE_DEFLICKER', exposure: -18 }).blob!),
    ).toMatchObject({ mode: 'EXPOSURE_MODE_DEFLICKER', exposure: -18 });
    expect(decodeParams(exposure, patchParams(exposure, zero, { mode: 1 }).blob!)).toMatchObject({
      mode: 'EXPOSURE_MODE_DEFLICKER',
    });
  });

  test('numbers that are not finite read as null, and null keeps them', () => {
    const temperature = layoutOf('temperature', 3)!;
    const blob = new Uint8Array(temperature.size);
    new DataView(blob.buffer).setUint32(12, 0x7fc0_1234, true);
    const params = decodeParams(temperature, blob);
    expect(Object.values(params)[3]).toBeNull();
    expect(patchParams(temperature, blob, params).blob).toEqual(blob);
  });

  test('a stored value outside the limits may stay, and no other such value may come', () => {
    const blob = patchParams(exposure, zero, {}).blob!;
    new DataView(blob.buffer).setFloat32(8, 30, true);
    expect(patchParams(exposure, blob, { exposure: 30 }).problems).toBeNull();
    expect(problem(exposure, { exposure: 31 }, blob)).toMatch(/-18 to 18/);
  });

  test('a text keeps what stands behind its end, and must fit', () => {
    const watermark = layoutOf('watermark', 6)!;
    const blob = new Uint8Array(watermark.size).fill(0x5a);
    const field = watermark.fields.find(({ name }) => name === 'filename')!;
    const patched = patchParams(watermark, blob, { filename: 'ü.svg' }).blob!;
    expect(decodeParams(watermark, patched).filename).toBe('ü.svg');
    expect(patched.subarray(field.offset + 7, field.offset + 64).every((byte) => byte === 0x5a)).toBe(true);
    expect(problem(watermark, { filename: 'x'.repeat(64) })).toMatch(/at most 63 bytes/);
    expect(problem(watermark, { filename: 'a\0b' })).toMatch(/text/);
    expect(problem(watermark, { filename: '\ud800' })).toMatch(/text/);
  });

  test('opaque fields are not shown and cannot be named', () => {
    const lut = layoutOf('lut3d', 3)!;
    expect(decodeParams(lut, new Uint8Array(lut.size))).not.toHaveProperty('c_clut');
    expect(problem(lut, { c_clut: [] })).toBe('cannot be changed by name');
    const retouch = layoutOf('retouch', 3)!;
    expect(problem(retouch, { 'rt_forms[0].formid': 1 })).toBe('cannot be changed by name');
    expect(problem(retouch, { 'rt_forms[0]': { formid: 1 } })).toBe('cannot be changed by name');
  });

  test('a list must be as long as the field', () => {
    const negadoctor = layoutOf('negadoctor', 2)!;
    expect(problem(negadoctor, { Dmin: [1, 2, 3] })).toMatch(/list of 4/);
    expect(problem(negadoctor, { Dmin: 1 })).toMatch(/list of 4/);
    const patched = patchParams(negadoctor, new Uint8Array(negadoctor.size), { Dmin: [1, null, 0.1, 1] });
    expect(decodeParams(negadoctor, patched.blob!).Dmin).toEqual([1, 0, 0.1, 1]);
  });
});
