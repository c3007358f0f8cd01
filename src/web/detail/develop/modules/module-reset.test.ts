import { expect, test } from 'vitest';
import type { Blending } from '../../../../contract/blending.ts';
import type { ParamField } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { resetPatch } from './module-reset.ts';

const fields: ParamField[] = [
  { name: 'exposure', label: 'exposure', type: 'number' },
  { name: 'compensate', label: 'compensate', type: 'boolean' },
  { name: 'red', label: 'red', type: 'number' },
  { name: 'nodes', label: 'nodes', type: 'number', dimensions: [2] },
  { name: 'cache', label: 'cache', type: 'opaque' },
];
const controls: PanelControl[] = [
  { kind: 'slider', field: 'exposure', default: 0.1 },
  { kind: 'toggle', field: 'compensate', default: 1 },
  { kind: 'slider', field: 'red', default: 2, default_needs: 'picture' },
];
const defaultsOf = { isRaw: true, instance: 0 };
const reset = (params: Record<string, unknown>) =>
  resetPatch(controls, { params, fields, blend: null }, { defaultsOf, told: undefined });

test('a reset changes what differs, with switches as switches', () => {
  expect(reset({ exposure: 1, compensate: false, red: 3 })).toEqual({ params: { exposure: 0.1, compensate: true } });
});

test('what only darktable works out for a picture is left as it is, unless it told', () => {
  const params = { exposure: 1, compensate: true, red: 3, nodes: [0, 1], cache: 1 };
  expect(reset(params)).toEqual({ params: { exposure: 0.1 } });
  const told = { params: { exposure: 0.7, compensate: true, red: 1.94, nodes: [0, 0.5], cache: 2 } };
  expect(resetPatch(controls, { params, fields, blend: null }, { defaultsOf, told })).toEqual({
    params: { exposure: 0.7, red: 1.94, nodes: [0, 0.5] },
  });
});

test('a value that single precision made of the default is the default', () => {
  expect(reset({ exposure: Math.fround(0.1), compensate: true, red: 2 })).toEqual({});
});

const off: Blending = {
  mask: 'none',
  opacity: 100,
  mode: 'normal',
  reversed: false,
  fulcrum: 0,
  inverted: false,
  space: 'rgb_scene',
};
const blend = { ...off, version: 11, params_b64: '', masks: ['none', 'uniform'], modes: ['normal', 'add'] } as const;
const resetBlend = (of: Partial<Blending>, more: { masks?: []; modes?: string[] } = {}) =>
  resetPatch(
    [],
    { params: {}, fields: [], blend: { ...blend, masks: [...blend.masks], modes: [...blend.modes], ...of, ...more } },
    { defaultsOf, told: { params: {}, blend: off } },
  );

test('blending is reset along with the parameters', () => {
  expect(resetBlend({ mask: 'uniform', mode: 'add', opacity: 40, reversed: true, fulcrum: 1 })).toEqual({
    blend: { mask: 'none', mode: 'normal', opacity: 100, reversed: false, fulcrum: 0 },
  });
  expect(resetBlend({ mask: 'uniform', space: 'lab', fulcrum: 1 })).toEqual({ blend: { mask: 'none' } });
});

test('blending that is off, or that a module does not have, stays', () => {
  expect(resetBlend({ opacity: 40 })).toEqual({});
  expect(resetBlend({ mask: 'uniform' }, { masks: [] })).toEqual({});
});
