import { expect, test } from 'vitest';
import { merged } from './merged.ts';

const state = (exposure: number, black: number, enabled = true) => ({
  enabled,
  params: { exposure, black, points: [{ x: 0 }] },
  params_b64: `${exposure} ${black}`,
  blend: null,
});

test('nothing was changed elsewhere: the edit is stored as it is', () => {
  const patch = { params: { exposure: 1 } };
  expect(merged(state(0, 0), state(0, 0), patch)).toEqual({ patch, conflict: null });
});

test('another value was changed elsewhere: both stay', () => {
  const patch = { params: { exposure: 1, 'points[0].x': 0.5 } };
  expect(merged(state(0, 0), state(0, 0.1), patch)).toEqual({ patch, conflict: null });
  expect(merged(state(0, 0), state(0, 0, false), patch)).toEqual({ patch, conflict: null });
});

test('the same value was changed elsewhere: it is a conflict, the rest is stored', () => {
  expect(merged(state(0, 0), state(2, 0), { params: { exposure: 1, black: 0.1 } })).toEqual({
    patch: { params: { black: 0.1 } },
    conflict: { mine: { params: { exposure: 1 } }, theirs: { params: { exposure: 2 } } },
  });
  expect(merged(state(0, 0, true), state(0, 0, false), { enabled: true })?.conflict).toEqual({
    mine: { enabled: true },
    theirs: { enabled: false },
  });
});

test('to the same value: there is no conflict', () => {
  expect(merged(state(0, 0), state(1, 0), { params: { exposure: 1 } })?.conflict).toBeNull();
});

test('an edit of all bytes is not mixed with what was changed elsewhere', () => {
  expect(merged(state(0, 0), state(1, 0), { params_b64: 'AAAA' })).toBeNull();
});
