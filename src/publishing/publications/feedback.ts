import type { ImageRecord } from '../../contract/image-record.ts';
import type { FeedbackItem, FeedbackRule } from '../../contract/publication-feedback.ts';
import { exportStates } from '../../library/export-facts.ts';
import type { Library } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Feedback, GivesFeedback } from '../destinations/feedback.ts';
import { FEEDBACK_TAG } from '../keep-metadata.ts';
import type { LedgerItem, StoredPublication } from './ledger.ts';
import { isSamePicture } from './matching.ts';
import { keyOf } from './source-pictures.ts';

const givesFeedback = (destination: Destination): destination is Destination & GivesFeedback =>
  'feedback' in destination;

/** What people made of the pictures of a publication, and what taking it over would change. Throws DestinationFailure, `conflict`. */
export async function feedbackOn(
  { identity }: StoredPublication,
  items: readonly LedgerItem[],
  destination: Destination | null,
  rule: FeedbackRule,
  { library, signal }: { library: Pick<Library, 'read'>; signal: AbortSignal },
): Promise<FeedbackItem[]> {
  if (!destination || !givesFeedback(destination))
    throw new AppError('conflict', 'At this destination nobody can say anything about pictures.');
  if ((await destination.whoIs(signal)) !== identity)
    throw new AppError('conflict', 'Another place or account answers there than before.');
  const placed = new Map(items.flatMap((item) => (item.placed ? [[item.placed.id, item] as const] : [])));
  const said = await destination.feedback([...placed.keys()], signal);
  const ids = [...new Set(items.map(({ imageId }) => imageId))];
  const states = await library.read((reader) => exportStates(reader, ids));
  return said.flatMap((feedback) => {
    const item = placed.get(feedback.id);
    const record = item && states.get(item.imageId)?.record;
    // An id may be of another picture by now.
    return item && record && isSamePicture(keyOf(record), item.key) ? [told(item, feedback, record, rule)] : [];
  });
}

function told(
  { imageId, name }: LedgerItem,
  feedback: Feedback,
  record: ImageRecord,
  rule: FeedbackRule,
): FeedbackItem {
  const { stars, isFavorite, comments } = feedback;
  const rating = ratingBy(rule, stars, record.rating);
  const tags = tagsBy(rule, feedback).filter((tag) => !record.tags.includes(tag));
  return {
    image_id: imageId,
    name,
    stars,
    is_favorite: isFavorite,
    comments,
    our_stars: record.rating,
    would: rating === null && tags.length === 0 ? null : { rating, tags },
  };
}

/** null: it stays. A reject is never taken back. */
function ratingBy(rule: FeedbackRule, theirs: number | null, ours: number): number | null {
  const stars = Math.round(theirs ?? 0);
  if (stars < 1 || ours < 0 || stars === ours || rule === 'tags-only') return null;
  return rule === 'fill-empty' && ours > 0 ? null : stars;
}

function tagsBy(rule: FeedbackRule, { stars, isFavorite, comments }: Feedback): string[] {
  const tags: string[] = [];
  if (isFavorite === true) tags.push(`${FEEDBACK_TAG}|favorite`);
  if (comments.length > 0) tags.push(`${FEEDBACK_TAG}|commented`);
  if (rule === 'tags-only' && Math.round(stars ?? 0) > 0) tags.push(`${FEEDBACK_TAG}|stars ${Math.round(stars ?? 0)}`);
  return tags;
}
