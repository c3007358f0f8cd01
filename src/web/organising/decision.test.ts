import { describe, expect, test } from 'vitest';
import type { ColorLabel } from '../../contract/color-labels.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import { changeOf, decide, type Decision, labelOfKey } from './decision.ts';
import { marksBefore, marksOf, withMarks } from './marks.ts';

const picture = (rating: number, ...color_labels: ColorLabel[]) => ({ rating, color_labels });

describe('rejects and labels toggle as in darktable', () => {
  const rejected = (on: boolean): Decision => ({ is: 'rejected', on });
  const red = (on: boolean): Decision => ({ is: 'labelled', label: 'red', on });
  test.each([
    ['none has it: all get it', 'red', [picture(1), picture(2, 'blue')], 2, red(true)],
    ['one lacks it: all get it', 'red', [picture(1, 'red'), picture(2)], 2, red(true)],
    ['all have it: all lose it', 'red', [picture(1, 'red'), picture(2, 'blue', 'red')], 2, red(false)],
    ['one that is known lacks it, whatever the others have', 'red', [picture(1)], 9, red(true)],
    ['those that are known have it: the others decide', 'red', [picture(1, 'red')], 9, null],
    ['one is not rejected: all are', 'reject', [picture(-1), picture(0)], 2, rejected(true)],
    ['all are rejected: none is', 'reject', [picture(-1), picture(-1)], 2, rejected(false)],
  ] as const)('%s', (_, wish, known, count, wanted) => {
    expect(decide(wish, known, count)).toEqual(wanted);
  });
});

test('a mark that only some of a selection have is set on all by the first press and taken off by the second; stars behind rejects survive', () => {
  type Known = ReturnType<typeof picture>;
  const press = (wish: Parameters<typeof decide>[0], all: readonly Known[], stars: readonly number[] = []) => {
    const decision = decide(wish, all, all.length);
    if (!decision) throw new Error('All are known.');
    return all.map((one, at) => withMarks(one, marksOf(changeOf(decision), stars[at])));
  };
  const some = [picture(3, 'red'), picture(0), picture(-1, 'red', 'blue')];
  const labelled = press('red', some);
  expect(labelled).toEqual([picture(3, 'red'), picture(0, 'red'), picture(-1, 'red', 'blue')]);
  expect(press('red', labelled)).toEqual([picture(3), picture(0), picture(-1, 'blue')]);
  const rejected = press('reject', some);
  expect(rejected.map(({ rating }) => rating)).toEqual([-1, -1, -1]);
  expect(press('reject', rejected, [3, 0, 5]).map(({ rating }) => rating)).toEqual([3, 0, 5]);
  const starred = press({ pressed: 1 }, [picture(1), picture(4)]);
  expect(starred.map(({ rating }) => rating)).toEqual([1, 1]);
  expect(press({ pressed: 1 }, starred).map(({ rating }) => rating)).toEqual([0, 0]);
});

test('stars do not toggle', () => {
  const rated: Decision = { is: 'rated', stars: 3 };
  expect(decide({ stars: 3 }, [picture(3)], 1)).toEqual(rated);
  expect(decide({ pressed: 3 }, [picture(3)], 1)).toEqual(rated);
  expect(changeOf(rated)).toEqual({ rating: 3 });
});

test('only the first star, pressed where all have just that, clears', () => {
  const stars = (count: number): Decision => ({ is: 'rated', stars: count });
  expect(decide({ pressed: 1 }, [picture(1), picture(1)], 2)).toEqual(stars(0));
  expect(decide({ pressed: 1 }, [picture(1), picture(2)], 2)).toEqual(stars(1));
  expect(decide({ pressed: 1 }, [picture(-1)], 1)).toEqual(stars(1));
  expect(decide({ pressed: 1 }, [picture(1)], 5)).toBeNull();
  expect(decide({ stars: 1 }, [picture(1)], 1)).toEqual(stars(1));
});

test('tags, texts and places are shown ahead, too', () => {
  const before = { ...picture(2), tags: ['sea', 'a|b'], title: 'Coast', latitude: 48.5 };
  const change: ImageChange = { tags: { add: ['"quoted" 🦭', 'sea'], remove: ['a|b'] }, title: null, latitude: 12 };
  const shown = withMarks(before, marksOf(change, undefined));
  expect(shown).toEqual({ ...before, tags: ['sea', '"quoted" 🦭'], title: null, latitude: 12 });
  const back = withMarks(shown, marksBefore(change, before, undefined));
  expect({ ...back, tags: back.tags.toSorted() }).toEqual({ ...before, tags: ['a|b', 'sea'] });
});

test('what is shown ahead is what the service stores, and the way back leads to where it began', () => {
  const reject: Decision = { is: 'rejected', on: true };
  const before = picture(4, 'red', 'green');
  const shown = withMarks(before, marksOf(changeOf(reject), undefined));
  expect(shown).toEqual(picture(-1, 'red', 'green'));
  expect(withMarks(shown, marksBefore(changeOf(reject), before, undefined))).toEqual(before);
  const takenBack: Decision = { is: 'rejected', on: false };
  expect(changeOf(takenBack)).toEqual({ rejected: false });
  expect([
    withMarks(shown, marksOf(changeOf(takenBack), 4)).rating,
    withMarks(shown, marksOf(changeOf(takenBack), undefined)).rating,
  ]).toEqual([4, 0]);
  const noGreen: Decision = { is: 'labelled', label: 'green', on: false };
  const without = withMarks(before, marksOf(changeOf(noGreen), undefined));
  expect(without).toEqual(picture(4, 'red'));
  expect(withMarks(without, marksBefore(changeOf(noGreen), before, undefined))).toEqual(before);
});

test('F1 to F5 are the labels in the order of darktable', () => {
  expect(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F'].map(labelOfKey)).toEqual([
    'red',
    'yellow',
    'green',
    'blue',
    'purple',
    undefined,
    undefined,
  ]);
});
