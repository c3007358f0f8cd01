import { describe, expect, test } from 'vitest';
import type { Layout } from '../../darktable/layout.ts';
import { moduleLayouts, layoutOf } from '../../darktable/layouts.ts';
import { withoutLimits } from '../../darktable/with-limits.ts';
import { patchParams } from '../../darktable/params-patch.ts';
import { AppError } from '../../platform/errors.ts';
import { look, paramsIn, startEdits } from '../../testing/start-edits.ts';
import { randomNumbers } from '../../testing/random-params.ts';
import { usualParams } from '../../testing/usual-params.ts';

/** A picture turned beyond the horizon of its lens shift is endless; of that nearly all is cut off. */
const farLens = {
  cl: 0.899,
  cr: 1,
  ct: 0.899,
  cb: 1,
  cropmode: 2,
  f_length: 112.8291,
  crop_factor: 10,
  orthocorr: 100,
  aspect: 2,
  toggle: 127,
};

/** What each of these did to the real darktable-cli 4.2.1, when Safelight still let it through. */
const unbearable = [
  ['tonecurve', 5, { 'tonecurve_type[0]': 99 }, 'crash'],
  ['tonecurve', 5, { 'tonecurve_nodes[0]': 100_000_000 }, 'crash'],
  ['rgbcurve', 1, { 'curve_num_nodes[0]': 1_000_000 }, 'crash'],
  ['rgbcurve', 1, { 'curve_type[0]': 77 }, 'crash'],
  ['zonesystem', 1, { size: 1_000_000 }, 'crash'],
  ['colorchecker', 2, { num_patches: -1 }, 'crash'],
  ['basecurve', 6, { 'basecurve_type[0]': 99 }, 'crash'],
  ['basecurve', 6, { exposure_fusion: 1_000_000 }, 'hang'],
  ['demosaic', 4, { color_smoothing: 1_000_000 }, 'hang'],
  ['demosaic', 4, { color_smoothing: 2_147_483_647 }, 'hang'],
  ['rawprepare', 2, { left: 65_535, top: 65_535, right: 65_535, bottom: 65_535 }, 'crash'],
  // Depends on what lies before a table in memory.
  ['levels', 1, { 'levels[1]': 0, 'levels[0]': 0.08971859, 'levels[2]': 0 }, 'crash'],
  [
    'ashift',
    4,
    { ct: 0.7048815, cb: 0.10994085, cl: 0.848, cr: 1, orthocorr: 73.563515, f_length: 28, crop_factor: 1, aspect: 1 },
    'hang',
  ],
  ['ashift', 3, { ...farLens, lensshift_v: 2, lensshift_h: 2, rotation: 6.032386, mode: 1 }, 'hang'],
  ['liquify', 1, { 'nodes[0].header.type': 'DT_LIQUIFY_PATH_LINE_TO_V1' }, 'crash'],
] as const;

const points = Array.from({ length: 20 }, (_, at) => ({ x: at / 19, y: 0.5 }));

async function refusal(attempt: Promise<unknown>): Promise<{ code: string; detail: string }> {
  const error = await attempt.then(
    () => new Error('it was let through'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, detail: error.message };
}

const request = (operation: string) => ({ imageId: 1, operation, client: 'test' });
const stepped = (operation: string, module: number, params: Uint8Array, enabled = true) => ({
  images: [{ id: 1, history: [{ operation, module, params: Buffer.from(params), enabled }] }],
});
const raw = (params: Uint8Array) => ({ params_b64: Buffer.from(params).toString('base64') });

/** A blob with values that no limit holds back, as another program could have stored them. */
function forced(layout: Layout, base: Uint8Array, params: Record<string, unknown>): Uint8Array {
  const values = Object.entries(params).filter(([, value]) => typeof value === 'number' || typeof value === 'object');
  const { blob, problems } = patchParams(withoutLimits(layout), base, Object.fromEntries(values));
  if (problems) throw new Error(JSON.stringify(problems));
  return blob;
}

test.each(unbearable)(
  '%s %i with %j is refused by name, and nothing is written (darktable 4.2.1: %s)',
  async (operation, version, params) => {
    const stored = usualParams(operation, version);
    const { edits, file } = startEdits(stepped(operation, version, stored));
    const before = look(file);
    const { code, detail } = await refusal(edits.apply(request(operation), { params: { ...params } }));
    expect(code).toBe('invalid_body');
    expect(detail).toContain(`${Object.keys(params)[0]}: `);
    expect(look(file)).toEqual(before);
  },
);

test.each(unbearable.filter(([operation]) => operation !== 'demosaic' && operation !== 'liquify'))(
  '%s %i with %j is refused in params_b64 too (darktable 4.2.1: %s)',
  async (operation, version, params) => {
    const stored = usualParams(operation, version);
    const { edits, file } = startEdits(stepped(operation, version, stored));
    const before = look(file);
    const blob = forced(layoutOf(operation, version)!, stored, params);
    const { code, detail } = await refusal(edits.apply(request(operation), raw(blob)));
    expect(code).toBe('invalid_params_b64');
    expect(detail).toContain(`${Object.keys(params)[0]}: `);
    expect(look(file)).toEqual(before);
  },
);

test('color zones of the older splines take 18 points, not 20 (darktable 4.2.1: crash)', async () => {
  const { edits } = startEdits(stepped('colorzones', 5, usualParams('colorzones', 5)));
  const curves = { curve: [points, points, points], splines_version: 0 };
  const { code } = await refusal(
    edits.apply(request('colorzones'), { params: { ...curves, curve_num_nodes: [20, 20, 20] } }),
  );
  expect(code).toBe('invalid_body');
  await edits.apply(request('colorzones'), { params: { ...curves, curve_num_nodes: [18, 18, 18] } });
});

test('random bytes in params_b64 are refused', async () => {
  const random = randomNumbers(42);
  const { edits, file } = startEdits({
    images: [
      {
        id: 1,
        history: everyModule().map(({ operation, version, layout }) => ({
          operation,
          module: version,
          params: Buffer.from(new Uint8Array(layout.size)),
        })),
      },
    ],
  });
  const before = look(file);
  const letThrough: string[] = [];
  for (const { operation, layout } of everyModule()) {
    const noise = Uint8Array.from({ length: layout.size }, () => Math.floor(random() * 256));
    await edits.apply(request(operation), raw(noise)).then(
      () => letThrough.push(operation),
      (error: unknown) => expect(error).toMatchObject({ code: 'invalid_params_b64' }),
    );
  }
  expect(letThrough).toEqual([]);
  expect(look(file)).toEqual(before);
});

const everyModule = () =>
  MODULES.flatMap((operation) => {
    const version = moduleLayouts(operation)!.current['4.2.1']!;
    return { operation, version, layout: layoutOf(operation, version)! };
  });
/** Random bytes for these crashed or hung 4.2.1 (borders, crop and diffuse: hang). */
const MODULES = [
  'ashift',
  'basecurve',
  'blurs',
  'borders',
  'cacorrectrgb',
  'colorchecker',
  'colorzones',
  'crop',
  'diffuse',
  'levels',
  'rgbcurve',
  'tonecurve',
  'zonesystem',
];

describe('a history that holds what darktable does not bear', () => {
  const curve = layoutOf('tonecurve', 5)!;
  const straight = usualParams('tonecurve', 5);
  const broken = forced(curve, straight, { 'tonecurve_nodes[0]': 1000 });

  test('lets other fields be changed, and the module be switched off', async () => {
    const { edits, file } = startEdits(stepped('tonecurve', 5, broken));
    await edits.apply(request('tonecurve'), { params: { 'tonecurve[1][1].y': 0.75 } });
    await edits.apply(request('tonecurve'), { enabled: false });
    expect(paramsIn(file, 1, 'tonecurve')).toMatchObject({ tonecurve_nodes: [1000, 2, 2] });
    expect((await refusal(edits.apply(request('tonecurve'), { params: { 'tonecurve_nodes[0]': 999 } }))).code).toBe(
      'invalid_body',
    );
  });

  test('takes its own parameters back, whole and by undo', async () => {
    const { edits, file } = startEdits(stepped('tonecurve', 5, broken));
    await edits.apply(request('tonecurve'), { ...raw(broken), enabled: false });
    await edits.apply(request('tonecurve'), raw(straight));
    await edits.apply(request('tonecurve'), raw(broken));
    expect(Buffer.from(look(file).history[0]!.op_params!).equals(Buffer.from(broken))).toBe(true);
    await edits.undo(request('tonecurve'));
    expect(Buffer.from(look(file).history[0]!.op_params!).equals(Buffer.from(straight))).toBe(true);
    await edits.undo(request('tonecurve'));
    expect(Buffer.from(look(file).history[0]!.op_params!).equals(Buffer.from(broken))).toBe(true);
    // Of another module or image they are not its own.
    const other = startEdits(stepped('tonecurve', 5, straight)).edits;
    expect((await refusal(other.apply(request('tonecurve'), raw(broken)))).code).toBe('invalid_params_b64');
  });

  test('says what is allowed where it is described', async () => {
    const { edits } = startEdits(stepped('tonecurve', 5, straight));
    const { detail } = await refusal(
      edits.apply(request('tonecurve'), { params: { 'tonecurve_nodes[0]': 21, 'tonecurve_type[2]': 3 } }),
    );
    expect(detail).toBe(
      'Parameters of tonecurve 5: tonecurve_nodes[0]: a whole number from 2 to 20; tonecurve_type[2]: a whole number from 0 to 2.',
    );
  });
});
