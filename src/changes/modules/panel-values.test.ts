import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isShown } from '../../contract/panel-conditions.ts';
import { asParam, fieldAt, storedAt } from '../../contract/stored-values.ts';
import { scaleOf, shownText } from '../../contract/slider-value.ts';
import { typedValue } from '../../contract/typed-value.ts';
import { modulePanel, panelOf } from '../../darktable/panels.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import { patchParams } from '../../darktable/params-patch.ts';
import { assetsDir } from '../../platform/package-files.ts';
import { aspectOf, chosenAspect, entryOf } from '../../web/develop-panel/computed/crop-aspect.ts';
import { computedControl, pressed } from '../../web/develop-panel/computed/computed-controls.ts';
import { unpackDarktable5Library } from '../../testing/darktable-5-library.ts';
import { changesOf, curvesOf, pointsOf } from '../../web/detail/develop/curve.ts';
import { onlyThere } from '../../web/detail/develop/modules/only-there.ts';
import { paramField } from './module-entry.ts';

/** Every version that has a panel, with the parameters as the API names them. */
const modules = ['4.2.1', '5.4.1'].flatMap((release) =>
  panelOf(release).modules.flatMap(({ operation, versions }) =>
    versions.map((version) => ({ operation, version, panel: modulePanel(operation, version, release)! })),
  ),
);

test('every field that a panel shows or asks for is a number among the named parameters', () => {
  const missing = modules.flatMap(({ operation, version, panel }) => {
    const layout = layoutOf(operation, version)!;
    const fields = layout.fields.map(paramField);
    const params = decodeParams(layout, new Uint8Array(layout.size));
    const asked = panel.controls.flatMap(({ field, kind, shown_when = [], enabled_when = [] }) => [
      ...(field !== undefined && kind !== 'button' ? [field] : []),
      ...[...shown_when, ...enabled_when]
        .flat()
        .flatMap((condition) => ('field' in condition ? [condition.field] : [])),
    ]);
    return asked
      .filter((path) => storedAt(params, fields, path) === undefined)
      .map((path) => [operation, version, path]);
  });
  expect(missing).toEqual([]);
});

test('every choice and every switch can be sent as it is stored', () => {
  const refused = modules.flatMap(({ operation, version, panel }) => {
    const layout = layoutOf(operation, version)!;
    const fields = layout.fields.map(paramField);
    return panel.controls.flatMap(({ field, kind, options = [], set_to }) => {
      if (field === undefined || kind === 'slider' || kind === 'button') return [];
      const values = kind === 'toggle' ? [set_to ?? 1] : options.flatMap(({ value }) => value ?? []);
      return values.flatMap((value) => {
        const { problems } = patchParams(layout, new Uint8Array(layout.size), {
          [field]: asParam(fields, field, value),
        });
        return problems ? [[operation, version, field, value, problems[0]!.message]] : [];
      });
    });
  });
  expect(refused).toEqual([]);
});

interface Row {
  operation: string;
  module: number;
  op_params: Uint8Array;
}

/** What a real darktable stored for a few pictures, and the presets that it brings along. */
function storedByDarktable(release: Release = '4.2.1'): Row[] {
  const folder = release === '4.2.1' ? join(assetsDir, 'sample') : newer.folder;
  const rows = (file: string, sql: string) => {
    const database = new Database(join(folder, file), { readonly: true });
    try {
      return database.prepare(sql).all() as Row[];
    } finally {
      database.close();
    }
  };
  return [
    ...rows('library.db', 'SELECT operation, module, op_params FROM history'),
    ...rows('data.db', 'SELECT operation, op_version AS module, op_params FROM presets WHERE length(op_params) > 0'),
  ];
}

type Release = '4.2.1' | '5.4.1';
const newer = { folder: '' };
beforeAll(async () => {
  newer.folder = mkdtempSync(join(tmpdir(), 'safelight-panel-values-'));
  await unpackDarktable5Library(newer.folder);
});
afterAll(() => rmSync(newer.folder, { recursive: true, force: true }));

/**
 * The most used modules of which darktable stored something here. Of levels, haze removal, rotate and perspective, lens
 * correction and retouch it did not: panel-values.darktable.test.ts has it do so. Curves and orientations have no slider of their
 * own.
 */
const MOST_USED: Record<Release, string[]> = {
  '4.2.1': [
    'bilat',
    'channelmixerrgb',
    'colorbalancergb',
    'crop',
    'denoiseprofile',
    'diffuse',
    'exposure',
    'filmicrgb',
    'graduatednd',
    'highlights',
    'monochrome',
    'sharpen',
    'sigmoid',
    'temperature',
    'toneequal',
    'vignette',
  ],
  '5.4.1': [
    'agx',
    'bilat',
    'channelmixerrgb',
    'colorbalancergb',
    'colorequal',
    'denoiseprofile',
    'diffuse',
    'exposure',
    'graduatednd',
    'highlights',
    'monochrome',
    'sharpen',
    'sigmoid',
    'temperature',
    'toneequal',
    'vignette',
  ],
};

test.each<[Release, number]>([
  ['4.2.1', 150],
  ['5.4.1', 230],
])('what darktable %s stored is shown, typed as shown, and stored to the digits that are shown', (release, least) => {
  const shown = new Set<string>();
  const outside = new Set<string>();
  for (const { operation, module, op_params } of storedByDarktable(release)) {
    const layout = layoutOf(operation, module);
    const panel = modulePanel(operation, module, release);
    if (!layout || !panel || op_params.length !== layout.size) continue;
    const fields = layout.fields.map(paramField);
    const params = decodeParams(layout, op_params);
    const stored = (path: string) => storedAt(params, fields, path);
    for (const control of panel.controls) {
      if (control.kind !== 'slider' || control.field === undefined) continue;
      if (!isShown(control, { stored, position: () => undefined })) continue;
      const value = stored(control.field)!;
      const scale = scaleOf(control, stored);
      const text = shownText(scale, value);
      const typed = typedValue(scale, text, { stored: value });
      if (typed.refused) {
        expect(typed.refused.why, `${operation} ${control.field} ${text}`).toBe('out_of_range');
        outside.add(`${operation} ${control.field}`);
        continue;
      }
      const { blob } = patchParams(layout, op_params, { [control.field]: typed.stored });
      const again = storedAt(decodeParams(layout, blob!), fields, control.field)!;
      expect(shownText(scale, again), `${operation} ${control.field}`).toBe(text);
      expect(fieldAt(fields, control.field)!.type).toMatch(/number|integer/);
      shown.add(`${operation} ${control.field}`);
    }
  }
  // A preset of darktable's own has a hundred times the balance.
  expect([...outside]).toEqual(['splittoning balance']);
  expect(shown.size).toBeGreaterThan(least);
  const modules = new Set([...shown].map((name) => name.split(' ')[0]!));
  expect(MOST_USED[release].filter((operation) => !modules.has(operation))).toEqual([]);
});

/** Of one module, with what the page knows of it. */
const entriesOf = (operation: string) =>
  storedByDarktable()
    .filter((row) => row.operation === operation && layoutOf(operation, row.module)?.size === row.op_params.length)
    .map(({ module, op_params: bytes }) => {
      const layout = layoutOf(operation, module)!;
      const fields = layout.fields.map(paramField);
      const params = decodeParams(layout, bytes);
      const stored = (path: string) => storedAt(params, fields, path);
      return { layout, fields, params, stored, bytes, controls: modulePanel(operation, module, '4.2.1')!.controls };
    });

test.each([
  ['basecurve', 32],
  ['tonecurve', 17],
  ['rgbcurve', 10],
  ['colorzones', 6],
])('the %s that darktable stored is drawn as points, which store the same bytes', (operation, count) => {
  const entries = entriesOf(operation);
  expect(entries.length).toBe(count);
  for (const { layout, fields, params, bytes, stored, controls } of entries) {
    const { curves } = curvesOf(fields, params);
    expect(curves.length).toBeGreaterThan(0);
    for (const curve of curves) {
      const points = pointsOf(curve, params);
      expect(points.length).toBeGreaterThanOrEqual(2);
      const { blob } = patchParams(layout, bytes, changesOf(curve, points));
      expect(Buffer.compare(blob!, bytes)).toBe(0);
    }
    // The kind of its curve, which is stored for every channel.
    const kind = controls.find(({ label }) => label === 'interpolation method');
    const shown = kind && computedControl(operation, kind, stored);
    if (!shown || shown.value < 0) continue;
    const { blob } = patchParams(layout, bytes, shown.changesTo!(shown.value));
    expect(Buffer.compare(blob!, bytes)).toBe(0);
  }
});

test('an orientation that darktable stored comes back after a turn and the turn back', () => {
  const entries = entriesOf('flip');
  const turned = entries.flatMap(({ layout, fields, stored, bytes, controls }) => {
    const press = (label: string, orientation: number) =>
      pressed(
        'flip',
        controls.find((control) => control.label === label)!,
        (field) => (field === 'orientation' ? orientation : undefined),
      )!.orientation!;
    const orientation = stored('orientation')!;
    // As in the Exif data: nobody knows from where it would be turned.
    if (orientation < 0) return [];
    for (const [there, back] of [
      ['rotate 90 degrees CCW', 'rotate 90 degrees CW'],
      ['flip horizontally', 'flip horizontally'],
      ['flip vertically', 'flip vertically'],
    ] as const) {
      const again = press(back, press(there, orientation));
      const { blob } = patchParams(layout, bytes, { orientation: asParam(fields, 'orientation', again) });
      expect(Buffer.compare(blob!, bytes)).toBe(0);
    }
    return [orientation];
  });
  expect(new Set(turned).size).toBe(6);
});

const aspects = (release: Release) =>
  modulePanel('crop', { '4.2.1': 1, '5.4.1': 3 }[release], release)!.controls.find(({ label }) => label === 'aspect')!
    .options!;

// What crop.c has for the entry of each name.
test.each([
  ['freehand', 0, 0],
  ['original image', 0, 1],
  ['square', 1, 1],
  ['10:8 in print', 2032, 2445],
  ['5:4, 4x5, 8x10', 4, 5],
  ['11x14', 11, 14],
  ['8.5x11, letter', 85, 110],
  ['4:3, vga, tv', 3, 4],
  ['5x7', 5, 7],
  ['iso 216, din 476, a4', 10_000_000, 14_142_136],
  ['3:2, 4x6, 35mm', 2, 3],
  ['16:10, 8x5', 10, 16],
  ['golden cut', 10_000_000, 16_180_340],
  ['16:9, hdtv', 9, 16],
  ['widescreen', 100, 185],
  ['2:1, univisium', 1, 2],
  ['cinemascope', 100, 235],
  ['21:9', 100, 237],
  ['anamorphic', 100, 239],
  ['3:1, panorama', 100, 300],
])(
  'the aspect %s of the list stores %d and %d, and is at the same entry when it is turned',
  (name, ratio_n, ratio_d) => {
    for (const release of ['4.2.1', '5.4.1'] as const) {
      for (const stored of [ratio_d, -ratio_d]) {
        const entry = aspects(release)[entryOf(aspects(release), { ratio_n, ratio_d: stored })]!;
        expect(entry.label.replace(/ {2}[\d.]+$/, '').toLowerCase()).toBe(name);
      }
    }
  },
);

test('5.x has two aspects more', () => {
  const names = (release: Release) => aspects(release).map(({ label }) => label.toLowerCase());
  expect(names('5.4.1').filter((name) => !names('4.2.1').includes(name))).toEqual([
    '45x35, portrait  1.29',
    '65:24, xpan  2.71',
  ]);
  expect(names('4.2.1').length).toBe(20);
});

test('the crops that darktable stored keep their aspect, and choosing it again stores the same bytes', () => {
  const entries = entriesOf('crop');
  expect(entries.length).toBeGreaterThan(0);
  for (const { layout, params, bytes } of entries) {
    const aspect = aspectOf(params);
    const at = entryOf(aspects('4.2.1'), aspect);
    const again = at < 0 ? aspect : chosenAspect(aspectOf(aspects('4.2.1')[at]!.set), aspect);
    const { blob } = patchParams(layout, bytes, { ...again });
    expect(Buffer.compare(blob!, bytes)).toBe(0);
  }
});

test.each([
  ['ashift', 5, ['structure', 'fit']],
  ['channelmixerrgb', 3, ['calibrate with a color checker']],
] as const)('the parts of %s that the page leaves to darktable are in its panels', (operation, version, parts) => {
  for (const release of ['4.2.1', '5.4.1'])
    expect(onlyThere(operation, modulePanel(operation, version, release)!.controls)).toEqual(parts);
});
