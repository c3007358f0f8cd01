import type { ImageRecord } from '../../contract/image-record.ts';
import { shutterSpeed } from '../detail/exposure-line.ts';
import { locale, number } from '../i18n/words.ts';
import styles from './decision-bar.module.css';

/** Focal length, aperture and exposure, then sensitivity and time: what tells frames of one scene apart. */
export function Facts({ image }: { image: ImageRecord | undefined }) {
  const { first, then } = image ? factsOf(image) : { first: '', then: '' };
  return (
    <p className={styles.facts}>
      <strong>{first}</strong>
      <span>{then}</span>
    </p>
  );
}

const digits = (value: number, most: number) => number(value, { maximumFractionDigits: most, useGrouping: false });

function factsOf({ focal_length, aperture, exposure, iso, datetime_taken }: ImageRecord) {
  const first = [
    focal_length !== null && focal_length > 0 && `${digits(focal_length, 0)} mm`,
    aperture !== null && aperture > 0 && `f/${digits(aperture, 1)}`,
    exposure !== null && exposure > 0 && shutterSpeed(exposure),
  ];
  const then = [iso !== null && iso > 0 && `ISO ${digits(iso, 0)}`, datetime_taken !== null && timeOf(datetime_taken)];
  // Each fact stays in one piece.
  const joined = (parts: (string | false)[]) =>
    parts
      .filter((part) => part !== false)
      .map((part) => part.replaceAll(' ', '\u00a0'))
      .join('  ');
  return { first: joined(first), then: joined(then) };
}

/** The time of day by the camera's clock. */
export const timeOf = (taken: string): string =>
  new Date(`${taken}Z`).toLocaleTimeString(locale(), { timeZone: 'UTC', timeStyle: 'medium', hour12: false });
