import { expect, test } from 'vitest';
import type { LibraryReader } from '../library/connection.ts';
import { developed, step } from '../testing/develop-steps.ts';
import { packParams } from '../testing/pictures/params.ts';
import { leastSizeOf, mayBe } from './least-size.ts';

const BOX = { width: 720, height: 450 };
const reader = (width: number | null, height: number | null) =>
  ({ get: () => ({ width: width ?? 0, height: height ?? 0 }) }) as unknown as LibraryReader;
const crop = (left: number, top: number, right: number, bottom: number) =>
  step(1, { operation: 'crop', module: 1, params: packParams('ffffii', left, top, right, bottom, 0, 0) });

/** Whether that picture in a box of 720 × 450 may be one of a photograph of 6000 × 4000 pixels. */
const cases: [what: string, steps: ReturnType<typeof step>[], size: [number, number], may: boolean][] = [
  ['it fills the box', [], [675, 450], true],
  ['it is turned', [], [300, 450], true],
  ['it is one pixel', [], [1, 1], false],
  ['it is a line as long as the box', [], [720, 1], false],
  ['it is half as large as the box', [], [337, 225], false],
  ['it is a crop of a twentieth', [crop(0.5, 0.5, 0.55, 0.55)], [300, 200], true],
  ['it is one pixel, with that crop', [crop(0.5, 0.5, 0.55, 0.55)], [1, 1], false],
  ['a crop of a strip fills the box', [crop(0, 0.5, 1, 0.52)], [720, 10], true],
  ['it is turned by some degrees', [step(1, { operation: 'ashift', module: 5 })], [640, 420], true],
  ['it is one pixel, turned by some degrees', [step(1, { operation: 'ashift', module: 5 })], [1, 1], false],
];
test.each(cases)('a preview may be what a worker says: %s', (_what, history, [width, height], may) => {
  const least = leastSizeOf(reader(6000, 4000), developed({ history }));
  expect(mayBe({ width, height }, BOX, least!)).toBe(may);
});

test('small photographs stay small, exports have their size, and of an unknown size nothing is said', () => {
  const small = leastSizeOf(reader(300, 200), developed({ history: [] }))!;
  expect(mayBe({ width: 300, height: 200 }, BOX, small)).toBe(true);
  const large = leastSizeOf(reader(6000, 4000), developed({ history: [] }))!;
  expect(mayBe({ width: 5980, height: 3990 }, null, large)).toBe(true);
  expect(mayBe({ width: 675, height: 450 }, null, large)).toBe(false);
  expect(leastSizeOf(reader(null, null), developed({ history: [] }))).toBeNull();
});
