import { describe, expect, test } from 'vitest';
import type { PanelControl } from '../../../contract/panel.ts';
import { isShown } from '../../../contract/panel-conditions.ts';
import type { CameraMatrix } from '../../../contract/white-balance.ts';

import { tunedPresets } from './camera-presets.ts';
import { multipliersOf } from './white-balance.ts';
import { withCameraPresets } from './white-balance-controls.ts';
import { computedControl, isTurn, pressed } from './computed-controls.ts';

const from = (values: Record<string, number>) => (field: string) => values[field];
/** From XYZ to the colors of a Nikon D750, as darktable's cameras.xml has it. */
const D750: CameraMatrix = [
  [0.902, -0.289, -0.0715],
  [-0.4535, 1.2436, 0.2348],
  [-0.0934, 0.1919, 0.7086],
];
const shapes: PanelControl = {
  ...{ kind: 'combobox', label: 'interpolation method' },
  options: [
    { label: 'cubic spline', set: { 'curve_type[0]': 0, 'curve_type[1]': 0 } },
    { label: 'monotonic spline', set: { 'curve_type[0]': 2, 'curve_type[1]': 2 } },
  ],
};

test('a list that stores several fields is at the entry that they have', () => {
  const list = computedControl('rgbcurve', shapes, from({ 'curve_type[0]': 2, 'curve_type[1]': 2 }))!;
  expect(list.value).toBe(1);
  expect(list.changesTo?.(0)).toEqual({ 'curve_type[0]': 0, 'curve_type[1]': 0 });
});

test('fields that no entry has are at none', () => {
  expect(computedControl('rgbcurve', shapes, from({ 'curve_type[0]': 2, 'curve_type[1]': 0 }))!.value).toBe(-1);
});

test('an aspect can only be looked at: darktable fits the frame to it', () => {
  expect(computedControl('crop', { ...shapes, editable: true }, from({}))!.changesTo).toBeNull();
});

test('hue and chroma of the light store its chromaticity and its temperature', () => {
  const slider = (label: string): PanelControl => ({ kind: 'slider', label, sets: ['x', 'y', 'temperature'] });
  const stored = from({ x: 0.333, y: 0.333 });
  const hue = computedControl('channelmixerrgb', slider('hue'), stored)!;
  expect(hue.value).toBeCloseTo(274.956, 2);
  const back = hue.changesTo!(hue.value);
  expect(Object.keys(back)).toEqual(['x', 'y', 'temperature']);
  expect(back.x).toBeCloseTo(0.333, 8);
  expect(back.y).toBeCloseTo(0.333, 8);
  expect(computedControl('channelmixerrgb', slider('hue'), from({}))).toBeNull();
});

test('a button turns the picture from where it stands, but not from where only its Exif data says', () => {
  const button: PanelControl = { kind: 'button', label: 'rotate 90 degrees CW' };
  expect(isTurn('flip', button)).toBe(true);
  expect(isTurn('ashift', button)).toBe(false);
  expect(pressed('flip', button, from({ orientation: 0 }))).toEqual({ orientation: 5 });
  expect(pressed('flip', button, from({ orientation: -1 }))).toBeNull();
});

describe('white balance', () => {
  const slider = (label: string, sets = ['red', 'blue', 'g2']): PanelControl => ({ kind: 'slider', label, sets });
  const facts = { cameraMatrix: D750 };
  const stored = from({ red: 2, green: 1, blue: 1.428_571_5 });

  test('shows the temperature of its multipliers, and stores those of another one with the same tint', () => {
    const temperature = computedControl('temperature', slider('temperature'), stored, facts)!;
    // As the darkroom shows it.
    expect(Math.abs(temperature.value - 5206.043)).toBeLessThan(1);
    const warmer = temperature.changesTo!(6500);
    expect(Object.keys(warmer)).toEqual(['red', 'green', 'blue']);
    const now = from(warmer);
    expect(computedControl('temperature', slider('temperature'), now, facts)!.value).toBeCloseTo(6500, 0);
    expect(computedControl('temperature', slider('tint'), now, facts)!.value).toBeCloseTo(0.989, 3);
  });

  test('tells 5.x that the multipliers are the own ones', () => {
    const of5x = from({ red: 2, green: 1, blue: 1.428_571_5, preset: 0 });
    const tint = computedControl('temperature', slider('tint'), of5x, facts)!;
    expect(tint.changesTo!(1.1)).toMatchObject({ green: 1, preset: 2 });
  });

  test('of a camera without a known matrix has neither', () => {
    expect(computedControl('temperature', slider('temperature'), stored)).toBeNull();
    expect(computedControl('temperature', slider('tint'), stored, { cameraMatrix: null })).toBeNull();
  });

  const list: PanelControl = {
    ...{ kind: 'combobox', label: 'settings', sets: ['red', 'blue', 'various', 'preset'] },
    options: [
      { label: 'as shot' },
      { label: 'camera reference' },
      { label: 'Nikon D750', header: true },
      { label: 'shade' },
    ],
  };
  const presets = tunedPresets([
    { name: 'Shade', tuning: -2, multipliers: [2, 1, 1.6] },
    { name: 'Shade', tuning: 0, multipliers: [2.4, 1, 1.2] },
    { name: 'Shade', tuning: 3, multipliers: [2.5, 1, 1.1] },
    { name: 'Flash', tuning: 0, multipliers: [2.2, 1, 1.3] },
  ]);
  const finetune: PanelControl = {
    ...{ kind: 'slider', label: 'finetune', soft: [-9, 9], hard: [-9, 9], hidden: true },
    shown_when: [[{ control: 'settings', in: [3] }]],
  };
  /** What an entry of the list stores. */
  const entry = (own: PanelControl, name: string, now: (field: string) => number | undefined) =>
    computedControl('temperature', own, now)!.changesTo!(own.options!.findIndex(({ label }) => label === name));

  test("lists the presets of the picture's camera, not of the sample's", () => {
    const [own] = withCameraPresets([list], presets, stored);
    expect(own!.options!.map(({ label }) => label)).toEqual(['as shot', 'camera reference', 'shade', 'flash']);
    const of5x = from({ red: 2, green: 1, blue: 1.4, preset: 0 });
    const flash = entry(own!, 'flash', of5x);
    expect(flash).toEqual({ red: Math.fround(2.2), green: 1, blue: Math.fround(1.3), preset: 2 });
    expect(computedControl('temperature', own!, from(flash), { presets })!.value).toBe(3);
    expect(computedControl('temperature', own!, of5x, { presets })!.value).toBe(0);
    expect(computedControl('temperature', own!, stored, { presets })!.value).toBe(-1);
    expect(computedControl('temperature', own!, stored, { ...facts, presets })!.value).toBe(-1);
  });

  test('has a fine tuning while a preset with a table is stored, as far as that reaches', () => {
    const at = (values: Record<string, number>) => withCameraPresets([list, finetune], presets, from(values))[1]!;
    const of = (values: Record<string, number>) => computedControl('temperature', finetune, from(values), { presets });
    const shade = { red: Math.fround(2.4), green: 1, blue: Math.fround(1.2) };
    expect(at(shade)).toMatchObject({ hidden: false, soft: [-2, 3], hard: [-2, 3], step: 1 });
    expect(isShown(at(shade), { stored: from(shade), position: () => undefined })).toBe(true);
    expect(of(shade)!.value).toBe(0);
    expect(of(shade)!.changesTo!(3)).toEqual({ red: 2.5, green: 1, blue: Math.fround(1.1) });
    // Half way between two of the table: the mean of their inverses.
    const between = of(shade)!.changesTo!(-1);
    expect(1 / between.red!).toBeCloseTo((1 / 2 + 1 / 2.4) / 2, 6);
    expect(1 / between.blue!).toBeCloseTo((1 / 1.6 + 1 / 1.2) / 2, 6);
    expect(of(between)!.value).toBe(-1);
    // The list stays at the preset, and another one keeps the tuning if it has it.
    const [own] = withCameraPresets([list, finetune], presets, from(between));
    expect(computedControl('temperature', own!, from(between), { presets })!.value).toBe(2);
    const flash = entry(own!, 'flash', from(between));
    expect(flash).toEqual({ red: Math.fround(2.2), green: 1, blue: Math.fround(1.3) });
    for (const none of [flash, { red: 2, green: 1, blue: 1.4 }]) {
      expect(isShown(at(none), { stored: from(none), position: () => undefined })).toBe(false);
    }
  });

  test("is at the camera's reference with the light of D65", () => {
    const [own] = withCameraPresets([list], presets, stored);
    const reference = { ...multipliersOf({ kelvin: 6504, tint: 1 }, D750) };
    expect(computedControl('temperature', own!, from(reference), facts)!.value).toBe(1);
  });

  test('of a camera without presets has no list', () => {
    expect(withCameraPresets([list], [], stored)).toEqual([list]);
    expect(computedControl('temperature', list, stored, facts)).toBeNull();
  });
});
