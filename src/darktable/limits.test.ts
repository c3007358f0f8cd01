import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import { ModuleLayouts } from './layout.ts';
import { ModuleLimits } from './limits.ts';
import { layoutOf, moduleLayouts } from './layouts.ts';
import { paramElements } from './param-elements.ts';
import { checkParams } from './params-check.ts';
import { decodeParams } from './params-decode.ts';
import { patchParams } from './params-patch.ts';

const namesIn = (folder: string) => readdirSync(join(assetsDir, folder)).map((file) => file.replace('.json', ''));
const layouts = namesIn('layouts').flatMap((operation) =>
  Object.entries(moduleLayouts(operation)!.versions).map(([version, layout]) => ({
    name: `${operation} ${version}`,
    layout,
  })),
);

test('every number of every layout has limits, or cannot be changed', () => {
  const open = layouts.flatMap(({ name, layout }) =>
    [...paramElements(layout)]
      .filter(([, [element]]) => {
        const { type, min, max, allowed, fixed } = element!.field;
        const isNumber = type !== 'enum' && type !== 'bool32' && type !== 'char';
        return isNumber && fixed !== true && !allowed && (min === undefined || max === undefined);
      })
      .map(([path]) => `${name} ${path}`),
  );
  expect(open).toEqual([]);
});

test('a limit is about fields that there are, in versions that there are', () => {
  const read = (operation: string) =>
    ModuleLimits.parse(JSON.parse(readFileSync(join(assetsDir, 'limits', `${operation}.json`), 'utf8')));
  for (const operation of namesIn('limits')) {
    const module = moduleLayouts(operation);
    expect(module, operation).not.toBeNull();
    const { fields, rules } = read(operation);
    const told = [
      ...fields.map(({ fields: paths, versions }) => ({ paths, versions })),
      ...rules.map((rule) => ({
        paths: [rule.field, ...(rule.rule === 'ascending' ? [rule.used ?? rule.field] : [])],
        versions: rule.versions,
      })),
    ];
    for (const { paths, versions: [first, last] = [0, Infinity] } of told) {
      const meant = Object.entries(module!.versions).filter(([one]) => first <= Number(one) && Number(one) <= last);
      for (const path of paths) {
        const isThere = meant.some(([, layout]) => paramElements(layout).has(path));
        expect(isThere, `${operation} ${first}-${last} ${path}`).toBe(true);
      }
    }
  }
});

test('no counter goes beyond the list that it counts', () => {
  for (const { name, layout } of layouts) {
    for (const rule of layout.rules) {
      if (rule.rule !== 'ascending' || rule.used === undefined) continue;
      const counters = paramElements(layout).get(rule.used)!;
      const room = paramElements(layout).get(rule.field)!.length / counters.length;
      for (const { field } of counters) expect(field.max, `${name} ${rule.used}`).toBeLessThanOrEqual(room);
    }
  }
});

test('an old version has the limits of its namesake in the next newer one, kinds as numbers', () => {
  const [old, now] = [layoutOf('tonecurve', 4)!, layoutOf('tonecurve', 5)!];
  const field = (layout: typeof old, name: string) => paramElements(layout).get(name)![0]!.field;
  expect(field(now, 'tonecurve_autoscale_ab').type).toBe('enum');
  expect(field(old, 'tonecurve_autoscale_ab')).toMatchObject({ type: 'i32', allowed: [0, 1, 2, 3] });
  expect(field(layoutOf('exposure', 5)!, 'exposure')).toMatchObject({ min: -18, max: 18 });
});

test.each([
  ['lens', 5, { modify_flags: 59 }],
  ['lens', 2, { modify_flags: 59 }],
  ['shadhi', 4, { radius: -100 }],
  ['shadhi', 1, { radius: -100, shadows: 120, highlights: -160 }],
  ['lowpass', 3, { radius: -40 }],
  ['borders', 1, { size: -0.1 }],
  ['colorbalancergb', 1, { saturation_global: 40 }],
  ['demosaic', 5, { cs_iter: 0 }],
])('%s %s has the values that darktable converts into others: %o', (operation, version, values) => {
  const layout = layoutOf(operation, version)!;
  expect(patchParams(layout, new Uint8Array(layout.size), values).problems).toBeNull();
  // In the newest version they mean something else.
  const { versions } = moduleLayouts(operation)!;
  const newest = versions[Object.keys(versions).at(-1)!]!;
  expect(patchParams(newest, new Uint8Array(newest.size).fill(1), values).problems).toHaveLength(
    Object.keys(values).length,
  );
});

test('docs/module-layouts.md lists which fields have the limits of a newer version', () => {
  const page = readFileSync(join(assetsDir, '..', 'docs', 'module-layouts.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \| ([\d, ]+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  expect(listed).toEqual(lentFields());
});

/** Module, versions, fields: numbers without limits in the layout and in assets/limits. */
function lentFields(): string[][] {
  const parsed = (folder: string, operation: string): unknown =>
    JSON.parse(readFileSync(join(assetsDir, folder, `${operation}.json`), 'utf8'));
  const limited = new Set(namesIn('limits'));
  return namesIn('layouts').flatMap((operation) => {
    const { fields } = ModuleLimits.parse(limited.has(operation) ? parsed('limits', operation) : {});
    const { versions } = ModuleLayouts.parse(parsed('layouts', operation));
    const byFields = new Map<string, string[]>();
    for (const [version, layout] of Object.entries(versions)) {
      const own = fields.filter(({ versions: [first, last] = [0, Infinity] }) => first <= +version && +version <= last);
      const lent = [...paramElements(layout)].flatMap(([path, [element]]) => {
        const { type, min, max } = element!.field;
        const isNumber = type !== 'enum' && type !== 'bool32' && type !== 'char';
        const isOwn = min !== undefined || max !== undefined || own.some((limit) => limit.fields.includes(path));
        return isNumber && !isOwn ? [path] : [];
      });
      const names = lent.join(', ');
      if (names !== '') byFields.set(names, [...(byFields.get(names) ?? []), version]);
    }
    return [...byFields].map(([names, all]) => [operation, all.join(', '), names]);
  });
}

describe('a blob', () => {
  const layout = layoutOf('tonecurve', 5)!;
  const line = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  const row = [...line, ...Array.from({ length: 18 }, () => ({ x: 0, y: 0 }))];
  const good = patchParams(layout, new Uint8Array(layout.size), {
    tonecurve: [row, row, row],
    tonecurve_nodes: [2, 2, 2],
  }).blob!;
  const changed = (write: (view: DataView) => void, from: Uint8Array = good) => {
    const copy = Uint8Array.from(from);
    write(new DataView(copy.buffer));
    return copy;
  };
  const paths = (blob: Uint8Array, before?: Uint8Array) => checkParams(layout, blob, before).map(({ path }) => path);

  test('that keeps to everything has no problems', () => {
    expect(checkParams(layout, good)).toEqual([]);
  });

  test.each([
    ['a counter', (view: DataView) => view.setInt32(480, 21, true), 'tonecurve_nodes[0]', /from 2 to 20/],
    ['a kind', (view: DataView) => view.setInt32(496, 3, true), 'tonecurve_type[1]', /from 0 to 2/],
    ['a choice', (view: DataView) => view.setInt32(504, 9, true), 'tonecurve_autoscale_ab', /DT_S_SCALE_MANUAL \(0\)/],
    ['a number that is none', (view: DataView) => view.setFloat32(4, NaN, true), 'tonecurve[0][0].y', /from 0 to 1/],
    ['an endless number', (view: DataView) => view.setFloat32(8, Infinity, true), 'tonecurve[0][1].x', /from 0 to 1/],
    [
      'a point too far left',
      (view: DataView) => view.setFloat32(8, 0, true),
      'tonecurve[0][1].x',
      /more than tonecurve\[0\]\[0\]\.x/,
    ],
    [
      'a point come into use',
      (view: DataView) => view.setInt32(484, 3, true),
      'tonecurve[1][2].x',
      /more than tonecurve\[1\]\[1\]\.x/,
    ],
  ])('%s is named, with what is allowed', (_, write, path, message) => {
    const problems = checkParams(layout, changed(write), good);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.path).toBe(path);
    expect(problems[0]!.message).toMatch(message);
  });

  test('may hold whatever the one before it holds, and nothing else of the kind', () => {
    const stored = changed((view) => {
      view.setInt32(480, 1_000_000, true);
      view.setFloat32(20, NaN, true);
      view.setInt32(504, 9, true);
    });
    expect(paths(stored, stored)).toEqual([]);
    const edited = changed((view) => view.setInt32(508, 1, true), stored);
    expect(paths(edited, stored)).toEqual([]);
    expect(
      paths(
        changed((view) => view.setInt32(480, 1_000_001, true), stored),
        stored,
      ),
    ).toContain('tonecurve_nodes[0]');
  });

  test('of darktable may hold no number where darktable stores none', () => {
    const temperature = layoutOf('temperature', 3)!;
    const blob = new Uint8Array(temperature.size);
    new DataView(blob.buffer).setUint32(12, 0x7fc0_1234, true);
    expect(checkParams(temperature, blob)).toEqual([]);
  });

  test('ends its texts, and knows yes and no only', () => {
    const watermark = layoutOf('watermark', 5)!;
    const field = paramElements(watermark).get('filename')![0]!;
    const endless = new Uint8Array(watermark.size).fill(0x41, field.at, field.at + 64);
    expect(checkParams(watermark, endless).map(({ path }) => path)).toContain('filename');
    const exposure = layoutOf('exposure', 6)!;
    const perhaps = new Uint8Array(exposure.size);
    new DataView(perhaps.buffer).setInt32(exposure.size - 4, 7, true);
    expect(checkParams(exposure, perhaps).map(({ path }) => path)).toEqual(['compensate_exposure_bias']);
  });

  test('keeps what cannot be changed: ids of shapes and pictures, the size of a turned sensor', () => {
    const retouch = layoutOf('retouch', 3)!;
    const before = new Uint8Array(retouch.size);
    const other = Uint8Array.from(before);
    new DataView(other.buffer).setInt32(0, 4711, true);
    expect(checkParams(retouch, other, before)).toEqual([{ path: 'rt_forms[0].formid', message: 'cannot be changed' }]);
    expect(checkParams(retouch, other, other)).toEqual([]);
    const rotated = layoutOf('rotatepixels', 1)!;
    expect(patchParams(rotated, new Uint8Array(rotated.size), { rx: 100_000 }).problems).toEqual([
      { path: 'rx', message: 'cannot be changed' },
    ]);
  });

  test('of the older color zones has room for two points less', () => {
    const zones = layoutOf('colorzones', 5)!;
    const points = Array.from({ length: 20 }, (_, at) => ({ x: at / 19, y: 0.5 }));
    const params = { curve: [points, points, points], curve_num_nodes: [20, 20, 20], splines_version: 1 };
    const blank = new Uint8Array(zones.size);
    expect(patchParams(zones, blank, params).problems).toBeNull();
    const problems = patchParams(zones, blank, { ...params, splines_version: 0 }).problems;
    expect(problems!.map(({ path }) => path)).toEqual([0, 1, 2].map((channel) => `curve_num_nodes[${channel}]`));
    expect(problems![0]!.message).toBe('from 2 to 18 while splines_version is 0');
    expect(decodeParams(zones, patchParams(zones, blank, params).blob!).curve_num_nodes).toEqual([20, 20, 20]);
  });
});
