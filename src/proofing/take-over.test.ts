import { expect, test } from 'vitest';
import { TakeoverRequest } from '../contract/proof-takeover.ts';
import { type Mark, type ProofMarks, UNMARKED } from '../contract/proofs.ts';
import { keptTags } from '../publishing/keep-metadata.ts';
import { type Ours, takeover } from './take-over.ts';

const PLAIN: Ours = { rating: 0, color_labels: [], tags: [], notes: null };
const NAMES = ['Anna', 'Ben|the, best'];

type Says = Partial<Mark> & { comment?: string };

/** One picture, and what each of the guests says of it. */
function plan(says: readonly Says[], asked: object = {}, ours: Partial<Ours> = {}) {
  const said: ProofMarks = {
    pictures: [{ picture: 'a', image_id: 4, filename: 'a.nef' }],
    guests: says.map((_, at) => ({ id: at + 1, name: NAMES[at]!, link: 1, done_at: null, final_text: '' })),
    marks: says.map(({ comment: _, ...mark }, at) => ({ ...UNMARKED, ...mark, picture: 'a', guest: at + 1, at: '' })),
    comments: says.flatMap(({ comment }, at) =>
      comment === undefined
        ? []
        : [
            {
              id: at,
              picture: 'a',
              guest: at + 1,
              text: comment,
              point: null,
              is_earlier: false,
              at: `2026-11-2${at}`,
            },
          ],
    ),
  };
  const image = { ...PLAIN, ...ours };
  return takeover(TakeoverRequest.parse(asked), said, new Map([['a', { imageId: 4, image }]]));
}

const why = (...asked: Parameters<typeof plan>) => plan(...asked).plan.conflicts.map((conflict) => conflict.why);
const change = (...asked: Parameters<typeof plan>) => plan(...asked).changes.get(4) ?? null;

test('marks become tags that say who gave them, and stars become stars', () => {
  expect(change([{ favorite: true, stars: 4, verdict: 'yes', comment: 'please without the uncle' }])).toEqual({
    rating: 4,
    tags: { add: ['client|Anna|favorite', 'client|Anna|yes', 'client|Anna|comment'] },
  });
  expect(change([{}, { favorite: true }])).toEqual({ tags: { add: ['client|Ben the best|favorite'] } });
  expect(change([{}])).toBeNull();
  expect(change([{ favorite: true }], {}, { tags: ['client|Anna|favorite'] })).toBeNull();
});

test('these tags never leave with a picture, and those that are alike do', () => {
  const tags = [
    ...change([{ favorite: true, comment: 'x' }])!.tags!.add!.map(String),
    'client|Miller',
    'client|Anna|3 stars',
  ];
  expect(keptTags({ drop_tags: [] }, { tags })).toEqual(['client|Miller']);
});

test.each([
  ['fill-empty', null, []],
  ['client-wins', 2, ['red']],
  ['higher-wins', null, ['red']],
] as const)('by the rule %s', (rule, rating, labels) => {
  const mapping = { favorite: { to: 'label', label: 'red' } };
  const asked = { rule, mapping };
  const [item] = plan([{ stars: 2, favorite: true }], asked, { rating: 3, color_labels: ['green'] }).plan.items;
  expect([item?.rating ?? null, item?.labels ?? []]).toEqual([rating, labels]);
  expect(why([{ stars: 2, favorite: true }], asked, { rating: 3, color_labels: ['green'] })).toEqual([
    'stars',
    'label',
  ]);
  expect(change([{ stars: 5 }], { rule })).toEqual({ rating: 5 });
});

test('as tags only, stars and labels are tags, and notes stay', () => {
  const asked = {
    rule: 'tags-only',
    comments: 'notes',
    mapping: { yes: { to: 'stars', stars: 5 }, no: { to: 'nothing' } },
  };
  expect(change([{ stars: 3, verdict: 'yes', comment: 'x' }, { verdict: 'no' }], asked)).toEqual({
    tags: { add: ['client|Anna|3 stars', 'client|Anna|yes', 'client|Anna|comment'] },
  });
});

test('where guests disagree the most stars count, and it is told', () => {
  const both = plan([{ stars: 2 }, { stars: 5 }]).plan;
  expect(both.items[0]!.rating).toBe(5);
  expect(both.conflicts).toMatchObject([
    {
      why: 'guests',
      guests: [
        { guest: 1, stars: 2 },
        { guest: 2, stars: 5 },
      ],
    },
  ]);
  expect(why([{ verdict: 'yes' }, { verdict: 'no' }])).toEqual(['guests']);
  expect(why([{ verdict: 'yes' }, { favorite: true }])).toEqual([]);
  expect(why([{ stars: 2 }, { stars: 5 }], { guests: [1] })).toEqual([]);
});

test('a reject stays one', () => {
  expect(change([{ stars: 5 }], { rule: 'client-wins' }, { rating: -1 })).toBeNull();
  expect(why([{ stars: 5 }], {}, { rating: -1 })).toEqual(['rejected']);
});

test('comments go below the notes that are there, once', () => {
  const asked = { comments: 'notes', mapping: { comment: { to: 'nothing' } } };
  const says = [{ comment: 'brighter' }, { comment: 'no, darker' }];
  const notes = 'Ours\nAnna: brighter\nBen|the, best: no, darker';
  expect(change(says, asked, { notes: 'Ours' })).toEqual({ notes });
  expect(change(says, asked, { notes })).toBeNull();
  const full = 'x'.repeat(9_990);
  expect([change(says, asked, { notes: full }), why(says, asked, { notes: full })]).toEqual([null, ['notes']]);
});

test('the id of a plan changes with the marks, the images and the request', () => {
  const ids = [
    plan([{ stars: 3 }]),
    plan([{ stars: 4 }]),
    plan([{ stars: 3 }], {}, { rating: 3 }),
    plan([{ stars: 3 }], { rule: 'client-wins' }),
  ].map((one) => one.plan.id);
  expect([new Set(ids).size, plan([{ stars: 3 }]).plan.id]).toEqual([4, ids[0]]);
});
