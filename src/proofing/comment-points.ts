import type { Point } from '../contract/proofs.ts';
import type { Renditions } from './renditions.ts';
import type { StoredComment } from './store/stored-guests.ts';

/** Where the point of a comment is now, as far as that can be told. */
export function pointNow(
  renditions: Pick<Renditions, 'of' | 'pointNow'>,
  proof: number,
  { picture, point, madeOn }: Pick<StoredComment, 'picture' | 'point' | 'madeOn'>,
): { point: Point | null; is_earlier: boolean } {
  if (point === null) return { point, is_earlier: false };
  const isPresent = madeOn === null || renditions.of(proof).get(picture)?.version === madeOn;
  const now = isPresent ? point : renditions.pointNow(proof, picture, point, madeOn);
  return { point: now, is_earlier: now === null };
}
