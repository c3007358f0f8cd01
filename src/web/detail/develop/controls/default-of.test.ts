import { expect, test } from 'vitest';
import type { PanelControl } from '../../../../contract/panel.ts';
import { multipliersOf } from '../../../develop-panel/computed/white-balance.ts';
import { defaultOf } from './default-of.ts';

const raw = { isRaw: true, instance: 0 };
const red: PanelControl = { kind: 'slider', field: 'red', default: 2, default_needs: 'picture' };
const temperature: PanelControl = { kind: 'slider', label: 'temperature', sets: ['red', 'green', 'blue'] };
const sRgb: [[number, number, number], [number, number, number], [number, number, number]] = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
];

test("a default that depends on the picture is known when darktable told it, also a sample's is then not taken", () => {
  const of = (told?: (field: string) => number | undefined) =>
    defaultOf(red, { operation: 'temperature', defaultsOf: { ...raw, told } });
  expect(of()).toBeUndefined();
  expect(of((field) => (field === 'red' ? 1.94 : undefined))).toBe(1.94);
  const exposure: PanelControl = { kind: 'slider', field: 'exposure', default: 0.7, default_needs: 'workflow' };
  expect(defaultOf(exposure, { operation: 'exposure', defaultsOf: { ...raw, told: () => 0.5 } })).toBe(0.5);
});

test('the temperature is reset to that of the multipliers that darktable told', () => {
  const multipliers: Record<string, number> = { ...multipliersOf({ kelvin: 5003, tint: 1.02 }, sRgb) };
  const told = (field: string) => multipliers[field];
  const of = (cameraMatrix: typeof sRgb | null) =>
    defaultOf(temperature, { operation: 'temperature', defaultsOf: { ...raw, told }, facts: { cameraMatrix } });
  expect(Math.abs(of(sRgb)! - 5003)).toBeLessThan(1.5);
  expect(of(null)).toBeUndefined();
});
