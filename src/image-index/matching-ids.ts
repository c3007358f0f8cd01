import { OUTLINE_HEAD, type OutlineQuery } from '../contract/image-overview.ts';
import type { ImageIndex } from './image-index.ts';
import { outline } from './overview.ts';

/** The ids of all images that a filter finds, in its order. Throws as the lists do. */
export async function matchingIds(index: Pick<ImageIndex, 'ask'>, filter: OutlineQuery): Promise<number[]> {
  const bytes = await index.ask(outline(filter));
  return Array.from({ length: bytes.readUInt32LE(0) }, (_, at) => bytes.readInt32LE(OUTLINE_HEAD + 4 * at));
}
