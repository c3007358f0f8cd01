import type { ColorMark } from './marked-colors.ts';

/** How and where a picture was taken: what a camera writes into its EXIF block. Everything may be left out. */
export type Shot = {
  /** Local wall time without a zone, `2021-09-14T06:12:33.250`; the fraction is optional. */
  takenAt?: string;
  maker?: string;
  model?: string;
  lens?: string;
  /** What wrote the file. */
  software?: string;
  exposureSeconds?: number;
  aperture?: number;
  iso?: number;
  focalLengthMm?: number;
  exposureBias?: number;
  focusDistanceM?: number;
  position?: Position;
  /** What a raw file says of the pictures in it. */
  colors?: ColorMark;
};

/** Degrees, north and east positive; altitude in meters above the sea. */
export type Position = { latitude: number; longitude: number; altitude?: number };

/** The two EXIF texts of a local time: `2021:09:14 06:12:33` and the digits of its fraction, if it has one. */
export function exifTime(takenAt: string): { time: string; fraction: string | undefined } {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(takenAt);
  if (match === null) throw new Error(`not a local date and time: ${takenAt}`);
  return { time: `${match[1]}:${match[2]}:${match[3]} ${match[4]}`, fraction: match[5] };
}

/** A non-negative number as an EXIF fraction; times below a second as photographers say them, 1/250. */
export function fraction(value: number): [numerator: number, denominator: number] {
  if (Number.isInteger(value)) return [value, 1];
  const parts = Math.round(1 / value);
  if (value < 0.3 && Math.abs(1 / parts - value) < value * 1e-6) return [1, parts];
  return [Math.round(value * 10_000), 10_000];
}

/** Degrees as EXIF has them: degrees, minutes and seconds, each a fraction; seconds to 1/10,000 (3 mm on the ground). */
export function sexagesimal(degrees: number): [number, number][] {
  const tenThousandths = Math.round(Math.abs(degrees) * 3600 * 10_000);
  const minutes = Math.floor(tenThousandths / 600_000);
  return [
    [Math.floor(minutes / 60), 1],
    [minutes % 60, 1],
    [tenThousandths % 600_000, 10_000],
  ];
}
