import type { ImageRecord } from '../../contract/image-record.ts';
import { exposureWords } from '../gallery/filter-words.ts';
import { number } from '../i18n/words.ts';

type Exposure = Pick<ImageRecord, 'exposure' | 'aperture' | 'iso' | 'focal_length' | 'exposure_bias'>;

const plain = (value: number, digits: number) => number(value, { maximumFractionDigits: digits, useGrouping: false });

/** A shutter speed as on a camera's dial: 1/250 s, 0.4 s, 2 s, 30 s. */
export const shutterSpeed = (seconds: number): string => `${exposureWords(seconds)} s`;

/** The exposure in photographers' notation; unknown values are left out. Empty when nothing is known. */
export function exposureLine({ exposure, aperture, iso, focal_length, exposure_bias }: Exposure): string {
  return [
    exposure !== null && exposure > 0 && shutterSpeed(exposure),
    aperture !== null && aperture > 0 && `f/${plain(aperture, 1)}`,
    iso !== null && iso > 0 && `ISO ${plain(iso, 0)}`,
    focal_length !== null && focal_length > 0 && `${plain(focal_length, focal_length < 10 ? 1 : 0)} mm`,
    exposure_bias !== null && Math.abs(exposure_bias) >= 0.05 && bias(exposure_bias),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

const bias = (ev: number) => `${ev > 0 ? '+' : '−'}${plain(Math.abs(ev), 1)} EV`;
