/** What is read of Piwigo's answers, as version 16.4 gives them. Numbers come as numbers or as text. */
import { z } from 'zod';

const Id = z.union([z.string(), z.number()]).transform(String);

export const Reply = z.discriminatedUnion('stat', [
  z.object({ stat: z.literal('ok'), result: z.unknown() }),
  z.object({ stat: z.literal('fail'), err: z.number(), message: z.string().default('') }),
]);

export const Status = z.object({
  username: z.string(),
  status: z.string(),
  pwg_token: z.string().optional(),
  version: z.string().optional(),
  /** kB. For administrators only, as the next. */
  upload_form_chunk_size: z.coerce.number().optional(),
  upload_file_types: z.string().optional(),
});
export type Status = z.infer<typeof Status>;

export const Users = z.object({
  users: z.array(z.object({ id: Id, username: z.string(), registration_date: z.string().nullish() })),
});

export const Image = z.object({
  id: Id,
  /** The name of the uploaded file, in HTML. */
  file: z.string(),
  name: z.string().nullable(),
  comment: z.string().nullable(),
  md5sum: z.string().nullable(),
  date_creation: z.string().nullable(),
  /** Albums that this user may see. */
  categories: z.array(z.object({ id: Id })),
});
export type Image = z.infer<typeof Image>;

/** What visitors have made of it. */
export const ImageFeedback = z.object({
  rates: z.object({ average: z.union([z.number(), z.string().transform(Number)]).nullish() }).nullish(),
  comments: z.array(z.object({ author: z.string().nullable(), content: z.string().nullable(), date: z.string() })),
  comments_paging: z.object({ total_count: z.coerce.number() }),
});
export type ImageFeedback = z.infer<typeof ImageFeedback>;

/** Of the last part that was missing the picture; of any other how many parts there are. */
export const UploadedPart = z.union([Image, z.object({ message: z.string() })]);

export const IdsByMd5 = z.record(z.string(), Id.nullable());

export const Albums = z.object({
  categories: z.array(
    z.object({ id: Id, name: z.string(), uppercats: z.string(), status: z.string(), nb_images: z.coerce.number() }),
  ),
});
export type Album = z.infer<typeof Albums>['categories'][number];

/** Albums that this user may see. */
export const Seen = z.object({ categories: z.array(z.object({ id: Id })) });

export const Made = z.object({ id: Id });

export const AlbumImages = z.object({
  paging: z.object({ total_count: z.coerce.number() }),
  images: z.array(z.object({ id: Id })),
});

export const Tags = z.object({ tags: z.array(z.object({ id: Id, name: z.string() })) });
