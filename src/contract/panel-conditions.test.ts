import { expect, test } from 'vitest';
import { isEnabled, isShown, type PanelState } from './panel-conditions.ts';

const state = (fields: Record<string, number>, positions: Record<string, number> = {}): PanelState => ({
  stored: (field) => fields[field],
  position: (label) => positions[label],
});

test('a control without conditions is as the sample had it', () => {
  expect(isShown({ kind: 'slider' }, state({}))).toBe(true);
  expect(isShown({ kind: 'slider', hidden: true }, state({}))).toBe(false);
  expect(isEnabled({ kind: 'button', disabled: true }, state({}))).toBe(false);
});

/** The notebook of denoise (profiled). */
const notebook = {
  kind: 'tabs',
  hidden: true,
  shown_when: [
    [
      { field: 'mode', in: [1, 4] },
      { field: 'use_new_vst', in: [0] },
    ],
    [
      { field: 'mode', in: [1, 4] },
      { field: 'use_new_vst', in: [1] },
      { field: 'wavelet_color_mode', in: [0] },
    ],
  ],
} as const;

test.each([
  [{ mode: 1, use_new_vst: 0, wavelet_color_mode: 1 }, true],
  [{ mode: 4, use_new_vst: 1, wavelet_color_mode: 0 }, true],
  [{ mode: 4, use_new_vst: 1, wavelet_color_mode: 1 }, false],
  [{ mode: 0, use_new_vst: 0, wavelet_color_mode: 0 }, false],
])('with %o one of the lists holds: %s', (fields, shown) => {
  const control = {
    ...notebook,
    shown_when: notebook.shown_when.map((list) => list.map((one) => ({ ...one, in: [...one.in] }))),
  };
  expect(isShown(control, state(fields))).toBe(shown);
});

test('a control can follow the position of one that stores nothing', () => {
  const control = { kind: 'slider' as const, shown_when: [[{ control: 'color control sliders', in: [0, 2] }]] };
  expect(isShown(control, state({}, { 'color control sliders': 2 }))).toBe(true);
  expect(isShown(control, state({}, { 'color control sliders': 1 }))).toBe(false);
});

test('what is not known hides nothing', () => {
  expect(isShown({ kind: 'slider', hidden: true, shown_when: [[{ field: 'mode', in: [1] }]] }, state({}))).toBe(true);
});

test('a control can be gray', () => {
  const control = { kind: 'slider' as const, enabled_when: [[{ field: 'enable_highlight_reconstruction', in: [1] }]] };
  expect(isEnabled(control, state({ enable_highlight_reconstruction: 0 }))).toBe(false);
  expect(isEnabled(control, state({ enable_highlight_reconstruction: 1 }))).toBe(true);
});
