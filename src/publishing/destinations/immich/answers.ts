/** What is read of Immich's answers, as version 3.2 gives them; 2.7 gives the same fields. */
import { z } from 'zod';

export const Version = z.object({ major: z.number(), minor: z.number(), patch: z.number() });
export type Version = z.infer<typeof Version>;

export const MediaTypes = z.object({ image: z.array(z.string()) });

export const Account = z.object({ id: z.string(), email: z.string() });

export const ApiKey = z.object({ permissions: z.array(z.string()) });

export const Asset = z.object({
  id: z.string(),
  /** SHA-1, base64. */
  checksum: z.string(),
  originalFileName: z.string(),
  isTrashed: z.boolean(),
  isFavorite: z.boolean(),
  isEdited: z.boolean().default(false),
  visibility: z.string(),
  localDateTime: z.string(),
  exifInfo: z
    .object({
      /** null until the server has read the file's metadata. */
      exifImageWidth: z.number().nullish(),
      fileSizeInByte: z.number().nullish(),
      dateTimeOriginal: z.string().nullish(),
      description: z.string().nullish(),
      rating: z.number().nullish(),
    })
    .nullish(),
  tags: z.array(z.object({ id: z.string(), value: z.string() })).default([]),
});
export type Asset = z.infer<typeof Asset>;

export const UploadCheck = z.object({
  results: z
    .array(
      z.object({
        action: z.enum(['accept', 'reject']),
        reason: z.string().optional(),
        assetId: z.string().optional(),
        isTrashed: z.boolean().optional(),
      }),
    )
    .length(1),
});

export const Uploaded = z.object({ id: z.string(), status: z.enum(['created', 'duplicate', 'replaced']) });

export const Album = z.object({
  id: z.string(),
  albumName: z.string(),
  assetCount: z.number(),
  shared: z.boolean(),
  hasSharedLink: z.boolean(),
});
export type Album = z.infer<typeof Album>;

export const FoundAssets = z.object({ assets: z.object({ items: z.array(Asset), nextPage: z.string().nullable() }) });

export const ChangedMembers = z.array(z.object({ id: z.string(), success: z.boolean(), error: z.string().optional() }));

export const Tags = z.array(z.object({ id: z.string(), value: z.string() }));

export const KeptValues = z.array(z.object({ key: z.string(), value: z.unknown() }));

export const Refusal = z.object({ message: z.union([z.string(), z.array(z.string())]) });

export const Comments = z.array(
  z.object({ comment: z.string().nullish(), createdAt: z.string(), user: z.object({ name: z.string() }) }),
);
