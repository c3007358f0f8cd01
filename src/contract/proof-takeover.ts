import { z } from 'zod';
import { COLOR_LABELS } from './color-labels.ts';
import { MARKS_TAKEN, MOST_PROOF_LINKS, TAKEOVER_RULES } from './proof-choices.ts';

const label = z.strictObject({ to: z.literal('label'), label: z.enum(COLOR_LABELS) });
const others = [z.strictObject({ to: z.literal('tag') }), z.strictObject({ to: z.literal('nothing') })] as const;

const Becomes = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('stars'), stars: z.int().min(1).max(5) }),
  label,
  ...others,
]);
/** What a mark of a guest becomes. A tag says who gave it: `client|Anna|yes`. */
export type Becomes = z.infer<typeof Becomes>;

/** The stars of a guest become as many, where they become stars. */
const StarsBecome = z.discriminatedUnion('to', [z.strictObject({ to: z.literal('stars') }), label, ...others]);

export const TakeoverMapping = z.strictObject({
  favorite: Becomes.default({ to: 'tag' }),
  stars: StarsBecome.default({ to: 'stars' }),
  yes: Becomes.default({ to: 'tag' }),
  maybe: Becomes.default({ to: 'tag' }),
  no: Becomes.default({ to: 'tag' }),
  comment: Becomes.default({ to: 'tag' }).describe('That there is one; `comments` says where its words go'),
});
export type TakeoverMapping = z.infer<typeof TakeoverMapping>;

export type MarkTaken = (typeof MARKS_TAKEN)[number];

const fields = {
  rule: z.enum(TAKEOVER_RULES).default('fill-empty'),
  mapping: TakeoverMapping.prefault({}),
  comments: z
    .enum(['notes', 'safelight'])
    .default('safelight')
    .describe("`notes`: added to darktable's notes. `safelight`: they stay in Safelight alone"),
  guests: z
    .array(z.int())
    .min(1)
    .max(10 * MOST_PROOF_LINKS)
    .optional()
    .describe('Whose marks; if omitted, those of all'),
};

export const TakeoverRequest = z.strictObject(fields).meta({ id: 'ProofTakeoverRequest' });
export type TakeoverRequest = z.infer<typeof TakeoverRequest>;

export const TakeoverRun = z
  .strictObject({ ...fields, plan: z.string().describe('The id of the plan that was looked at, of the same request') })
  .meta({ id: 'ProofTakeoverRun' });

/** How many conflicts and images a plan names. */
export const MOST_TAKEOVER_TOLD = 500;

const stars = z.int().min(-1).max(5);
const image = { picture: z.string(), image_id: z.int(), filename: z.string() };

/**
 * `guests`: they say something else of the same picture; the most stars and all labels count. `stars`, `label`: the image has others.
 * `rejected`: it is rejected, and stays so. `notes`: not all comments fit.
 */
export const TakeoverConflict = z.object({
  ...image,
  why: z.enum(['guests', 'stars', 'label', 'rejected', 'notes']),
  guests: z
    .array(z.object({ guest: z.int(), name: z.string(), marks: z.array(z.enum(MARKS_TAKEN)), stars: stars.nullable() }))
    .describe('Who said what; `stars`: what it would become, null: none'),
  our_stars: stars.describe('-1: rejected'),
  our_labels: z.array(z.enum(COLOR_LABELS)),
});
export type TakeoverConflict = z.infer<typeof TakeoverConflict>;

export const TakeoverItem = z.object({
  ...image,
  rating: z.int().min(1).max(5).nullable().describe('null: it stays'),
  labels: z.array(z.enum(COLOR_LABELS)).describe('Added'),
  tags: z.array(z.string()).describe('Added'),
  notes: z.string().nullable().describe('As a whole; null: they stay'),
});
export type TakeoverItem = z.infer<typeof TakeoverItem>;

export const TakeoverPlan = z
  .object({
    id: z.string().describe('Another one as soon as marks, images or the request are'),
    counts: z.object({
      marked: z.int().describe('Pictures that these guests marked or commented on'),
      changed: z.int().describe('How many of them would be changed'),
      stars: z.int(),
      labels: z.int(),
      tags: z.int(),
      notes: z.int(),
      conflicts: z.int(),
      missing: z.int().describe('How many are not in the library any more'),
    }),
    conflicts: z.array(TakeoverConflict).describe(`The first ${MOST_TAKEOVER_TOLD}`),
    items: z.array(TakeoverItem).describe(`The first ${MOST_TAKEOVER_TOLD} that would be changed`),
  })
  .meta({ id: 'ProofTakeoverPlan' });
export type TakeoverPlan = z.infer<typeof TakeoverPlan>;
