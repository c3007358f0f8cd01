import { describe, expect, test } from 'vitest';
import type { PanelControl } from '../../../contract/panel.ts';
import { isShown } from '../../../contract/panel-conditions.ts';
import type { CameraMatrix } from '../../../contract/white-balance.ts';

import { tunedPresets } from './camera-presets.ts';
import { referenceOf } from './white-balance.ts';
import { asShotOf, withOwnSettings } from './white-balance-settings.ts';
import { computedControl, isTurn, pressed } from './computed-controls.ts';

const from = (values: Record<string, number>) => (field: string) => values[field];
/** From XYZ to the colors of a Nikon D750, as darktable's cameras.xml has it. */
const D750: CameraMatrix = [
  [0.902, -0.289, -0.0715],
  [-0.4535, 1.2436, 0.2348],
  [-0.0934, 0.1919, 0.7086],
];
const shapes: PanelControl = {
  kind: 'combobox',
  label: 'interpolation method',
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
    kind: 'combobox',
    label: 'settings',
    sets: ['red', 'blue', 'various', 'preset'],
    options: [
      ...['as shot', 'from image area', 'user modified', 'camera reference', 'as shot to reference'].map((label) => ({
        label,
      })),
      { label: 'Nikon D750', header: true },
      { label: 'direct sunlight' },
    ],
  };
  const presets = tunedPresets([
    { name: 'Shade', tuning: -2, multipliers: [2, 1, 1.6] },
    { name: 'Shade', tuning: 0, multipliers: [2.4, 1, 1.2] },
    { name: 'Shade', tuning: 3, multipliers: [2.5, 1, 1.1] },
    { name: 'Flash', tuning: 0, multipliers: [2.2, 1, 1.3] },
  ]);
  const finetune: PanelControl = {
    kind: 'slider',
    label: 'finetune',
    soft: [-9, 9],
    hard: [-9, 9],
    hidden: true,
    shown_when: [[{ control: 'settings', in: [3] }]],
  };
  const asShot = { red: 2, green: 1, blue: 1.25 };
  const known = { ...facts, presets, asShot, camera: 'D750' };
  type Stored = Record<string, number>;
  const own = (now: Stored) => withOwnSettings([list, finetune], known, from(now));
  const settings = (now: Stored) => computedControl('temperature', own(now)[0]!, from(now), known)!;
  const tuned = (now: Stored) => computedControl('temperature', own(now)[1]!, from(now), known);
  const named = (now: Stored) => own(now)[0]!.options![settings(now).value]!.label;
  /** What an entry of the list stores. */
  const entry = (now: Stored, name: string) => {
    const at = own(now)[0]!.options!.findIndex(({ label }) => label === name);
    return settings(now).changesTo!(at);
  };
  const of42 = { red: 2, green: 1, blue: 1.4 };
  const of54 = { ...of42, preset: 2 };
  const shade = { red: Math.fround(2.4), green: 1, blue: Math.fround(1.2) };

  test("lists the presets of the picture's camera, not of the sample's", () => {
    expect(
      own(of42)[0]!
        .options!.slice(4)
        .map(({ label }) => label),
    ).toEqual(['as shot to reference', 'D750', 'shade', 'flash']);
  });

  test('of 5.x stores the number that a real 5.4.1 stored: behind the heading, which has one too', () => {
    expect(entry(of54, 'shade')).toEqual({ ...shade, preset: 6 });
    expect(entry(of54, 'flash').preset).toBe(7);
    expect(entry(of54, 'user modified')).toEqual({ preset: 2 });
    expect(entry(of54, 'as shot')).toEqual({ ...asShot, preset: 0 });
    expect(entry(of54, 'as shot to reference')).toEqual({ ...asShot, preset: 4 });
    expect(entry(of54, 'camera reference')).toEqual({ ...referenceOf(D750), preset: 3 });
    // Tuned there, it keeps its number.
    expect(tuned({ ...shade, preset: 6 })!.changesTo!(3)).toEqual({
      red: 2.5,
      green: 1,
      blue: Math.fround(1.1),
      preset: 6,
    });
  });

  test('stands where 5.x says, and before at what has these multipliers', () => {
    expect(named({ ...asShot, preset: 4 })).toBe('as shot to reference');
    expect(named({ ...shade, preset: 2 })).toBe('user modified');
    expect(named({ ...shade, preset: 6 })).toBe('shade');
    expect(named(asShot)).toBe('as shot');
    expect(named({ ...referenceOf(D750) })).toBe('camera reference');
    expect(named(shade)).toBe('shade');
    expect(named(of42)).toBe('user modified');
    expect(entry(of42, 'as shot')).toEqual(asShot);
  });

  test('what is not known of the picture cannot be chosen', () => {
    const [bare] = withOwnSettings([list], {}, from(of42));
    expect(bare!.options!.filter(({ disabled }) => !disabled).map(({ label }) => label)).toEqual(['']);
    expect(asShotOf(from(asShot), D750)).toEqual(asShot);
    // 4.2 with a modern chromatic adaptation.
    expect(asShotOf(from({ ...referenceOf(D750) }), D750)).toBeNull();
    expect(asShotOf(undefined, D750)).toBeNull();
  });

  test('has a fine tuning while a preset with a table is stored, as far as that reaches', () => {
    expect(own(shade)[1]).toMatchObject({ hidden: false, soft: [-2, 3], hard: [-2, 3], step: 1 });
    expect(isShown(own(shade)[1]!, { stored: from(shade), position: () => undefined })).toBe(true);
    expect(tuned(shade)!.value).toBe(0);
    expect(tuned(shade)!.changesTo!(3)).toEqual({ red: 2.5, green: 1, blue: Math.fround(1.1) });
    // Half way between two of the table: the mean of their inverses.
    const between = tuned(shade)!.changesTo!(-1) as typeof shade;
    expect(1 / between.red).toBeCloseTo((1 / 2 + 1 / 2.4) / 2, 6);
    expect(1 / between.blue).toBeCloseTo((1 / 1.6 + 1 / 1.2) / 2, 6);
    expect(tuned(between)!.value).toBe(-1);
    // The list stays at the preset, and another one keeps the tuning if it has it.
    expect(named(between)).toBe('shade');
    const flash = entry(between, 'flash');
    expect(flash).toEqual({ red: Math.fround(2.2), green: 1, blue: Math.fround(1.3) });
    for (const none of [flash, of42])
      expect(isShown(own(none)[1]!, { stored: from(none), position: () => undefined })).toBe(false);
  });
});
