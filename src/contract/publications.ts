import { z } from 'zod';
import { Matching } from './many-images.ts';
import { MOST_IDS } from './most-ids.ts';
import { PlaceholderQuery } from './placeholders.ts';

/** More than anybody finds their way in. */
export const MOST_PUBLICATIONS = 100;

const filter = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .superRefine((sent, context) => {
    for (const { path, message } of Matching.safeParse(sent).error?.issues ?? [])
      context.addIssue({ code: 'custom', path, message });
  })
  .describe('The query parameters of `GET /images`, without `limit` and `offset`: all that match at each run');
const ids = z
  .array(z.int().min(0))
  .min(1)
  .max(MOST_IDS)
  .refine((list) => new Set(list).size === list.length, 'each image once');
export const PublicationSource = z.union([z.strictObject({ ids }), z.strictObject({ filter })]);
export type PublicationSource = z.infer<typeof PublicationSource>;

export const NewPublication = z
  .strictObject({
    name: z.string().trim().min(1, 'a name').max(100, 'at most 100 characters'),
    source: PublicationSource,
    recipe: z.int().min(1).describe('The id of an export recipe'),
    destination: z.int().min(1).describe('The id of a destination'),
    album: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe('The album or folder there; null: none, or the top folder'),
    when: z
      .enum(['by-hand', 'when-changed', 'at-night'])
      .default('by-hand')
      .describe('`when-changed`: after two minutes without a further change; `at-night`: between 1 and 5 o’clock'),
  })
  .meta({ id: 'NewPublication' });
export type NewPublication = z.infer<typeof NewPublication>;

/**
 * What a picture of a plan is: `new`; `unfinished`, an upload whose end is not known; `pixels` or `metadata`, changed here; `recipe`, made by
 * another recipe or another darktable; `gone-there`; `changed-there`, by somebody else; `gone-here`, no longer in the source; `failed`;
 * `unchanged`.
 */
export const STEP_KINDS = [
  'new',
  'unfinished',
  'pixels',
  'metadata',
  'recipe',
  'gone-there',
  'changed-there',
  'gone-here',
  'failed',
  'unchanged',
] as const;
export const StepKind = z.enum(STEP_KINDS);
export type StepKind = z.infer<typeof StepKind>;

/** What a run does only for those who say so. */
export const YES = [
  'recipe',
  'gone-there',
  'changed-there',
  'removals',
  'many-removals',
  'many-replacements',
  'failed',
  'other-destination',
  'start-anew',
] as const;
export const Yes = z.enum(YES);
export type Yes = z.infer<typeof Yes>;

/** What is asked when another place answers than before: it is the right one, and with the second, nothing there is ours yet. */
export const ANOTHER_PLACE: Yes[] = ['other-destination', 'start-anew'];

export const NewPlan = z
  .strictObject({
    add: ids.optional().describe('As if these images were added to its source, which must be a list of ids'),
  })
  .meta({ id: 'NewPublicationPlan' });
export type NewPlan = z.infer<typeof NewPlan>;

export const PlannedStep = z.object({
  image_id: z.int(),
  name: z.string().nullable().describe('Its name there; null: not named yet'),
  kind: StepKind,
  reason: z.string().nullable().describe('Why it failed, or what it waits for'),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/** More are counted, not listed. */
export const MOST_STEPS = 500;

export const PublicationPlan = z
  .object({
    id: z.string().describe('For the run: another plan has another id'),
    counts: z.record(StepKind, z.int().min(0)),
    needs: z.array(Yes).describe('What a run leaves out unless its `yes` has it'),
    problem: z.string().nullable().describe('Why nothing can be done'),
    upload: z
      .object({
        pictures: z.int().min(0),
        bytes: z
          .int()
          .min(0)
          .nullable()
          .describe('An estimate, by the sizes of what was sent before; null: nothing was sent before'),
      })
      .describe('What a run with every yes would send'),
    steps: z.array(PlannedStep).describe(`The first ${MOST_STEPS} that are not unchanged`),
  })
  .meta({ id: 'PublicationPlan' });
export type PublicationPlan = z.infer<typeof PublicationPlan>;

export const PublicationRun = z.object({
  began: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
  done: z.int().min(0),
  failed: z.int().min(0),
  problem: z.string().nullable(),
});
export type PublicationRun = z.infer<typeof PublicationRun>;

export const PublicationState = z.object({
  state: z.enum(['idle', 'running', 'waiting']),
  items: z.int().min(0).describe('Pictures there'),
  failed: z.int().min(0),
  done: z.int().min(0).describe('Of the present run'),
  of: z.int().min(0),
  problem: z.string().nullable().describe('What it waits for, or what somebody has to do'),
  next_try: z.iso.datetime().nullable(),
  runs: z.array(PublicationRun).describe('The last 20, newest first'),
});
export type PublicationState = z.infer<typeof PublicationState>;

export const Publication = NewPublication.extend({
  id: z.int().min(1),
  library: z
    .string()
    .nullable()
    .describe('The library.db whose images they are; null: for the scope `admin` alone, as it may name an account'),
  is_shown: z.boolean().describe('Whether it is the library that is shown'),
  progress: PublicationState,
}).meta({ id: 'Publication' });
export type Publication = z.infer<typeof Publication>;
export const PublicationList = z.object({ items: z.array(Publication) }).meta({ id: 'PublicationList' });

/** Which of these images are published, and how what is there stands. */
export const PublishedQuery = PlaceholderQuery;
export const PublishedImage = z.object({
  image_id: z.int(),
  publication_id: z.int().min(1),
  publication: z.string().describe('Its name'),
  sent_at: z.iso.datetime().nullable().describe('When the picture there was sent; null: nobody noted it'),
  kind: StepKind.describe('As in a plan, without a look at the destination: `unchanged` shows the image as it is now'),
  reason: z.string().nullable().describe('Why it failed'),
});
export type PublishedImage = z.infer<typeof PublishedImage>;
export const PublishedList = z.object({ items: z.array(PublishedImage) }).meta({ id: 'PublishedList' });
export type PublishedList = z.infer<typeof PublishedList>;

export const NewRun = z
  .strictObject({
    plan: z.string().describe('The id of the plan that was looked at'),
    yes: z.array(Yes).default([]).describe('What the run may do besides'),
  })
  .meta({ id: 'NewPublicationRun' });
export type NewRun = z.infer<typeof NewRun>;
