import { expect, test } from 'vitest';
import type { PanelControl } from '../../contract/panel.ts';
import { trackOf } from './slider-track.ts';

const slider = (facts: Partial<PanelControl>): PanelControl => ({ kind: 'slider', ...facts });
const exposure = slider({ soft: [-3, 4], hard: [-18, 18], digits: 3, step: 0.05 });
const right = slider({ soft: [0, 1], hard: [0, 1], digits: 2, factor: -100, shown_offset: 100, reversed: true });

test('the track of exposure runs from -3 to 4 EV', () => {
  const track = trackOf(exposure, exposure, 0);
  expect(track.positionOf(-3)).toBe(0);
  expect(track.positionOf(4)).toBe(1);
  expect(track.storedAt(0.5)).toBe(0.5);
});

test('a value that was typed beyond the track widens it', () => {
  const track = trackOf(exposure, exposure, 11);
  expect(track.positionOf(11)).toBe(1);
  expect(track.storedAt(0)).toBe(-3);
  expect(track.storedAt(1)).toBe(11);
});

test('what a slider shows is rounded to its digits', () => {
  expect(trackOf(exposure, exposure, 0).storedAt(0.123_456)).toBe(-2.136);
});

test('a reversed slider has the most on the left, and a share that is cut off grows to the right', () => {
  const track = trackOf(right, right, 1);
  expect(track.positionOf(1)).toBe(0);
  expect(track.positionOf(0.75)).toBeCloseTo(0.25);
  expect(track.storedAt(1)).toBe(0);
});

test('a bent track finds the way back', () => {
  const bent = slider({
    soft: [0, 100],
    hard: [0, 100],
    digits: 3,
    curve: [0, 0.01, 0.04, 0.1, 0.2, 0.35, 0.5, 0.7, 1],
  });
  const track = trackOf(bent, bent, 0);
  expect(track.storedAt(0.5)).toBe(20);
  for (const stored of [0, 0.5, 3, 27, 99, 100])
    expect(track.storedAt(track.positionOf(stored))).toBeCloseTo(stored, 2);
});

test('a value that is no number leaves the track alone', () => {
  expect(trackOf(exposure, exposure, NaN).positionOf(NaN)).toBe(0);
  expect(trackOf(exposure, exposure, NaN).storedAt(1)).toBe(4);
});
