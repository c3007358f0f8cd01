import { z } from 'zod';

/** The key of Safelight's own values at an asset (its key/value metadata, shown nowhere). */
export const RECORD_KEY = 'safelight';

/** What Safelight remembers at an asset that it put there. An asset without it is somebody else's. */
export const AssetRecord = z.object({
  /** The publications that share these bytes, each with its album. The first tells stars, description and tags. */
  marks: z.array(z.object({ mark: z.string(), album: z.string().nullable() })).min(1),
  sha256: z.string(),
  /** What Safelight told: anything else there is from a person, and stays. */
  told: z.object({ description: z.string(), tags: z.array(z.string()) }),
  /** The asset that this one replaces, until that is done. */
  replaces: z.string().nullable(),
  /** SHA-1, hex, of the one that replaces this. */
  replacedBy: z.string().nullable(),
});
export type AssetRecord = z.infer<typeof AssetRecord>;

export const newRecord = (
  mark: string,
  album: string | null,
  sha256: string,
  replaces: string | null = null,
): AssetRecord => ({
  marks: [{ mark, album }],
  sha256,
  told: { description: '', tags: [] },
  replaces,
  replacedBy: null,
});

export const hasMark = (record: AssetRecord | null, mark: string) =>
  record?.marks.some((held) => held.mark === mark) ?? false;

/** The record without the publication that has it in that album. */
export function withoutAlbum(record: AssetRecord, album: string | null): AssetRecord {
  const index = record.marks.findIndex((held) => held.album === album);
  return { ...record, marks: record.marks.filter((_, at) => at !== Math.max(0, index)) };
}
