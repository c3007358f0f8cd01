import { z } from 'zod';
import { COLOR_LABELS, type ColorLabel } from './image-record.ts';

/** A whole number written in decimal digits, as a query string carries it. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?(0|[1-9]\d{0,15})$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int(`a whole number from ${min} to ${max}`).min(min, `at least ${min}`).max(max, `at most ${max}`))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

const rating = () => integer(-1, 5);
const flag = () =>
  z
    .enum(['true', 'false', '1', '0'], 'true, false, 1 or 0')
    .transform((word) => word === 'true' || word === '1')
    .meta({ override: { type: 'string', enum: ['true', 'false', '1', '0'] } });

/** A date or a date-time of the wall clock: no zone, as cameras know none. */
const WHEN = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?$/;

/**
 * A date or date-time as an inclusive bound in wall-clock milliseconds (as if the wall clock were UTC).
 * For a bare date or a time without seconds, `end` reaches to its last millisecond.
 */
export function wallClockBound(text: string, end: boolean): number | null {
  const match = WHEN.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction] = match;
  const ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? (end ? 23 : 0)),
    Number(minute ?? (end ? 59 : 0)),
    Number(second ?? (end ? 59 : 0)),
    fraction === undefined ? (end ? 999 : 0) : Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  // 2024-02-31 rolls over into March, and years below 100 mean 19xx to Date.UTC: neither is what was asked for.
  const date = new Date(ms);
  const same =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(day) &&
    (hour === undefined || date.getUTCHours() === Number(hour)) &&
    (minute === undefined || date.getUTCMinutes() === Number(minute)) &&
    (second === undefined || date.getUTCSeconds() === Number(second));
  return same ? ms : null;
}

const when = (end: boolean) =>
  z
    .string()
    .transform((text, context) => {
      const ms = wallClockBound(text, end);
      if (ms !== null) return ms;
      context.addIssue({
        code: 'custom',
        message: 'an ISO date (2024-05-01) or date-time without zone (2024-05-01T18:30:00)',
      });
      return z.NEVER;
    })
    .meta({ override: { type: 'string', examples: ['2024-05-01', '2024-05-01T18:30:00'] } });

const colorLabels = z
  .string()
  .transform((text, context): ColorLabel[] => {
    const labels = text.split(',').map((word) => {
      const name = word.trim().toLowerCase();
      return /^[0-4]$/.test(name) ? COLOR_LABELS[Number(name)]! : COLOR_LABELS.find((label) => label === name);
    });
    if (labels.every((label) => label !== undefined)) return [...new Set(labels)];
    context.addIssue({ code: 'custom', message: `any of ${COLOR_LABELS.join(', ')} or 0-4, divided by commas` });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', examples: ['red', 'red,blue', '0'] } });

export const SORT_KEYS = [
  'id',
  'filename',
  'datetime_taken',
  'import_timestamp',
  'change_timestamp',
  'rating',
  'film_roll',
  'aspect_ratio',
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** darktable counts images in 31 bits. */
const MAX_ID = 2 ** 31 - 1;
const offset = integer(0, Number.MAX_SAFE_INTEGER).optional().default(0).describe('How many to skip');
const limit = integer(1, 500).optional().default(50).describe('How many to answer with at most');

/** Which images to list. Arrives as a query string, so every value is text first. */
export const ImageQuery = z.strictObject({
  rating: rating().optional().describe('Exactly so many stars; -1 is rejected'),
  rating_min: rating().optional().describe('At least so many stars'),
  rating_max: rating().optional().describe('At most so many stars'),
  film_id: integer(0, MAX_ID).optional().describe('Only this film roll'),
  from: when(false).optional().describe('Taken at or after'),
  to: when(true).optional().describe('Taken at or before; a bare date includes that whole day'),
  color_label: colorLabels.optional().describe('Names or 0-4; several divided by commas find any of them'),
  is_raw: flag().optional().describe('Only raw files, or only others'),
  is_hdr: flag().optional().describe('Only HDR images, or only others'),
  is_edited: flag()
    .optional()
    .describe(
      'Only images edited in darktable (is_altered of their records), or only others; an addition of Safelight',
    ),
  search: z
    .string()
    .max(500, 'at most 500 characters')
    .optional()
    .describe('Words over file name, title, description, tags, film roll, camera and lens; "…" for a phrase'),
  tag: z
    .string()
    .min(1, 'a tag id or name')
    .max(1000, 'at most 1000 characters')
    .optional()
    .describe('Tag id or name; a branch matches all below it'),
  limit,
  offset,
  sort_by: z
    .enum(SORT_KEYS, `one of ${SORT_KEYS.join(', ')}`)
    .optional()
    .default('datetime_taken')
    .describe('Ties go by id; unknown values come last'),
  sort_dir: z
    .enum(['asc', 'desc'], 'asc or desc')
    .optional()
    .describe('Default: desc for datetime_taken, asc otherwise'),
});
export type ImageQuery = z.infer<typeof ImageQuery>;

/** Which tags or film rolls to list. */
export const NameQuery = z.strictObject({
  search: z.string().max(500, 'at most 500 characters').optional().describe('Part of the name, case ignored'),
  limit,
  offset,
});
export type NameQuery = z.infer<typeof NameQuery>;

export const FILM_SORT_KEYS = ['folder', 'last_taken'] as const;

/** Which film rolls to list, in which order. Ties are ordered by folder; rolls without a date come last. */
export const FilmQuery = NameQuery.extend({
  sort_by: z
    .enum(FILM_SORT_KEYS, FILM_SORT_KEYS.join(', '))
    .default('folder')
    .describe('By its folder, or by the last picture that was taken'),
  sort_dir: z.enum(['asc', 'desc'], 'asc, desc').optional().describe('Default: desc for last_taken, else asc'),
});
export type FilmQuery = z.infer<typeof FilmQuery>;

/** Which level of the tree of tags to list. */
export const TagBranchQuery = z.strictObject({
  parent: z
    .string()
    .max(1000, 'at most 1000 characters')
    .optional()
    .describe('The whole name of the branch above; left out: the top level'),
  limit,
  offset,
});
export type TagBranchQuery = z.infer<typeof TagBranchQuery>;

/** Which part of a list. */
export const PageQuery = z.strictObject({ limit, offset });
