import { expect, test } from 'vitest';
import { changedParams } from './changed-params.ts';
import { layoutOf } from './layouts.ts';
import { patchParams } from './params-patch.ts';

const stored = (operation: string, module: number, values: Record<string, unknown>, onto?: Uint8Array) => {
  const layout = layoutOf(operation, module)!;
  const { blob, problems } = patchParams(layout, onto ?? new Uint8Array(layout.size), values);
  if (problems) throw new Error(JSON.stringify(problems));
  return { operation, module, params: blob };
};

test('what differs from the step before is told by its path', () => {
  const before = stored('exposure', 6, { exposure: 0.5, mode: 'EXPOSURE_MODE_MANUAL' });
  const after = stored('exposure', 6, { exposure: 0.35, compensate_exposure_bias: true }, before.params);
  expect(changedParams(after, before)).toEqual({ exposure: 0.35, compensate_exposure_bias: true });
  expect(changedParams(before, before)).toEqual({});
});

test('inside arrays and structures, too', () => {
  const before = stored('rgbcurve', 1, {});
  const after = stored('rgbcurve', 1, { 'curve_nodes[1][2].y': 0.25 }, before.params);
  expect(changedParams(after, before)).toEqual({ 'curve_nodes[1][2].y': 0.25 });
});

test("the first step is told from darktable's defaults, as far as these are known", () => {
  expect(changedParams(stored('vibrance', 2, { amount: 40 }), null)).toEqual({ amount: 40 });
  const raw = { exposure: 0.7, deflicker_percentile: 50, deflicker_target_level: -4 };
  expect(changedParams(stored('exposure', 6, raw), null)).toEqual({ exposure: 0.7 });
});

test('nothing is told of other versions, and of what no layout describes', () => {
  const before = stored('exposure', 5, {});
  expect(changedParams(stored('exposure', 6, {}), before)).toBeNull();
  expect(changedParams({ ...before, params: new Uint8Array(3) }, before)).toBeNull();
  expect(changedParams({ ...before, operation: 'unheard of' }, null)).toBeNull();
});
