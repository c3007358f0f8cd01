/** What the EXIF block of a JPEG tells of where it comes from. Texts are trimmed; null: not told. */
export interface Exif {
  /** Local time, `2021:09:14 06:12:33`. */
  takenAt: string | null;
  maker: string | null;
  model: string | null;
  /** What wrote the file: a camera's firmware, or a program. */
  software: string | null;
  /** By a number, as cameras tell it, instead of a profile. */
  colors: MarkedColors | null;
}

export type MarkedColors = 'sRGB' | 'Adobe RGB';

const MAIN = { maker: 0x10f, model: 0x110, software: 0x131, exif: 0x8769 };
const CAPTURE = { takenAt: 0x9003, colorSpace: 0xa001, interoperability: 0xa005 };
const INTEROP_INDEX = 1;

const TEXT = 2;
const SHORT = 3;
const LONG = 4;

const SRGB = 1;
const ADOBE_RGB = 2;
const UNCALIBRATED = 0xffff;

/** As darktable tells them (`dt_exif_get_color_space` in exif.cc): "uncalibrated" goes by the interoperability index (DCF 2.0). */
export function markedColors(colorSpace: number | null, interopIndex: string | null): MarkedColors | null {
  if (colorSpace === SRGB) return 'sRGB';
  if (colorSpace === ADOBE_RGB) return 'Adobe RGB';
  if (colorSpace !== UNCALIBRATED) return null;
  return interopIndex === 'R03' ? 'Adobe RGB' : interopIndex === 'R98' ? 'sRGB' : null;
}

/** Reads a TIFF structure of which the end may be missing. */
export function readExif(tiff: Buffer): Exif {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = (at: number | null): Map<number, number> => {
    const entries = new Map<number, number>();
    if (at === null || at < 8 || at + 2 > tiff.length) return entries;
    for (let entry = at + 2, left = short(at); left > 0 && entry + 12 <= tiff.length; entry += 12, left--)
      entries.set(short(entry), entry);
    return entries;
  };
  const number = (entry: number | undefined): number | null => {
    if (entry === undefined) return null;
    const type = short(entry + 2);
    return type === SHORT ? short(entry + 8) : type === LONG ? long(entry + 8) : null;
  };
  const text = (entry: number | undefined): string | null => {
    if (entry === undefined || short(entry + 2) !== TEXT) return null;
    const length = long(entry + 4);
    const at = length <= 4 ? entry + 8 : long(entry + 8);
    return (
      tiff
        .toString('utf8', at, at + length)
        .replace(/\0.*/s, '')
        .trim() || null
    );
  };
  const main = directory(tiff.length >= 8 ? long(4) : null);
  const capture = directory(number(main.get(MAIN.exif)));
  const interop = directory(number(capture.get(CAPTURE.interoperability)));
  return {
    takenAt: text(capture.get(CAPTURE.takenAt)),
    maker: text(main.get(MAIN.maker)),
    model: text(main.get(MAIN.model)),
    software: text(main.get(MAIN.software)),
    colors: markedColors(number(capture.get(CAPTURE.colorSpace)), text(interop.get(INTEROP_INDEX))),
  };
}
