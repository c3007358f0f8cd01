import { expect, test } from 'vitest';
import { type Geometry, movePoint } from './picture-geometry.ts';

const whole: Geometry = { turn: 0, crop: [0, 0, 1, 1], bends: 'a', isBentAfterTurn: false, isBentAfterCrop: false };
const [CLOCKWISE, MIRRORED] = [5, 2];
const point = { x: 0.25, y: 0.1 };

test.each<[string, Partial<Geometry>, Partial<Geometry>, { x: number; y: number } | null]>([
  ['stays where nothing moves', {}, {}, point],
  ['moves with a crop', {}, { crop: [0.2, 0, 0.7, 0.5] }, { x: 0.1, y: 0.2 }],
  ['moves back when the crop goes', { crop: [0.2, 0, 0.7, 0.5] }, {}, { x: 0.325, y: 0.05 }],
  ['is nowhere when it was cut off', {}, { crop: [0.5, 0, 1, 1] }, null],
  ['turns clockwise with the picture', {}, { turn: CLOCKWISE }, { x: 0.9, y: 0.25 }],
  ['turns back', { turn: CLOCKWISE }, {}, { x: 0.1, y: 0.75 }],
  ['is mirrored', {}, { turn: MIRRORED }, { x: 0.75, y: 0.1 }],
  ['turns before it is cropped', {}, { turn: CLOCKWISE, crop: [0.5, 0, 1, 0.5] }, { x: 0.8, y: 0.5 }],
  ['cannot be told after a lens correction', {}, { bends: 'b' }, null],
  ['stays under what bends it as before', { isBentAfterTurn: true }, { isBentAfterTurn: true }, point],
  ['cannot be told when a turn comes before what bends', { isBentAfterTurn: true }, { turn: CLOCKWISE }, null],
  ['cannot be told within a frame', { isBentAfterCrop: true }, { crop: [0, 0, 0.5, 0.5] }, null],
])('a point %s', (_what, madeOn, shownNow, expected) => {
  const moved = movePoint(point, { ...whole, ...madeOn }, { ...whole, ...shownNow });
  if (expected === null) expect(moved).toBeNull();
  else {
    expect(moved!.x).toBeCloseTo(expected.x, 9);
    expect(moved!.y).toBeCloseTo(expected.y, 9);
  }
});
