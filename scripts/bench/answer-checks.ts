import { COLOR_LABELS } from '../../src/contract/color-labels.ts';
import { WORKED_ON } from './query-kinds.ts';

export type CheckName = 'label follows rating';

/** Undefined: nothing to check in this answer. Null: fine. Text: what is wrong. */
export type Check = (path: string, body: string) => string | null | undefined;

interface Shown {
  id: number;
  rating: number;
  color_labels: string[];
}

/**
 * In the library of the lock bench, an image of n stars has the n-th color label and no other; the writer changes both
 * in one transaction, and a partner of the image with it: the first image and the last, the second and the last but one. An
 * answer that shows anything else, or an image that the query's filter excludes, mixes two states.
 */
function labelFollowsRating(path: string, body: string): string | null | undefined {
  if (!body.startsWith('{')) return undefined;
  const answer = JSON.parse(body) as Partial<Shown> & { items?: Shown[]; total?: number };
  const records = answer.items ?? (answer.rating === undefined ? [] : [answer as Shown]);
  const { searchParams } = new URL(path, 'http://localhost');
  const rating = searchParams.get('rating');
  const label = searchParams.get('color_label');
  if (rating !== null && label !== null && COLOR_LABELS[Number(rating)] !== label) {
    return answer.total === 0 ? null : `${answer.total} images have ${rating} stars and the label ${label}`;
  }
  if (records.length === 0) return undefined;
  for (const { id, rating: stars, color_labels: labels } of records) {
    const state = `image ${id} with ${stars} stars and the labels ${labels.join('+') || 'none'}`;
    if (labels.length !== 1 || labels[0] !== COLOR_LABELS[stars]) return state;
    if (rating !== null && stars !== Number(rating)) return `asked for ${rating} stars: ${state}`;
    if (label !== null && !labels.includes(label)) return `asked for ${label}: ${state}`;
  }
  return (rating ?? label ?? searchParams.get('search')) ? null : halfChange(records, answer.total ?? 0);
}

/** Of a list of all images, whose ids have no gaps. */
function halfChange(records: readonly Shown[], total: number): string | null {
  const stars = new Map(records.map(({ id, rating }) => [id, rating]));
  const half = records.find(({ id, rating }) => id <= WORKED_ON && (stars.get(total + 1 - id) ?? rating) !== rating);
  return half ? `image ${half.id} has ${half.rating} stars, and its partner has not` : null;
}

export function checkerOf(name: CheckName): Check {
  return { 'label follows rating': labelFollowsRating }[name];
}
