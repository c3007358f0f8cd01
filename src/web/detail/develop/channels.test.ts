import { expect, test } from 'vitest';
import type { ParamField } from '../../../contract/modules.ts';
import { curvesOf } from './curve.ts';
import { unlinked } from './channels.ts';

const list = (name: string): ParamField => ({ name, label: name, type: 'number', dimensions: [6, 7] });
const fields = [list('x'), list('y')];
const channels = (params: Record<string, unknown>) =>
  unlinked(curvesOf(fields, params).curves, fields, params).map(({ channel }) => channel);

test('denoise (profiled) has the curves of its color mode, as the tabs of darktable', () => {
  expect(channels({ wavelet_color_mode: 'MODE_RGB' })).toEqual([0, 1, 2, 3]);
  expect(channels({ wavelet_color_mode: 'MODE_Y0U0V0' })).toEqual([4, 5]);
  // Older versions have no color mode.
  expect(channels({})).toEqual([0, 1, 2, 3, 4, 5]);
});
