import { z } from 'zod';
import {
  MOST_OF_RANGE,
  RANGE_NAMES,
  type RangeBound,
  type RangeName,
  UNKNOWN_FIELDS,
  type UnknownField,
} from './capture-fields.ts';
import { COLOR_LABELS } from './color-labels.ts';
import type { ColorLabel } from './image-record.ts';
import { pointInTime, wallClockBound } from './iso-dates.ts';
import { readExposure } from './read-number.ts';
import { parseSearch } from './search-words.ts';

/** A whole number written in decimal digits, as a query string carries it. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?(0|[1-9]\d{0,15})$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int(`a whole number from ${min} to ${max}`).min(min, `at least ${min}`).max(max, `at most ${max}`))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

/** A number written in decimal digits, with a point where it has a fraction. */
const decimal = (most: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})(\.\d{1,6})?$/, `a number from 0 to ${most}`)
    .transform(Number)
    .pipe(z.number().max(most, `at most ${most}`))
    .meta({ override: { type: 'number', minimum: 0, maximum: most } });
/** As above, or as a dial has it: 1/250. */
const exposureTime = (most: number) =>
  z
    .string()
    .regex(/^(1\/)?(0|[1-9]\d{0,8})(\.\d{1,6})?$/, `a number from 0 to ${most}, or a fraction such as 1/250`)
    .transform((text, context) => {
      const seconds = readExposure(text);
      if (seconds !== null && seconds <= most) return seconds;
      context.addIssue({ code: 'custom', message: `at most ${most}` });
      return z.NEVER;
    })
    .meta({ override: { type: 'string', examples: ['0.5', '1/250'] } });
const RANGE_WORDS: Record<RangeName, string> = {
  focal_length: 'Focal length in millimeters',
  aperture: 'F-number',
  exposure: 'Exposure time in seconds, such as 0.5 or 1/250',
  iso: 'ISO',
  megapixels: 'Megapixels of the file',
};
const ranges = Object.fromEntries(
  RANGE_NAMES.flatMap((name) => {
    const [what, most] = [RANGE_WORDS[name], MOST_OF_RANGE[name]];
    const bound = (words: string) =>
      (name === 'exposure' ? exposureTime(most) : decimal(most))
        .optional()
        .describe(`${what}, ${words} this; compared as the page prints it`);
    return [
      [`${name}_min`, bound('at least')],
      [`${name}_max`, bound('at most')],
    ];
  }),
) as Record<RangeBound, z.ZodOptional<ReturnType<typeof decimal>>>;

const rating = () => integer(-1, 5);
export const flag = () =>
  z
    .enum(['true', 'false', '1', '0'], 'true, false, 1 or 0')
    .transform((word) => word === 'true' || word === '1')
    .meta({ override: { type: 'string', enum: ['true', 'false', '1', '0'] } });

/** Milliseconds of a text that `read` understands; else what is allowed. */
const when = (read: (text: string) => number | null, allowed: string, examples: string[]) =>
  z
    .string()
    .transform((text, context) => {
      const ms = read(text);
      if (ms !== null) return ms;
      context.addIssue({ code: 'custom', message: allowed });
      return z.NEVER;
    })
    .meta({ override: { type: 'string', examples } });

const taken = (end: boolean) =>
  when(
    (text) => wallClockBound(text, end),
    'an ISO date (2024-05-01) or date-time without zone (2024-05-01T18:30:00)',
    ['2024-05-01', '2024-05-01T18:30:00'],
  );
const moment = () =>
  when(
    pointInTime,
    'an ISO date (2024-05-01) or date-time (2024-05-01T18:30:00), with a zone (2024-05-01T18:30:00+02:00) or without',
    ['2024-05-01', '2024-05-01T18:30:00', '2024-05-01T16:30:00Z', '2024-05-01T18:30:00+02:00'],
  );

const colorLabels = z
  .string()
  .transform((text, context): ColorLabel[] => {
    const labels = text.split(',').map((word) => {
      const name = word.trim().toLowerCase();
      return /^[0-4]$/.test(name) ? COLOR_LABELS[Number(name)]! : COLOR_LABELS.find((label) => label === name);
    });
    if (labels.every((label) => label !== undefined)) return [...new Set(labels)];
    context.addIssue({ code: 'custom', message: `any of ${COLOR_LABELS.join(', ')} or 0-4, separated by commas` });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', examples: ['red', 'red,blue', '0'] } });

const unknownFields = z
  .string()
  .transform((text, context): UnknownField[] => {
    const fields = text.split(',').map((word) => UNKNOWN_FIELDS.find((field) => field === word.trim()));
    if (fields.every((field) => field !== undefined)) return [...new Set(fields)];
    context.addIssue({ code: 'custom', message: `any of ${UNKNOWN_FIELDS.join(', ')}, separated by commas` });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', examples: ['lens', 'focal_length,aperture'] } });
const name = (what: string) => z.string().min(1, what).max(500, 'at most 500 characters').optional();

/** As many as fit into 500 characters: each costs the time of a search. */
const MOST_WORDS = 250;

export const SORT_KEYS = [
  'id',
  'filename',
  'datetime_taken',
  'import_timestamp',
  'change_timestamp',
  'rating',
  'film_roll',
  'aspect_ratio',
  'album',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** darktable's image ids have 31 bits. */
const MAX_ID = 2 ** 31 - 1;
const filmIds = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,9})(,(0|[1-9]\d{0,9}))*$/,
    `a whole number from 0 to ${MAX_ID}, or several, separated by commas`,
  )
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => Math.max(...ids) <= MAX_ID, `at most ${MAX_ID}`)
  .meta({ override: { type: 'string', examples: ['3', '3,14'] } });
const offset = integer(0, Number.MAX_SAFE_INTEGER).optional().default(0).describe('How many items to skip');
const limit = integer(1, 500).optional().default(50).describe('The most items to return');

/** Which images to list. Arrives as a query string, so every value is text first. */
export const ImageQuery = z.strictObject({
  rating: rating().optional().describe('Exactly this many stars; -1 means rejected'),
  rating_min: rating().optional().describe('At least this many stars'),
  rating_max: rating().optional().describe('At most this many stars'),
  film_id: filmIds.optional().describe('Images of any of these film rolls. Separated by commas'),
  not_film_id: filmIds.optional().describe('Images of none of these film rolls. Separated by commas'),
  film_roll: name('a folder').describe(
    'Only film rolls with this folder or, if none has it, with this name as the last part of their folder. Case and accents do not matter',
  ),
  from: taken(false).optional().describe('Taken at or after this date'),
  to: taken(true).optional().describe('Taken at or before this date; a date without time includes the whole day'),
  hour: integer(0, 23).optional().describe('Taken in this hour of any day, by the clock of the camera'),
  camera: name('a model').describe(
    'Taken with this camera: the whole `model`, or the whole `maker` of an image without one. Case and accents do not matter',
  ),
  lens: name('a lens').describe('Taken with this lens: the whole `lens`. Case and accents do not matter'),
  ...ranges,
  unknown: unknownFields
    .optional()
    .describe(
      `Images that lack all of these: ${UNKNOWN_FIELDS.map((field) => `\`${field}\``).join(', ')}, separated by commas`,
    ),
  color_label: colorLabels.optional().describe('Names or 0-4, separated by commas: images with any of them'),
  is_raw: flag().optional().describe('true: only raw files; false: only other files'),
  is_hdr: flag().optional().describe('true: only HDR images; false: only other images'),
  is_edited: flag()
    .optional()
    .describe('true: only images edited in darktable (`is_altered`); false: only other images'),
  has_tag: flag()
    .optional()
    .describe('true: only images with a tag; false: only images without one. Tags of darktable itself do not count'),
  has_place: flag()
    .optional()
    .describe('true: only images with a place (`latitude` and `longitude`); false: only images without one'),
  is_duplicate: flag().optional().describe('true: only duplicates (`version` above 0); false: only other images'),
  in_group: flag().optional().describe('true: only images of a group of two or more; false: only images by themselves'),
  undecided: flag()
    .optional()
    .describe('true: only images without stars that are not rejected; false: only other images'),
  changed_since: moment()
    .optional()
    .describe(
      'Images whose `change_timestamp` is at or after this moment; a time without zone is the local time of the server. ' +
        'darktable sets it when an image is edited, not when it gets stars, labels or tags',
    ),
  group: z
    .enum(['leaders'], 'leaders')
    .optional()
    .describe(
      'leaders: of each group, one image: the leader or, where it does not fit, the nearest that does; images without a group stay',
    ),
  title: name('a text').describe('Part of `title`. Case and accents do not matter'),
  search: z
    .string()
    .max(4000, 'at most 4000 characters')
    .refine((text) => parseSearch(text).flat().length <= MOST_WORDS, `at most ${MOST_WORDS} words`)
    .optional()
    .describe(
      'Words in file name, title, description, tags, film roll, camera or lens; "…" for a phrase; `-` in front for images without it; ' +
        '`OR` between two words; fields such as `tag:`, `iso:>3200`, `date:2024-05`. What is no such form is searched as text',
    ),
  tag: z
    .string()
    .min(1, 'a tag id or name')
    .max(1000, 'at most 1000 characters')
    .optional()
    .describe(
      'Tag id or full name; a branch includes all tags below it. With `|` in front also the name of a branch below others, if no tag has it as ' +
        'its full name',
    ),
  without_places: flag()
    .optional()
    .describe(
      'true: `search`, `tag` and `film_roll` know neither folders nor tags of places, such as `places|iceland`',
    ),
  album: z
    .string()
    .min(1, 'an album id or name')
    .max(2000, 'at most 2000 characters')
    .optional()
    .describe(
      'Id or name of an album: the images with exactly this tag below `album|`. Case and accents do not matter if no name is the same',
    ),
  limit,
  offset,
  sort_by: z
    .enum(SORT_KEYS, `one of ${SORT_KEYS.join(', ')}`)
    .optional()
    .default('datetime_taken')
    .describe(
      'Images with equal values are sorted by id; unknown values come last. `album`: the order that people gave the `album`; images without a ' +
        'place in it come last, by capture time',
    ),
  sort_dir: z
    .enum(['asc', 'desc'], 'asc or desc')
    .optional()
    .describe('Default: desc for datetime_taken, asc otherwise'),
});
export type ImageQuery = z.infer<typeof ImageQuery>;
/** The filters alone. */
export type Filters = Omit<ImageQuery, 'limit' | 'offset' | 'sort_by' | 'sort_dir'>;

/** Which tags or film rolls to list. */
export const NameQuery = z.strictObject({
  search: z.string().max(500, 'at most 500 characters').optional().describe('Part of the name, case ignored'),
  limit,
  offset,
});
export type NameQuery = z.infer<typeof NameQuery>;

const FILM_SORT_KEYS = ['folder', 'last_taken'] as const;

/** Which film rolls to list, in which order. Ties are ordered by folder; rolls without a date come last. */
export const FilmQuery = NameQuery.extend({
  sort_by: z
    .enum(FILM_SORT_KEYS, FILM_SORT_KEYS.join(' or '))
    .default('folder')
    .describe('Sort by folder, or by the newest capture date in the film roll'),
  sort_dir: z.enum(['asc', 'desc'], 'asc or desc').optional().describe('Default: desc for last_taken, else asc'),
});
export type FilmQuery = z.infer<typeof FilmQuery>;

/** Which level of the tag tree to list. */
export const TagBranchQuery = z.strictObject({
  parent: z
    .string()
    .max(1000, 'at most 1000 characters')
    .optional()
    .describe('The full name of the parent branch; if omitted, the top level'),
  limit,
  offset,
});
export type TagBranchQuery = z.infer<typeof TagBranchQuery>;

/** Which part of a list. */
export const PageQuery = z.strictObject({ limit, offset });
