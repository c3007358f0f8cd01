import type { ImageRecord } from '../../../contract/image-record.ts';
import { type Marks, marksIn, marksOf } from '../marks.ts';
import type { WaitingChange } from './waiting-change.ts';

/**
 * The present marks of an image, if somebody else has set a field of this change to another value; else null. Fields that were unknown at the time
 * of the decision do not count.
 */
export function changedMeanwhile({ what, before }: WaitingChange, image: ImageRecord): Marks | null {
  const seen = before.find(([id]) => id === image.id)?.[1];
  if (what.is === 'undo' || !seen) return null;
  const wanted: Partial<Record<string, unknown>> = marksOf(what.change, undefined);
  const was: Partial<Record<string, unknown>> = seen;
  const now: Partial<Record<string, unknown>> = marksIn(image, Object.keys(wanted), undefined);
  const isOther = Object.keys(wanted).some(
    (name) =>
      now[name] !== undefined && was[name] !== undefined && now[name] !== was[name] && now[name] !== wanted[name],
  );
  return isOther ? (now as Marks) : null;
}
