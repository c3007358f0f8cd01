import { z } from 'zod';
import { LONGEST_ALBUM_NAME } from './album-names.ts';
import { UNFIT } from './image-change.ts';
import { MOST_IDS } from './most-ids.ts';
import { hasEmptyLevel } from './tag-names.ts';

export const AlbumName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LONGEST_ALBUM_NAME, `must be at most ${LONGEST_ALBUM_NAME} characters long`)
  .refine((name) => !UNFIT.test(name), 'must be one line of plain text')
  .refine((name) => !hasEmptyLevel(name), 'must not have empty levels: each | stands between two names')
  .describe('What stands behind `album|` in the tag, with `|` between the branches');

const imageIds = z.array(z.int()).min(1).max(MOST_IDS).meta({ uniqueItems: true });
const isWithoutRepeats = (ids: readonly number[]) => new Set(ids).size === ids.length;
const REPEATED = 'must not name an image twice';

export const NewAlbum = z
  .strictObject({
    name: AlbumName,
    ids: imageIds.refine(isWithoutRepeats, REPEATED).describe('Its first images, in this order').optional(),
  })
  .meta({ id: 'NewAlbum' });
export type NewAlbum = z.infer<typeof NewAlbum>;

export const AlbumPatch = z
  .strictObject({
    name: AlbumName.describe('Its new name').optional(),
    cover: z.int('must be the id of an image, or null').nullable().describe('null: its first image').optional(),
  })
  .refine(({ name, cover }) => name !== undefined || cover !== undefined, 'give at least one thing to change')
  .meta({ id: 'AlbumPatch' });

export const AlbumOrderChange = z
  .strictObject({
    ids: imageIds
      .refine(isWithoutRepeats, REPEATED)
      .describe('These images of the album, in this order. Those that are not in it are passed over'),
    before: z
      .int('must be the id of an image, or null')
      .nullable()
      .describe('In front of this image of the album; null: at the end. If omitted, they come first')
      .optional(),
  })
  .refine(({ ids, before }) => typeof before !== 'number' || !ids.includes(before), {
    message: 'must not be one of ids',
    path: ['before'],
  })
  .meta({ id: 'AlbumOrderChange' });
export type AlbumOrderChange = z.infer<typeof AlbumOrderChange>;

export const AlbumImages = z
  .strictObject({
    add: imageIds.refine(isWithoutRepeats, REPEATED).describe('They come last, in this order').optional(),
    remove: imageIds.optional(),
  })
  .refine(({ add, remove }) => (add === undefined) !== (remove === undefined), 'give add or remove, and not both')
  .meta({ id: 'AlbumImages' });
export type AlbumImages = z.infer<typeof AlbumImages>;

export const Album = z
  .object({
    id: z.int().describe('The id of its tag'),
    name: z.string(),
    count: z.int().min(0),
    cover: z
      .int()
      .nullable()
      .describe('The id of an image of the album: the chosen one, or the first; null without images'),
    is_cover_chosen: z.boolean(),
  })
  .meta({ id: 'Album' });
export type Album = z.infer<typeof Album>;

export const AlbumList = z.object({ items: z.array(Album), total: z.int().min(0) }).meta({ id: 'AlbumList' });
export type AlbumList = z.infer<typeof AlbumList>;

export const AlbumWithImages = Album.extend({
  ids: z.array(z.int()).describe('All its images, in its order'),
}).meta({ id: 'AlbumWithImages' });
export type AlbumWithImages = z.infer<typeof AlbumWithImages>;

export const AlbumChanged = Album.extend({
  change: z.int().nullable().describe('Id of the change, for its undo; null if no tag was changed'),
}).meta({ id: 'AlbumChanged' });
export type AlbumChanged = z.infer<typeof AlbumChanged>;
