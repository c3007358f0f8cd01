import type { Pixels } from './jpeg.ts';
import { colorFields } from './marked-colors.ts';
import { exifTime, fraction, sexagesimal, type Shot } from './shot.ts';
import { ascii, tiff, type Directory, type Field } from './tiff.ts';

/** XYZ (D65) to linear sRGB, IEC 61966-2-1. */
const xyzToSrgb = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.204, 1.057];

/** What a sheet of white paper reads in our camera's red, green and blue: green is the most sensitive, as in real ones. */
const neutral = [0.5, 1, 0.625] as const;

const black = 256;
const white = 16_383;

/**
 * A DNG 1.4 file of these pixels: 14-bit values, RGGB Bayer, uncompressed. Rendered with its own matrix and white balance it
 * gives the pixels' colors back. Width and height must be even.
 *
 * With `preview` (a JPEG file) it is laid out as cameras and converters do: a tiny RGB thumbnail first, the raw picture and
 * the preview in sub-directories; ExifTool calls the preview PreviewImage. Without, the raw picture is all there is.
 */
export function dng(pixels: Pixels, shot: Shot = {}, { preview }: { preview?: EmbeddedJpeg } = {}): Buffer {
  if (pixels.width % 2 !== 0 || pixels.height % 2 !== 0)
    throw new Error('a Bayer picture has an even width and height');
  const camera = cameraFields(shot);
  const raw = rawDirectory(pixels);
  if (preview === undefined) return tiff({ ...raw, fields: [...raw.fields, ...camera] });
  const thumbnail = thumbnailDirectory(pixels);
  const subdirectories: Field = { tag: 0x14a, type: 'directory', values: [raw, previewDirectory(preview)] };
  return tiff({ ...thumbnail, fields: [...thumbnail.fields, ...camera, subdirectories] });
}

export type EmbeddedJpeg = { jpeg: Buffer; width: number; height: number };

function rawDirectory({ data, width, height }: Pixels): Directory {
  return {
    strip: mosaic({ data, width, height }),
    fields: [
      long(0xfe, 0),
      long(0x100, width),
      long(0x101, height),
      short(0x102, 16),
      short(0x103, 1),
      short(0x106, 32_803),
      short(0x112, 1),
      short(0x115, 1),
      long(0x116, height),
      short(0x11c, 1),
      short(0x828d, 2, 2),
      { tag: 0x828e, type: 'byte', values: [0, 1, 1, 2] },
      long(0xc61a, black),
      long(0xc61d, white),
    ],
  };
}

function previewDirectory({ jpeg, width, height }: EmbeddedJpeg): Directory {
  return {
    strip: jpeg,
    fields: [
      long(0xfe, 1),
      long(0x100, width),
      long(0x101, height),
      short(0x102, 8, 8, 8),
      short(0x103, 7),
      short(0x106, 6),
      short(0x115, 3),
      long(0x116, height),
      short(0x11c, 1),
    ],
  };
}

/** A nearest-neighbor picture, at most 96 pixels wide: nobody looks at it, but every real DNG begins with one. */
function thumbnailDirectory(pixels: Pixels): Directory {
  const step = Math.max(1, Math.ceil(pixels.width / 96));
  const width = Math.floor(pixels.width / step);
  const height = Math.floor(pixels.height / step);
  const strip = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * step * pixels.width + x * step) * 3;
      strip.set(pixels.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return {
    strip,
    fields: [
      long(0xfe, 1),
      long(0x100, width),
      long(0x101, height),
      short(0x102, 8, 8, 8),
      short(0x103, 1),
      short(0x106, 2),
      short(0x112, 1),
      short(0x115, 3),
      long(0x116, height),
      short(0x11c, 1),
    ],
  };
}

function cameraFields(shot: Shot): Field[] {
  const maker = shot.maker ?? 'Safelight';
  const model = shot.model ?? 'Test Camera';
  const matrix = xyzToSrgb.flatMap((value, index) => [
    Math.round(value * (neutral[Math.floor(index / 3)] ?? 1) * 10_000),
    10_000,
  ]);
  const fields: Field[] = [
    ascii(0x10f, maker),
    ascii(0x110, model),
    ascii(0xc614, `${maker} ${model}`),
    { tag: 0xc612, type: 'byte', values: [1, 4, 0, 0] },
    { tag: 0xc613, type: 'byte', values: [1, 1, 0, 0] },
    { tag: 0xc621, type: 'srational', values: matrix },
    { tag: 0xc628, type: 'rational', values: neutral.flatMap((value) => [value * 1000, 1000]) },
    short(0xc65a, 21),
    { tag: 0x8769, type: 'directory', values: [exifDirectory(shot)] },
  ];
  if (shot.software !== undefined) fields.push(ascii(0x131, shot.software));
  if (shot.takenAt !== undefined) fields.push(ascii(0x132, exifTime(shot.takenAt).time));
  if (shot.position !== undefined)
    fields.push({ tag: 0x8825, type: 'directory', values: [gpsDirectory(shot.position)] });
  return fields;
}

function exifDirectory(shot: Shot): Directory {
  const fields: Field[] = [{ tag: 0x9000, type: 'undefined', values: Buffer.from('0230') }];
  if (shot.exposureSeconds !== undefined) fields.push(rational(0x829a, shot.exposureSeconds));
  if (shot.aperture !== undefined) fields.push(rational(0x829d, shot.aperture));
  if (shot.iso !== undefined) fields.push(short(0x8827, shot.iso));
  if (shot.takenAt !== undefined) {
    const { time, fraction: digits } = exifTime(shot.takenAt);
    fields.push(ascii(0x9003, time), ascii(0x9004, time));
    if (digits !== undefined) fields.push(ascii(0x9291, digits));
  }
  if (shot.exposureBias !== undefined) {
    fields.push({ tag: 0x9204, type: 'srational', values: [Math.round(shot.exposureBias * 100), 100] });
  }
  if (shot.focusDistanceM !== undefined) fields.push(rational(0x9206, shot.focusDistanceM));
  if (shot.focalLengthMm !== undefined) fields.push(rational(0x920a, shot.focalLengthMm));
  if (shot.lens !== undefined) fields.push(ascii(0xa434, shot.lens));
  if (shot.colors !== undefined) fields.push(...colorFields(shot.colors));
  return { fields };
}

function gpsDirectory({ latitude, longitude, altitude }: NonNullable<Shot['position']>): Directory {
  const fields: Field[] = [
    { tag: 0, type: 'byte', values: [2, 3, 0, 0] },
    ascii(1, latitude < 0 ? 'S' : 'N'),
    { tag: 2, type: 'rational', values: sexagesimal(latitude).flat() },
    ascii(3, longitude < 0 ? 'W' : 'E'),
    { tag: 4, type: 'rational', values: sexagesimal(longitude).flat() },
  ];
  if (altitude !== undefined) {
    fields.push({ tag: 5, type: 'byte', values: [altitude < 0 ? 1 : 0] }, rational(6, Math.abs(altitude)));
  }
  return { fields };
}

/** One sample a pixel, red at the top left: linear light, scaled to what the sensor would read there. */
function mosaic({ data, width, height }: Pixels): Buffer {
  const samples = [0, 1, 2].map((channel) =>
    Uint16Array.from({ length: 256 }, (_, value) =>
      Math.round(black + linear(value / 255) * (neutral[channel] ?? 1) * (white - black)),
    ),
  );
  const strip = Buffer.alloc(width * height * 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const channel = (y % 2) + (x % 2);
      const value = data[(y * width + x) * 3 + channel] ?? 0;
      strip.writeUInt16LE(samples[channel]?.[value] ?? 0, (y * width + x) * 2);
    }
  }
  return strip;
}

/** The light behind an sRGB value, both 0..1. */
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const short = (tag: number, ...values: number[]): Field => ({ tag, type: 'short', values });
const long = (tag: number, ...values: number[]): Field => ({ tag, type: 'long', values });
const rational = (tag: number, value: number): Field => ({ tag, type: 'rational', values: fraction(value) });
