import { COLOR_LABELS } from '../../contract/color-labels.ts';
import type { MARKS_TAKEN } from '../../contract/proof-choices.ts';
import type { Becomes, TakeoverMapping } from '../../contract/proof-takeover.ts';
import type { Proof } from '../../contract/proofs.ts';

export type MarkTaken = (typeof MARKS_TAKEN)[number];

/** What a mark becomes, as the value of a field: `stars 4`, `label red`, `tag`, `nothing`; `stars` alone: as many as were given. */
export type BecomesValue = string;

const FIVE = [1, 2, 3, 4, 5] as const;
export const BECOMES: readonly BecomesValue[] = [
  'tag',
  ...FIVE.map((stars) => `stars ${stars}`),
  ...COLOR_LABELS.map((label) => `label ${label}`),
  'nothing',
];
export const STARS_BECOME: readonly BecomesValue[] = [
  'stars',
  ...BECOMES.filter((value) => !value.startsWith('stars')),
];

export function valueOf(becomes: TakeoverMapping[MarkTaken]): BecomesValue {
  if (becomes.to === 'label') return `label ${becomes.label}`;
  return 'stars' in becomes ? `stars ${becomes.stars}` : becomes.to;
}

function becomesOf(value: BecomesValue): Becomes {
  const [to, what] = value.split(' ');
  const label = COLOR_LABELS.find((one) => one === what);
  if (to === 'label' && label !== undefined) return { to, label };
  if (to === 'stars') return { to, stars: Number(what) };
  return to === 'tag' ? { to } : { to: 'nothing' };
}

export const mapped = (mapping: TakeoverMapping, mark: MarkTaken, value: BecomesValue): TakeoverMapping => ({
  ...mapping,
  [mark]: mark === 'stars' && value === 'stars' ? { to: 'stars' } : becomesOf(value),
});

/** Until something else is said, all that is no star becomes a tag, which takes nothing from anybody. */
export const FIRST_MAPPING: TakeoverMapping = {
  favorite: { to: 'tag' },
  stars: { to: 'stars' },
  yes: { to: 'tag' },
  maybe: { to: 'tag' },
  no: { to: 'tag' },
  comment: { to: 'tag' },
};

/** What guests of the proof could give. */
export function marksOf({ allows }: Proof): MarkTaken[] {
  return [
    ...(allows.favorite ? (['favorite'] as const) : []),
    ...(allows.stars ? (['stars'] as const) : []),
    ...(allows.verdict ? (['yes', 'maybe', 'no'] as const) : []),
    ...(allows.comments ? (['comment'] as const) : []),
  ];
}
