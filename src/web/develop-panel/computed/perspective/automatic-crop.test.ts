import { describe, expect, test } from 'vitest';
import { changesOf } from '../follow-ups.ts';
import { automaticCrop } from './automatic-crop.ts';
import { largestInside } from './largest-inside.ts';
import { cornersOf, perspectiveOf } from './perspective.ts';

const [LARGEST_AREA, ORIGINAL_FORMAT] = [1, 2];
const defaults = {
  rotation: 0,
  lensshift_v: 0,
  lensshift_h: 0,
  shear: 0,
  f_length: 28,
  crop_factor: 1,
  orthocorr: 100,
  aspect: 1,
  mode: 0,
  cropmode: LARGEST_AREA,
  cl: 0,
  cr: 1,
  ct: 0,
  cb: 1,
};
const stored =
  (values: Partial<typeof defaults> = {}) =>
  (field: string) =>
    ({ ...defaults, ...values })[field as keyof typeof defaults];
const landscape = { width: 480, height: 320 };
const near = (cl: number, cr: number, ct: number, cb: number) => {
  const of = (value: number) => expect.closeTo(value, 2.3) as number;
  return { cl: of(cl), cr: of(cr), ct: of(ct), cb: of(cb) };
};

/** What the darkroom of 4.2.1 stored for a picture of 480 × 320. It stops looking within a few thousandths. */
describe('the margins are those of a real darkroom', () => {
  test.each<[Partial<typeof defaults>, [number, number, number, number]]>([
    [{ rotation: 5 }, [0.0483, 0.9517, 0.1101, 0.8898]],
    [{ rotation: 30, cropmode: ORIGINAL_FORMAT }, [0.242, 0.758, 0.3082, 0.6911]],
    [{ rotation: -8, cropmode: ORIGINAL_FORMAT }, [0.1149, 0.8849, 0.1522, 0.8478]],
    [{ rotation: 90, cropmode: ORIGINAL_FORMAT }, [0, 1, 0.277, 0.7215]],
    [{ rotation: 2, lensshift_v: 0.5, cropmode: ORIGINAL_FORMAT }, [0.1751, 0.8398, 0.0673, 0.848]],
    [{ rotation: 2, lensshift_v: 0.5 }, [0.2036, 0.8173, 0.067, 0.9702]],
    [{ rotation: 2, lensshift_v: 0.5, lensshift_h: -0.3 }, [0.1544, 0.7709, 0.1954, 0.9316]],
    [{ rotation: 2, lensshift_v: 0.5, lensshift_h: -0.3, shear: 0.1 }, [0.1997, 0.8624, 0.0098, 0.826]],
    [
      { rotation: 2, lensshift_v: 0.5, lensshift_h: -0.3, shear: 0.1, mode: 1, aspect: 1.3 },
      [0.2076, 0.8657, 0.0248, 0.8412],
    ],
  ])('%j', (values, there) => {
    expect(automaticCrop(stored(values), landscape)).toEqual(near(...there));
  });

  test('also where they can slide: then only their size is the same', () => {
    for (const [rotation, width, height] of [
      [30, 0.7953 - 0.2452, 0.6671 - 0.3062],
      [120, 0.7198 - 0.3563, 0.832 - 0.2861],
    ] as const) {
      const { cl, cr, ct, cb } = automaticCrop(stored({ rotation }), landscape)!;
      expect([(cr - cl) / width, (cb - ct) / height].map((ratio) => Math.abs(ratio - 1) < 0.02)).toEqual([true, true]);
      expect((cr - cl) * (cb - ct)).toBeGreaterThanOrEqual(width * height);
      expect([cl + cr, ct + cb]).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)]);
    }
  });

  test('and switch themselves off where a corner would lie behind the viewer', () => {
    const far = stored({ rotation: 45, lensshift_v: 2, lensshift_h: 1.8 });
    expect(automaticCrop(far, landscape)).toEqual({ cl: 0, cr: 1, ct: 0, cb: 1, cropmode: 0 });
    // Of a panorama there would be a strip, with which darktable may crash.
    const turned = stored({ rotation: 45, cropmode: ORIGINAL_FORMAT });
    expect(automaticCrop(turned, { width: 600, height: 100 })).toMatchObject({ cr: 1, cropmode: 0 });
    expect(automaticCrop(turned, { width: 300, height: 100 })).not.toHaveProperty('cropmode');
  });
});

test('a picture that is not turned, or not to be cropped, is whole', () => {
  const whole = { cl: 0, cr: 1, ct: 0, cb: 1 };
  for (const values of [{}, { cropmode: ORIGINAL_FORMAT }, { rotation: 5, cropmode: 0 }]) {
    expect(automaticCrop(stored(values), landscape)).toEqual(whole);
  }
  expect(automaticCrop((field) => (field === 'shear' ? undefined : stored()(field)), landscape)).toBeNull();
});

test('no corner of the rectangle is empty, and none around it that is larger fits', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = (spread: number, at: number) => ((Math.sin(seed * 12.9898 + at * 78.233) * 43758.5453) % 1) * spread;
    const values = {
      rotation: random(180, 1),
      lensshift_v: random(0.8, 2),
      lensshift_h: random(0.8, 3),
      shear: random(0.3, 4),
    };
    const corners = cornersOf(perspectiveOf(stored(values))!, { width: 1, height: 0.667 });
    if (!corners) continue;
    const box = largestInside(corners)!;
    const points = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => [x, y] as const));
    const sides = corners.map((from, at) => [from, corners[(at + 1) % 4]!] as const);
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
    /** How far a point lies on the middle's side of a line. */
    const inside = (point: readonly [number, number], [from, to]: (typeof sides)[number]) => {
      const of = ([x, y]: readonly [number, number]) =>
        (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
      return (of(point) * Math.sign(of(middle))) / Math.hypot(to[0] - from[0], to[1] - from[1]);
    };
    const gaps = sides.map((side) => Math.min(...points.map((point) => inside(point, side))));
    expect(Math.min(...gaps), JSON.stringify(values)).toBeGreaterThan(-1e-6);
    // It is held by two sides at least.
    expect(gaps.filter((gap) => gap < 1e-6).length, JSON.stringify(values)).toBeGreaterThanOrEqual(2);
  }
});

test('whatever turns the picture stores the margins too, where its size is known', () => {
  const alsoSets = ['cl', 'cr', 'ct', 'cb', 'cropmode'];
  const moved = (facts?: { inputSize: typeof landscape }) =>
    changesOf('ashift', { field: 'rotation', to: 5, alsoSets }, (field) => stored()(field), facts);
  expect(moved({ inputSize: landscape })).toEqual({ rotation: 5, ...near(0.0483, 0.9517, 0.1101, 0.8898) });
  expect(moved()).toEqual({ rotation: 5 });
});
