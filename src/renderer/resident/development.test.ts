import { expect, test } from 'vitest';
import { blend, circle, developed, maskManager, step } from '../../testing/develop-steps.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { developmentOf } from './development.ts';

const masked = (x: number, more = {}) =>
  developed({
    history: [maskManager(0), step(1, { params: exposureParams(2), blendParams: blend(1001), ...more })],
    masks: circle(x, 0.5),
  });
const numbersOf = (xmp: string) => [...xmp.matchAll(/mask_id="(\d+)"/g)].map(([, id]) => id);

test('a moved mask and its group have other numbers, an unmoved one keeps them', () => {
  const [here, there, again] = [0.3, 0.7, 0.3].map((x) => developmentOf(masked(x)));
  expect(again).toEqual(here);
  expect(new Set([...numbersOf(here!.xmp), ...numbersOf(there!.xmp)]).size).toBe(4);
  expect(here!.steps[1]!.content).not.toBe(there!.steps[1]!.content);
  expect([here!.uncached, there!.uncached]).toEqual(['', '']);
});

test.each([
  ['retouch', { operation: 'retouch' }],
  ['blending of an old version', { blendVersion: 5 }],
])('with %s masks keep their numbers, and nothing cached is used when one moves', (_name, more) => {
  const [here, there] = [0.3, 0.7].map((x) => developmentOf(masked(x, more)));
  expect(numbersOf(here!.xmp)).toEqual(['1000', '1001']);
  expect(here!.uncached).not.toBe(there!.uncached);
});

test('everything about a step counts, but not its number', () => {
  const contentOf = (more = {}) => developmentOf(developed({ history: [step(0, more)] })).steps[0]!.content;
  const contents = [
    contentOf(),
    contentOf({ enabled: false }),
    contentOf({ name: 'sky' }),
    contentOf({ blendParams: blend(7) }),
    contentOf({ params: exposureParams(1) }),
    contentOf({ module: 5 }),
  ];
  expect(new Set(contents).size).toBe(contents.length);
  expect(contentOf({ num: 4 })).toBe(contents[0]);
});

test('a group that names itself, or a mask that is missing, is no trouble', () => {
  const state = masked(0.3);
  const [shape, group] = state.masks;
  const points = Buffer.from(group!.points!);
  points.writeInt32LE(1001, 0);
  expect(numbersOf(developmentOf({ ...state, masks: [shape!, { ...group!, points }] }).xmp)).toHaveLength(2);
  expect(numbersOf(developmentOf({ ...state, masks: [group!] }).xmp)).toHaveLength(1);
});
