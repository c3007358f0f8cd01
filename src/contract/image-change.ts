import { z } from 'zod';
import { COLOR_LABELS } from './color-labels.ts';
import { ImageRecord } from './image-record.ts';
import { COORDINATE_LIMITS } from './image-texts.ts';
import { Matching } from './many-images.ts';
import { MOST_IDS } from './most-ids.ts';
import { hasEmptyLevel, isOwnTag, LONGEST_TAG } from './tag-names.ts';
import { WaitingRejects } from './waiting-rejects.ts';

export const LONGEST_TEXT = 10_000;
/** How many images that could not be changed an answer names. */
export const MOST_FAILED = 100;

/** Line breaks and other control characters, and halves of a surrogate pair: nothing that darktable could show. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const UNFIT = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
export const UNFIT_IN_TEXTS = new RegExp(
  UNFIT.source.replace(String.raw`\u0000-\u001f`, String.raw`\u0000-\u0008\u000b-\u001f`),
);

export const TagName = z
  .string()
  .min(1, 'must not be empty')
  .max(LONGEST_TAG, `must be at most ${LONGEST_TAG} characters long`)
  .refine((name) => !UNFIT.test(name), 'must be one line of plain text')
  .refine((name) => !hasEmptyLevel(name), 'must not have empty levels: each | stands between two names')
  .refine((name) => !isOwnTag(name), "must not be one of darktable's own tags, which are all below darktable")
  .describe('Full name, with `|` between the branches');

const TagGiven = z.union([TagName, z.int().describe('Id of a tag')], 'must be the full name or the id of a tag');
const tagList = z.array(TagGiven).max(1_000);

const text = z
  .string('must be a text or null')
  .max(LONGEST_TEXT, `must be at most ${LONGEST_TEXT} characters long`)
  .refine((value) => !UNFIT_IN_TEXTS.test(value), 'must be plain text')
  .nullable()
  .describe('null or an empty text clears it');

const within = (limit: number, unit: string) => {
  const allowed = `must be a number from -${limit} to ${limit}, or null`;
  return z.number(allowed).min(-limit, allowed).max(limit, allowed).nullable().describe(`${unit}; null clears it`);
};

const RATING = 'must be a whole number from -1 (rejected) to 5';
const labels = z.array(z.enum(COLOR_LABELS, `must be one of ${COLOR_LABELS.join(', ')}`));

/** Something that is added and removed at once would be neither. Tags that are given by id and by name are compared once they are known. */
const haveNothingInCommon = <Item>({
  add = [],
  remove = [],
}: {
  add?: Item[] | undefined;
  remove?: Item[] | undefined;
}) => !remove.some((one) => add.includes(one));
const IN_BOTH = { message: 'has something that is in add, too', path: ['remove'] };

/** What is to be different about an image. What is left out stays. */
export const ImageChange = z
  .strictObject({
    rating: z
      .int(RATING)
      .min(-1, RATING)
      .max(5, RATING)
      .describe('Stars; -1 rejects and keeps the stars for later')
      .optional(),
    rejected: z
      .boolean('must be true or false')
      .describe('false takes a reject back and leaves the stars that were kept')
      .optional(),
    color_labels: z
      .union(
        [
          labels.describe('These and no others'),
          z
            .strictObject({ add: labels.optional(), remove: labels.optional() })
            .refine((both) => haveNothingInCommon(both), IN_BOTH),
        ],
        'must be a list of labels, or an object with add and remove',
      )
      .optional(),
    tags: z
      .strictObject({
        add: tagList.optional(),
        remove: tagList.optional(),
        set: tagList.describe("These and no others; darktable's own tags stay").optional(),
      })
      .refine(
        ({ add, remove, set }) => set === undefined || (add === undefined && remove === undefined),
        'give set, or add and remove, not both',
      )
      .refine((both) => haveNothingInCommon(both), IN_BOTH)
      .describe('By full name or id; a name that is not known yet becomes a tag')
      .optional(),
    title: text.optional(),
    description: text.optional(),
    creator: text.optional(),
    publisher: text.optional(),
    rights: text.optional(),
    notes: text.optional(),
    latitude: within(COORDINATE_LIMITS.latitude, 'Degrees north').optional(),
    longitude: within(COORDINATE_LIMITS.longitude, 'Degrees east').optional(),
    altitude: within(COORDINATE_LIMITS.altitude, 'Meters above sea level').optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'give at least one thing to change')
  .refine(({ rating, rejected }) => rating === undefined || rejected === undefined, {
    message: 'give rating or rejected, not both: a rating says whether the image is rejected',
    path: ['rejected'],
  })
  .meta({ id: 'ImageChange' });
export type ImageChange = z.infer<typeof ImageChange>;

export const ManyImageChanges = z
  .union([
    z.strictObject({
      ids: z.array(z.int()).min(1).max(MOST_IDS).meta({ uniqueItems: true }).describe('Image ids without repeats'),
      change: ImageChange,
    }),
    z.strictObject({
      filter: Matching.describe(
        'The query parameters of `GET /images`, without `limit` and `offset`: all matching images. Empty: all images',
      ),
      change: ImageChange,
    }),
  ])
  .meta({ id: 'ManyImageChanges' });

/** An image whose change is made, but for its reject. */
export const ImageWithWaitingReject = ImageRecord.extend({ waits: WaitingRejects }).meta({
  id: 'ImageWithWaitingReject',
});

/** How a change of many images ended. Each image counts once: as `changed`, `unchanged` or `failed`. */
export const ChangeResult = z
  .object({
    change: z.int().nullable().describe('Id of the change, for its undo; null if nothing was changed'),
    changed: z.int().min(0),
    unchanged: z.int().min(0).describe('Images that already were as requested'),
    failed: z.int().min(0).describe('Images that were not changed'),
    failures: z
      .array(z.object({ id: z.int(), reason: z.string() }))
      .describe(`The first ${MOST_FAILED} of them, with the reason`),
    waits: WaitingRejects.optional().describe(
      'Of these images, those whose reject waits: they show as rejected, and count as `changed`',
    ),
    sidecars: z
      .object({
        written: z.int().min(0),
        left: z.int().min(0).describe('Sidecars that do not say it: they were left as they are'),
        reasons: z
          .array(z.object({ id: z.int(), reason: z.string() }))
          .describe(`The first ${MOST_FAILED} of them, with the image and the reason`),
      })
      .optional()
      .describe('Missing where darktable writes them itself, and while a slow disk keeps Safelight writing'),
  })
  .meta({ id: 'ChangeResult' });
export type ChangeResult = z.infer<typeof ChangeResult>;

/** How far a dry run is, to whom asks for lines. */
export const DryRunProgress = ChangeResult.pick({ changed: true, unchanged: true, failed: true })
  .extend({ done: z.int().min(0).describe('Images looked at so far'), of: z.int().min(0).describe('Images in all') })
  .meta({ id: 'DryRunProgress' });
export type DryRunProgress = z.infer<typeof DryRunProgress>;

const flag = z.enum(['1', '0', 'true', 'false'], '1 or 0').optional();
export const DryRunQuery = z.strictObject({
  dry_run: flag
    .transform((word) => word === '1' || word === 'true')
    .describe('1: only say what would be changed')
    .meta({ override: { type: 'string', enum: ['1', '0', 'true', 'false'] } }),
});

/** A value of a field that changed: stars and coordinates are numbers, labels and tags are on or off. */
const FieldValue = z.union([z.boolean(), z.number(), z.string(), z.null()]);
export type FieldValue = z.infer<typeof FieldValue>;

export const FieldChange = z
  .object({
    image_id: z.int(),
    field: z
      .string()
      .describe(
        `\`stars\`, \`rejected\`, \`label:\` with one of ${COLOR_LABELS.join(', ')}, \`tag:\` with a full name, or the name of a text or coordinate; \`group\` with the image that leads it, \`image\` with its file name for one that was made or removed; \`module:\` with an operation; \`history\` with the number of steps in force`,
      ),
    before: FieldValue,
    after: FieldValue,
  })
  .meta({ id: 'FieldChange' });

export const CHANGE_KINDS = ['decision', 'tag', 'duplicate', 'group', 'remove', 'module', 'history', 'style'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One change as the journal keeps it. */
export const Change = z
  .object({
    id: z.int(),
    kind: z
      .enum(CHANGE_KINDS)
      .describe(
        'decision: stars, labels, tags, texts or places of images. tag: the tag itself. module: an edit of a develop module. history: the whole develop history. style: the style itself. Others: versions, groups, and what is in the library',
      ),
    tag: z
      .object({ before: z.string().nullable(), after: z.string().nullable() })
      .nullable()
      .describe('Of the kind `tag`: its full name before and after; null where there was none'),
    style: z
      .object({ before: z.string().nullable(), after: z.string().nullable() })
      .nullable()
      .describe('Of the kind `style`: its full name before and after; null where there was none'),
    time: z.int().describe('Unix milliseconds'),
    client: z.string().describe('Who made it'),
    route: z.enum(['direct', 'bridge']).describe('Straight into the library, or through darktable'),
    images: z.int().min(0).describe('How many images it changed'),
    undoes: z.int().nullable().describe('The change that this one took back'),
    undone_by: z.int().nullable().describe('The change that took this one back'),
    fields: z.array(FieldChange).describe('From what to what; of a large change, the first hundred'),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof Change>;

export const ChangeList = z
  .object({ items: z.array(Change), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'ChangeList' });
export type ChangeList = z.infer<typeof ChangeList>;

/** How far a change of several images is. */
export const ChangeProgress = z.object({
  change: z.int().describe('Id of the change'),
  kind: z.enum(CHANGE_KINDS),
  undoes: z.int().nullable().describe('The change that it takes back'),
  client: z.string(),
  done: z.int().describe('Images done so far'),
  of: z.int(),
  state: z.enum(['running', 'ended']),
});
export type ChangeProgress = z.infer<typeof ChangeProgress>;

/** How an undo ended: what was changed again since is left alone. */
export const UndoResult = ChangeResult.extend({
  left: z.array(FieldChange).describe('What was changed again since, and so was left as it is now: the first hundred'),
}).meta({ id: 'UndoResult' });
export type UndoResult = z.infer<typeof UndoResult>;
