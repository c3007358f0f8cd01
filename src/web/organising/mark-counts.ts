import type { ColorLabel } from '../../contract/color-labels.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { ImagesSummary } from '../../contract/images-summary.ts';

/** How many of some pictures have which marks. */
export type MarkCounts = Pick<ImagesSummary, 'images' | 'ratings' | 'color_labels'>;

export const countMarks = (images: readonly Pick<ImageRecord, 'rating' | 'color_labels'>[]): MarkCounts => ({
  images: images.length,
  ratings: images.map(({ rating }) => ({ rating, count: 1 })),
  color_labels: images.flatMap((image) => image.color_labels.map((label) => ({ label, count: 1 }))),
});

/** Whether all of the pictures have it, some, or none: as for `aria-pressed`. */
export type Share = boolean | 'mixed';
const shareOf = (images: number, counted: readonly { count: number }[]): Share => {
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  return count > 0 && (count === images || 'mixed');
};

/** Those with a rating from `low` to `high`. */
export const shareRated = ({ images, ratings }: MarkCounts, low: number, high = low): Share =>
  shareOf(
    images,
    ratings.filter(({ rating }) => rating >= low && rating <= high),
  );

export const shareLabelled = ({ images, color_labels }: MarkCounts, wanted: ColorLabel): Share =>
  shareOf(
    images,
    color_labels.filter(({ label }) => label === wanted),
  );
