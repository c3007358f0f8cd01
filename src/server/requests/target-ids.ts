import type { Response } from 'express';
import type { LookTargets } from '../../contract/history.ts';
import type { ImageIndex } from '../../image-index/image-index.ts';
import { requireScope } from '../middleware/guard.ts';
import { matchingIds } from '../../image-index/matching-ids.ts';

/** The images that a look is put on, without repeats. Throws as the lists do; `forbidden` for a filter without the scope to read images. */
export async function targetIds(index: Pick<ImageIndex, 'ask'>, to: LookTargets, res: Response): Promise<number[]> {
  if (Array.isArray(to)) return [...new Set(to)];
  // How many fit tells what is in the library.
  requireScope(res, 'images:read');
  return matchingIds(index, to.filter);
}
