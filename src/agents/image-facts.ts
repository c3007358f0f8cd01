import { z } from 'zod';
import type { ImageRecord } from '../contract/image-record.ts';
import { isPlaceTag } from '../contract/place-tags.ts';
import { ApiError } from './api.ts';
import type { Call } from './tool.ts';

/** What a list tells of an image: enough to choose. Absent: unknown, or none. Folders and places are not in it. */
export const ImageFacts = z.object({
  image_id: z.number().int(),
  file_name: z.string(),
  version: z.number().int().optional().describe('Number of the duplicate'),
  stars: z.number().int().describe('0 to 5; -1 is rejected'),
  color_labels: z.array(z.string()).optional(),
  taken: z.string().optional().describe('Local time'),
  camera: z.string().optional(),
  lens: z.string().optional(),
  iso: z.number().optional(),
  aperture: z.number().optional(),
  exposure_seconds: z.number().optional(),
  focal_length_mm: z.number().optional(),
  title: z.string().optional(),
  tags: z.array(z.string()).optional(),
  is_edited: z.boolean(),
  is_raw: z.boolean(),
  group: z.number().int().optional().describe('Images with the same number are one group in darktable'),
});
export type ImageFacts = z.infer<typeof ImageFacts>;

export const known = <Value>(value: Value | null) => value ?? undefined;
const some = <Item>(items: readonly Item[]) => (items.length > 0 ? [...items] : undefined);

export const imageFacts = (image: ImageRecord): ImageFacts => ({
  image_id: image.id,
  file_name: image.filename,
  version: image.version > 0 ? image.version : undefined,
  stars: image.rating,
  color_labels: some(image.color_labels),
  taken: known(image.datetime_taken),
  camera: known(image.model),
  lens: known(image.lens),
  iso: known(image.iso),
  aperture: known(image.aperture),
  exposure_seconds: known(image.exposure),
  focal_length_mm: known(image.focal_length),
  title: known(image.title),
  tags: some(image.tags.filter((tag) => !isPlaceTag(tag))),
  is_edited: image.is_altered,
  is_raw: image.is_raw,
  group: known(image.group_id),
});

/** null: there is no such image. */
export async function imageRecord({ api }: Pick<Call, 'api'>, id: number): Promise<ImageRecord | null> {
  try {
    return await api.json<ImageRecord>({ path: `/images/${id}` });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
