import { expect, test } from 'vitest';
import panel4 from '../../../assets/panels/releases/4.2.1.json';
import type { ModuleEntry } from '../../contract/modules.ts';
import type { Panel } from '../../contract/panel.ts';
import { automatic } from './automatic.ts';

const panel = panel4 as unknown as Panel;
const step = (operation: string, num: number, facts: Partial<ModuleEntry> = {}): ModuleEntry => ({
  operation,
  num,
  label: operation,
  module_version: 1,
  enabled: true,
  multi_priority: 0,
  multi_name: '',
  params_b64: '',
  blend: null,
  ...facts,
});
const given = { black: -0.000_244_140_62, exposure: 0.7, compensate_exposure_bias: true };
const names = (entries: ModuleEntry[], { isRaw = true, edited = '' } = {}) =>
  [...automatic(entries, panel, { isRaw, isEdited: ({ operation }) => operation === edited })].map(
    ({ operation }) => operation,
  );

test('what darktable switches on for a new picture is automatic, what came later is not', () => {
  const start = [step('rawprepare', 0), step('temperature', 1), step('exposure', 2, { params: given })];
  expect(names([...start, step('sharpen', 3)])).toEqual(['rawprepare', 'temperature', 'exposure']);
});

test('white balance that was set later is set by hand', () => {
  expect(names([step('rawprepare', 0), step('demosaic', 2), step('temperature', 3)])).toEqual([
    'rawprepare',
    'demosaic',
  ]);
});

test('exposure with another value is set by hand, and what Safelight edited', () => {
  expect(names([step('exposure', 0, { params: { ...given, exposure: 1 } })])).toEqual([]);
  expect(names([step('exposure', 0, { params: given })], { edited: 'exposure' })).toEqual([]);
});

test('exposure of a picture that is not raw is never automatic', () => {
  expect(names([step('exposure', 0, { params: given })], { isRaw: false })).toEqual([]);
});
