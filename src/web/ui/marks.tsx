import { Hourglass, X } from 'lucide-react';
import type { ColorLabel } from '../../contract/color-labels.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { t } from '../i18n/words.ts';
import { StarIcon } from './icons.tsx';
import { classes } from './classes.ts';
import styles from './marks.module.css';

export function ratingWords(rating: number): string {
  if (rating < 0) return t('marks.rejected');
  return rating === 0 ? t('marks.notRated') : t('marks.stars', { count: rating });
}

const labelWords = (labels: readonly ColorLabel[]) => labels.map((label) => t(`marks.${label}`)).join(t('common.and'));

/** A description for people who cannot see the picture: file name, rating, color labels. */
export function describeImage({ filename, rating, reject_waits, color_labels, version }: ImageRecord): string {
  return [
    filename,
    version > 0 && t('marks.duplicate', { version }),
    ratingWords(rating),
    rating < 0 && reject_waits === true && t('marks.rejectWaits'),
    color_labels.length > 0 && t('marks.labelled', { labels: labelWords(color_labels) }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** A reject shows, and darktable gets it later. */
export const RejectWaits = ({ image: { rating, reject_waits }, size = 14 }: { image: ImageRecord; size?: number }) =>
  rating < 0 && reject_waits ? (
    <span className={styles.waits} role="img" aria-label={t('marks.rejectWaits')} title={t('marks.rejectWaits')}>
      <Hourglass size={size} aria-hidden />
    </span>
  ) : null;

/** `outOf` also draws the missing ones of five stars. A rejected picture has a cross and the word. */
export function Rating({ rating, size = 12, outOf = false }: { rating: number; size?: number; outOf?: boolean }) {
  if (rating < 0) {
    return (
      <span className={styles.rejected}>
        <X size={size + 2} aria-hidden />
        {t('marks.Rejected')}
      </span>
    );
  }
  if (rating === 0 && !outOf) return null;
  return (
    <span className={styles.stars} role="img" aria-label={ratingWords(rating)}>
      {Array.from({ length: outOf ? 5 : rating }, (_, star) => (
        <StarIcon key={star} size={size} className={star < rating ? undefined : styles.starEmpty} />
      ))}
    </span>
  );
}

/** Where five stars do not fit: one star and the number. */
export function BriefRating({ rating }: { rating: number }) {
  if (rating === 0) return null;
  return rating < 0 ? (
    <X size={14} className={styles.rejected} aria-hidden />
  ) : (
    <span className={styles.briefRating}>
      <StarIcon size={12} />
      {rating}
    </span>
  );
}

export const ColorDot = ({ label }: { label: ColorLabel }) => <span className={classes(styles.label, styles[label])} />;

export function ColorDots({ labels }: { labels: readonly ColorLabel[] }) {
  if (labels.length === 0) return null;
  const words = t('marks.Labelled', { labels: labelWords(labels) });
  return (
    <span className={styles.labels} role="img" aria-label={words} title={words}>
      {labels.map((label) => (
        <ColorDot key={label} label={label} />
      ))}
    </span>
  );
}
