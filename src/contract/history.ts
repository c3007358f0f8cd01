import { z } from 'zod';
import { ChangeResult } from './image-change.ts';
import { Matching } from './many-images.ts';
import { MOST_IDS } from './most-ids.ts';

/** As many as are told of a step. */
export const MOST_CHANGED = 20;

/** A step of a develop history, undone ones included. */
export const HistoryStep = z
  .object({
    num: z.int().describe('Step number, from 0, without gaps: darktable counts steps, whatever numbers they have'),
    operation: z.string().describe("darktable's name, such as exposure"),
    label: z.string().describe('The name shown in darktable'),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    multi_name: z.string().describe('The name that the user gave the instance'),
    module_version: z.int().describe('Version of the parameters'),
    enabled: z.boolean(),
    in_force: z.boolean().describe('Below the end. The next edit in darktable drops the others'),
    changed: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        `The parameters that differ from the step before of the same instance, by their paths, at most ${MOST_CHANGED}; of its first step, from darktable's defaults as far as these are known. Absent: unknown`,
      ),
    time: z.int().nullable().describe('When Safelight stored it, in Unix milliseconds; null: darktable does not tell'),
  })
  .meta({ id: 'HistoryStep' });
export type HistoryStep = z.infer<typeof HistoryStep>;

export const ImageHistory = z
  .object({
    image_id: z.int(),
    end: z.int().min(0).describe('How many steps are in force; 0 shows the picture as it was imported'),
    steps: z.array(HistoryStep).describe('Oldest first'),
  })
  .meta({ id: 'ImageHistory' });
export type ImageHistory = z.infer<typeof ImageHistory>;

export const HistoryPatch = z
  .strictObject({
    end: z.int('must be an integer').min(0, 'must be 0 or more').describe('How many steps shall be in force'),
  })
  .meta({ id: 'HistoryPatch' });

/** The images that a look is put on. */
export const LookTargets = z.union([
  z
    .array(z.int('must be image ids'))
    .min(1, 'must name at least one image')
    .max(MOST_IDS, `may have at most ${MOST_IDS} images`)
    .meta({ uniqueItems: true })
    .describe('Image ids without repeats'),
  z.strictObject({ filter: Matching.describe('The query parameters of `GET /images`: all matching images') }),
]);
export type LookTargets = z.infer<typeof LookTargets>;

/** The modules that are taken from an image. */
export const CopiedModules = z
  .union([z.literal('all'), z.array(z.string().min(1).max(20)).min(1).max(200)])
  .default('all')
  .describe(
    "all: what darktable's own copy takes, so not lens correction, orientation, white balance and deprecated modules. Or these operations",
  );

/** When a look is put on images. */
export const WhenPut = z
  .enum(['now', 'darktable_closed'], 'must be now or darktable_closed')
  .default('now')
  .describe(
    'darktable_closed: while darktable has the library open it waits, with the edits and for the images of this moment, until darktable is closed',
  );

/** Which edits go from one image to others. */
export const HistoryCopy = z
  .strictObject({
    from: z.int('must be the id of an image').describe('The image whose edits are copied'),
    to: LookTargets.describe('The images that get them'),
    modules: CopiedModules,
    mode: z
      .enum(['append', 'replace'], 'must be append or replace')
      .default('append')
      .describe('append: on top of the edits that an image has. replace: in their place'),
    when: WhenPut,
  })
  .meta({ id: 'HistoryCopy' });
export type HistoryCopy = z.input<typeof HistoryCopy>;

/** What a dry run lists at most. */
export const MOST_PLANS = 1_000;

/** What would become of images that all change alike. */
export const EditsPlan = z
  .object({
    images: z.array(z.int()).describe('Their ids'),
    modules: z
      .array(
        z.object({
          operation: z.string().describe("darktable's name, such as exposure"),
          label: z.string().describe('The name shown in darktable'),
          multi_priority: z.int().describe('Number of the instance in these images, 0 for the first'),
          multi_name: z.string().describe('The name of the instance'),
          becomes: z
            .enum(['changed', 'new', 'removed'])
            .describe('new: they do not have this instance. removed: it goes'),
        }),
      )
      .describe('The instances whose parameters, blending or switch would differ'),
    without_raw_data: z
      .array(z.string())
      .describe('Operations among them that work on raw data, which these images do not have: they would do nothing'),
  })
  .meta({ id: 'EditsPlan' });
export type EditsPlan = z.infer<typeof EditsPlan>;

/** How it ended to put edits on images. */
export const EditsResult = ChangeResult.extend({
  plans: z
    .array(EditsPlan)
    .optional()
    .describe(`Only of a dry run: what would change in the images, those of most images first, at most ${MOST_PLANS}`),
  seconds: z
    .int()
    .optional()
    .describe('Only of a dry run while darktable is open: how long its plugin would take, estimated'),
  refused_now: z
    .string()
    .optional()
    .describe(
      'Only of a dry run while darktable is open, without a plugin that can do it, or for more images than that takes at once: why it would be refused now',
    ),
}).meta({ id: 'EditsResult' });
export type EditsResult = z.infer<typeof EditsResult>;
