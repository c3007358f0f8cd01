import { expect, test } from 'vitest';
import type { Point } from './drawing.ts';
import { ON_PICTURE } from './on-picture.ts';

const SIZE = { width: 600, height: 400 };
const known = (values: Record<string, number>) => (field: string) => values[field];
const { drawn: line, dragged: pullLine } = ON_PICTURE.graduatednd!;
const { drawn: ellipse, dragged: pullEllipse } = ON_PICTURE.vignette!;
const at = (form: ReturnType<typeof line>, name: string) => {
  const { x, y } = form!.handles.find((handle) => handle.name === name)!.at;
  return [Math.round(x), Math.round(y)];
};
const point = ([x, y]: number[]): Point => ({ x: x!, y: y! });
const rounded = (changes: Record<string, number>) =>
  Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, Number(value.toFixed(2))]));

test('the line of graduated density crosses the middle at the defaults, and goes down with its offset', () => {
  const level = line(known({ rotation: 0, offset: 50 }), SIZE);
  expect([at(level, 'from'), at(level, 'to')]).toEqual([
    [60, 200],
    [540, 200],
  ]);
  expect(at(line(known({ rotation: 0, offset: 75 }), SIZE), 'from')[1]).toBe(300);
  // Turned counterclockwise, by the angle that it has in a square picture.
  const turned = line(known({ rotation: 45, offset: 50 }), SIZE);
  expect([at(turned, 'from'), at(turned, 'to')]).toEqual([
    [60, 360],
    [540, 40],
  ]);
});

test('a line that leaves the picture alone is not drawn', () => {
  expect(line(known({ rotation: 45, offset: -80 }), SIZE)).toBeNull();
});

test('the line moves as it is, and turns around the other end', () => {
  const stored = known({ rotation: 0, offset: 50 });
  const drag = (handle: string, from: number[], to: number[]) =>
    rounded(pullLine(stored, SIZE, { handle, from: point(from), to: point(to), keepsShape: false }));
  expect(drag('line', [300, 200], [320, 240])).toEqual({ offset: 60 });
  expect(drag('line', [300, 200], [300, 999])).toEqual({ offset: 100 });
  // From (60, 200) to (540, 360): in a square picture, half of it down by 0.8 of it across.
  expect(drag('to', [540, 200], [540, 360])).toEqual({ rotation: -26.57, offset: 67.89 });
});

test('a turned line comes back as it was stored', () => {
  for (const rotation of [-170, -90, -30, 0, 20, 90, 135]) {
    const stored = known({ rotation, offset: 45 });
    const from = { x: 0, y: 0 };
    const same = rounded(pullLine(stored, SIZE, { handle: 'to', from, to: from, keepsShape: false }));
    expect(same).toEqual({ rotation, offset: 45 });
  }
});

const VIGNETTE = { scale: 80, falloff_scale: 50, 'center.x': 0, 'center.y': 0, autoratio: 0, whratio: 1, shape: 1 };

test('vignetting is a circle on the long side, or has the proportion of the picture', () => {
  const circle = ellipse(known(VIGNETTE), SIZE);
  expect([at(circle, 'middle'), at(circle, 'scale-x'), at(circle, 'scale-y')]).toEqual([
    [300, 200],
    [540, 200],
    [300, -40],
  ]);
  expect(at(circle, 'falloff-x')).toEqual([690, 200]);
  expect(at(ellipse(known({ ...VIGNETTE, autoratio: 1 }), SIZE), 'scale-y')).toEqual([300, 40]);
  const flat = ellipse(known({ ...VIGNETTE, whratio: 1.5, 'center.x': 0.5 }), SIZE);
  expect([at(flat, 'scale-x'), at(flat, 'scale-y')]).toEqual([
    [690, 200],
    [450, 80],
  ]);
});

test('its handles change one axis, all of it, or where it ends', () => {
  const drag = (handle: string, by: number[], change: Partial<typeof VIGNETTE> = {}, keepsShape = false) =>
    rounded(
      pullEllipse(known({ ...VIGNETTE, ...change }), SIZE, { handle, from: { x: 0, y: 0 }, to: point(by), keepsShape }),
    );
  expect(drag('middle', [60, -20])).toEqual({ 'center.x': 0.2, 'center.y': -0.1 });
  // From half axes of 240 to 120 across: half as wide as high.
  expect(drag('scale-x', [-120, 0])).toEqual({ scale: 80, whratio: 0.5 });
  expect(drag('scale-y', [0, 120])).toEqual({ scale: 80, whratio: 1.5 });
  expect(drag('scale-x', [-120, 0], {}, true)).toEqual({ scale: 40 });
  expect(drag('scale-y', [0, 80], { autoratio: 1 })).toEqual({ scale: 40 });
  expect(drag('falloff-x', [30, 0])).toEqual({ falloff_scale: 60 });
  expect(drag('falloff-y', [0, 999])).toEqual({ falloff_scale: 0 });
});
