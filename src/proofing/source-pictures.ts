import { Matching } from '../contract/many-images.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import type { NewProof } from '../contract/proofs.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import { matchingIds } from '../image-index/matching-ids.ts';
import type { Library } from '../library/library.ts';
import { readExportStates } from '../library/read-export-states.ts';
import { keyOf } from '../publishing/publications/source-pictures.ts';
import type { NewPicture } from './store/stored-proofs.ts';

/** The ids that a source finds now, in its order. Throws as the lists do. */
export const idsOf = async (source: NewProof['source'], index: Pick<ImageIndex, 'ask'>): Promise<number[]> =>
  'filter' in source ? matchingIds(index, Matching.parse(source.filter)) : source.ids;

/** In the order of the ids; without those that are not in the library. Throws `library_unavailable`. */
export async function picturesOf(ids: readonly number[], library: Pick<Library, 'read'>): Promise<NewPicture[]> {
  const states = await readExportStates(library, ids);
  return ids.flatMap((imageId) => {
    const record = states.get(imageId)?.record;
    return record ? [{ imageId, key: keyOf(record), shape: shapeOf(record) }] : [];
  });
}

/** Which most pictures have, where darktable does not know it yet. */
const USUAL_SHAPE = 1.5;
const shapeOf = ({ aspect_ratio: shape }: ImageRecord) => (shape !== null && shape > 0 ? shape : USUAL_SHAPE);
