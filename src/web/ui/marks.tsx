import type { ColorLabel, ImageRecord } from '../../contract/image-record.ts';
import { CloseIcon, StarIcon } from './icons.tsx';

const WORDS = ['not rated', '1 star', '2 stars', '3 stars', '4 stars', '5 stars'];

export const ratingWords = (rating: number): string => (rating < 0 ? 'rejected' : (WORDS[rating] ?? `${rating} stars`));

/** What one would say of a picture that cannot be seen: file name, rating, colour labels. */
export function describeImage({ filename, rating, color_labels, version }: ImageRecord): string {
  return [
    filename,
    version > 0 && `duplicate ${version}`,
    ratingWords(rating),
    color_labels.length > 0 && `labelled ${color_labels.join(' and ')}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** `outOf` draws the missing ones of five as well. A rejected picture has a cross and the word. */
export function Rating({ rating, size = 12, outOf = false }: { rating: number; size?: number; outOf?: boolean }) {
  if (rating < 0) {
    return (
      <span className="rejected">
        <CloseIcon size={size + 2} />
        Rejected
      </span>
    );
  }
  if (rating === 0 && !outOf) return null;
  return (
    <span className="stars" role="img" aria-label={ratingWords(rating)}>
      {Array.from({ length: outOf ? 5 : rating }, (_, star) => (
        <StarIcon key={star} size={size} className={star < rating ? 'star' : 'star-empty'} />
      ))}
    </span>
  );
}

export function ColorDots({ labels }: { labels: readonly ColorLabel[] }) {
  if (labels.length === 0) return null;
  return (
    <span className="labels" role="img" aria-label={`Labelled ${labels.join(' and ')}`} title={labels.join(', ')}>
      {labels.map((label) => (
        <span key={label} className={`label label-${label}`} />
      ))}
    </span>
  );
}
