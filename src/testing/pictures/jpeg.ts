import sharp, { type Exif, type Sharp } from 'sharp';
import { exifTime, fraction, sexagesimal, type Shot } from './shot.ts';

/** Interleaved 8-bit sRGB, three bytes a pixel, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** A JPEG file of these pixels as a camera would have written it. */
export function jpeg(pixels: Pixels, shot: Shot = {}, { quality = 88 } = {}): Promise<Buffer> {
  return image(pixels, shot).jpeg({ quality, mozjpeg: true }).toBuffer();
}

/** The pixels with the EXIF block of the shot, ready for any format of sharp's. */
export function image({ data, width, height }: Pixels, shot: Shot): Sharp {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const exif = exifOf(shot);
  return Object.keys(exif).length === 0 ? picture : picture.withExif(exif);
}

/** sharp numbers the EXIF directories: IFD0 main, IFD2 the Exif directory, IFD3 the GPS directory. */
function exifOf(shot: Shot): Exif {
  const main: Record<string, string> = {};
  const exif: Record<string, string> = {};
  const gps: Record<string, string> = {};
  if (shot.maker !== undefined) main.Make = shot.maker;
  if (shot.model !== undefined) main.Model = shot.model;
  if (shot.software !== undefined) main.Software = shot.software;
  if (shot.takenAt !== undefined) {
    const { time, fraction: digits } = exifTime(shot.takenAt);
    main.DateTime = time;
    exif.DateTimeOriginal = time;
    exif.DateTimeDigitized = time;
    if (digits !== undefined) exif.SubSecTimeOriginal = digits;
  }
  if (shot.lens !== undefined) exif.LensModel = shot.lens;
  if (shot.exposureSeconds !== undefined) exif.ExposureTime = fraction(shot.exposureSeconds).join('/');
  if (shot.aperture !== undefined) exif.FNumber = fraction(shot.aperture).join('/');
  if (shot.iso !== undefined) exif.ISOSpeedRatings = String(shot.iso);
  if (shot.focalLengthMm !== undefined) exif.FocalLength = fraction(shot.focalLengthMm).join('/');
  if (shot.focusDistanceM !== undefined) exif.SubjectDistance = fraction(shot.focusDistanceM).join('/');
  if (shot.exposureBias !== undefined) exif.ExposureBiasValue = `${Math.round(shot.exposureBias * 100)}/100`;
  if (shot.position !== undefined) {
    const { latitude, longitude, altitude } = shot.position;
    gps.GPSLatitudeRef = latitude < 0 ? 'S' : 'N';
    gps.GPSLatitude = dms(latitude);
    gps.GPSLongitudeRef = longitude < 0 ? 'W' : 'E';
    gps.GPSLongitude = dms(longitude);
    if (altitude !== undefined) {
      gps.GPSAltitudeRef = altitude < 0 ? '1' : '0';
      gps.GPSAltitude = fraction(Math.abs(altitude)).join('/');
    }
  }
  return Object.fromEntries(
    Object.entries({ IFD0: main, IFD2: exif, IFD3: gps }).filter(([, tags]) => Object.keys(tags).length > 0),
  );
}

const dms = (degrees: number) =>
  sexagesimal(degrees)
    .map((part) => part.join('/'))
    .join(' ');
