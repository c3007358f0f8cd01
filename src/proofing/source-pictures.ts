import { setImmediate as breathe } from 'node:timers/promises';
import { Matching } from '../contract/many-images.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import type { NewProof } from '../contract/proofs.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import { matchingIds } from '../image-index/matching-ids.ts';
import { exportStates } from '../library/export-facts.ts';
import type { Library } from '../library/library.ts';
import { keyOf } from '../publishing/publications/source-pictures.ts';
import type { NewPicture } from './store/stored-proofs.ts';

/** How many are read at once: that takes some milliseconds, during which nobody else is answered. */
const AT_ONCE = 500;

/** The ids that a source finds now, in its order. Throws as the lists do. */
export const idsOf = async (source: NewProof['source'], index: Pick<ImageIndex, 'ask'>): Promise<number[]> =>
  'filter' in source ? matchingIds(index, Matching.parse(source.filter)) : source.ids;

/** In the order of the ids; without those that are not in the library. Throws `library_unavailable`. */
export async function picturesOf(ids: readonly number[], library: Pick<Library, 'read'>): Promise<NewPicture[]> {
  const pictures: NewPicture[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const states = await library.read((reader) => exportStates(reader, some));
    for (const imageId of some) {
      const record = states.get(imageId)?.record;
      if (record) pictures.push({ imageId, key: keyOf(record), shape: shapeOf(record) });
    }
    await breathe();
  }
  return pictures;
}

/** Which most pictures have, where darktable does not know it yet. */
const USUAL_SHAPE = 1.5;
const shapeOf = ({ aspect_ratio: shape }: ImageRecord) => (shape !== null && shape > 0 ? shape : USUAL_SHAPE);
