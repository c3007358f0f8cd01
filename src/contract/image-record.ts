import { z } from 'zod';
import { COLOR_LABELS } from './color-labels.ts';

export const ColorLabel = z.enum(COLOR_LABELS).meta({ id: 'ColorLabel' });
export type ColorLabel = z.infer<typeof ColorLabel>;

const text = z.string().nullable();
const number = z.number().nullable();
const unixMs = z.int().nullable().describe('Unix milliseconds');

/** One image as darktable's library describes it. Unknown numbers are null, never 0 or NaN. */
export const ImageRecord = z
  .object({
    id: z.int(),
    path: z.string().describe('Full path of the file'),
    filename: z.string(),
    film_id: z.int(),
    film_roll: z.string().describe('Folder of the film roll'),
    version: z.int().describe('Duplicate number, 0 for the first'),
    group_id: z.int().nullable(),
    width: z.int().nullable().describe('Pixels of the file, before any develop modules'),
    height: z.int().nullable(),
    aspect_ratio: number.describe('Width / height after the develop modules, as in the lighttable'),
    rating: z.int().min(-1).max(5).describe('Stars; -1 means rejected'),
    color_labels: z.array(ColorLabel),
    is_raw: z.boolean(),
    is_hdr: z.boolean(),
    is_altered: z.boolean().describe('Whether the image was edited in darktable'),
    has_local_copy: z
      .boolean()
      .describe(
        'darktable keeps a copy of the file on this computer; pictures are made of it while the original is away',
      ),
    datetime_taken: text.describe('ISO 8601, local wall time without zone, milliseconds when known'),
    maker: text,
    model: text,
    lens: text,
    exposure: number.describe('Seconds'),
    aperture: number.describe('f-number'),
    iso: number,
    focal_length: number.describe('Millimeters'),
    focus_distance: number.describe('Meters'),
    exposure_bias: number.describe('EV'),
    latitude: number,
    longitude: number,
    altitude: number.describe('Meters'),
    title: text,
    description: text,
    creator: text,
    publisher: text,
    rights: text,
    notes: text,
    tags: z.array(z.string()).describe("Names; darktable's internal tags are left out"),
    import_timestamp: unixMs,
    change_timestamp: unixMs,
    reject_waits: z
      .literal(true)
      .optional()
      .describe('Only while an open darktable cannot take its reject without losing the stars: it is made later'),
    preview_version: z.string().describe('Changes whenever a newer preview exists or the history changed'),
  })
  .meta({ id: 'Image' });
export type ImageRecord = z.infer<typeof ImageRecord>;

const page = { total: z.int().describe('How many items match'), limit: z.int(), offset: z.int() };

export const ImageList = z.object({ items: z.array(ImageRecord), ...page }).meta({ id: 'ImageList' });

export const Tag = z
  .object({
    id: z.int(),
    name: z.string().describe('The full name, with | between the branches'),
    parent: text.describe('The full name of the parent branch, or null'),
    leaf: z.string().describe('The last part of the name'),
    count: z.int().describe('Images with exactly this tag'),
  })
  .meta({ id: 'Tag' });
export const TagList = z.object({ items: z.array(Tag), ...page }).meta({ id: 'TagList' });
export type Tag = z.infer<typeof Tag>;

/** A node of the tag tree. The tag `people|Anna` makes a branch `people` even where no tag has that name. */
export const TagBranch = z
  .object({
    name: z.string().describe('The full name, with | between the branches'),
    leaf: z.string().describe('The last part of the name'),
    id: z.int().nullable().describe('The id of the tag with this name; null if only tags below it exist'),
    count: z.int().describe('Images with exactly this tag'),
    below: z.int().describe('Branches directly below it'),
  })
  .meta({ id: 'TagBranch' });
export const TagBranchList = z.object({ items: z.array(TagBranch), ...page }).meta({ id: 'TagBranchList' });
export type TagBranch = z.infer<typeof TagBranch>;

export const Film = z
  .object({
    id: z.int(),
    folder: z.string(),
    name: z.string().describe('The last part of the folder'),
    count: z.int(),
    first_taken: text,
    last_taken: text,
  })
  .meta({ id: 'Film' });
export const FilmList = z.object({ items: z.array(Film), ...page }).meta({ id: 'FilmList' });
export type Film = z.infer<typeof Film>;
