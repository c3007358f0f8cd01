import { expect, test } from 'vitest';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { isStoredAs, takenBack } from './stored-as.ts';

/** exposure, version 7 (darktable 5.4): one more switch at the end. */
const exposure7 = (ev: number, more = 1) => packParams('iffffii', 0, 0.01, ev, 50, -4, 0, more);
const edit = {
  operation: 'exposure',
  module: 6,
  before: { enabled: true, params: exposureParams(0.5, 0.01) },
  after: { enabled: true, params: exposureParams(1, 0.01) },
  blendVersion: null,
};
const row = (module: number, params: Uint8Array, enabled = true) => ({
  module,
  enabled,
  params,
  blendVersion: 11,
  blendParams: null,
});

test('byte for byte where the version is the same', () => {
  expect(isStoredAs(row(6, exposureParams(1, 0.01)), edit)).toBe(true);
  expect(isStoredAs(row(6, exposureParams(1, 0.02)), edit)).toBe(false);
  expect(isStoredAs(row(6, exposureParams(1, 0.01), false), edit)).toBe(false);
});

test('by the names that were changed where a newer darktable made a newer version of it', () => {
  expect(isStoredAs(row(7, exposure7(1)), edit)).toBe(true);
  expect(isStoredAs(row(7, exposure7(1.1)), edit)).toBe(false);
  expect(isStoredAs(row(7, exposure7(1), false), edit)).toBe(false);
  expect(isStoredAs(row(7, exposureParams(1)), edit)).toBe(false);
  expect(isStoredAs(row(5, exposureParams(1)), edit)).toBe(false);
  expect(isStoredAs(row(99, exposure7(1)), edit)).toBe(false);
});

test('switched off and on', () => {
  const off = { ...edit, after: { ...edit.before, enabled: false } };
  expect(isStoredAs(row(7, exposure7(0.5), false), off)).toBe(true);
  expect(isStoredAs(row(7, exposure7(0.5)), off)).toBe(false);
  expect(takenBack(row(7, exposure7(0.5), false), off)).toEqual({
    enabled: true,
    params: new Uint8Array(exposure7(0.5)),
  });
});

test('taking it back brings values back that nobody could set now', () => {
  const wild = { ...edit, before: { enabled: true, params: exposureParams(30, 0.01) } };
  expect(takenBack(row(7, exposure7(1)), wild)).toEqual({ enabled: true, params: new Uint8Array(exposure7(30)) });
});

test('taking it back keeps what only the newer version has', () => {
  expect(takenBack(row(6, exposureParams(1, 0.01)), edit)).toBe(edit.before);
  expect(takenBack(row(7, exposure7(1, 1)), edit)).toEqual({
    enabled: true,
    params: new Uint8Array(exposure7(0.5, 1)),
  });
  expect(takenBack(row(99, exposure7(1)), edit)).toBeNull();
});
