import type { Response } from 'express';
import type { ManyImages } from '../../contract/many-images.ts';
import { existingIds } from '../../library/existing-ids.ts';
import { requireScope } from '../middleware/guard.ts';
import type { Services } from '../services.ts';
import { matchingIds } from '../../image-index/matching-ids.ts';

export interface FoundImages {
  ids: number[];
  missing: number[];
}

/** The images that a request asks for and those that do not exist, in its order. */
export async function findImages(
  { index, library }: Pick<Services, 'index' | 'library'>,
  asked: ManyImages,
  res: Response,
): Promise<FoundImages> {
  if ('filter' in asked) {
    // How many match reveals what is in the library.
    requireScope(res, 'images:read');
    return { ids: await matchingIds(index, asked.filter), missing: [] };
  }
  const there = await existingIds(library, asked.ids);
  const { ids = [], missing = [] } = Object.groupBy(asked.ids, (id) => (there.has(id) ? 'ids' : 'missing'));
  return { ids, missing };
}
