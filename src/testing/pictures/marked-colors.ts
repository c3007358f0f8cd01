import { ascii, type Directory, type Field, tiff } from './tiff.ts';

/** How cameras tell a color space without a profile. */
export type ColorMark = { colorSpace: number; interopIndex?: string };

/** As most cameras mark Adobe RGB (DCF 2.0). */
export const ADOBE_RGB: ColorMark = { colorSpace: 0xffff, interopIndex: 'R03' };

/** The fields of an Exif directory. */
export function colorFields({ colorSpace, interopIndex }: ColorMark): Field[] {
  const fields: Field[] = [{ tag: 0xa001, type: 'short', values: [colorSpace] }];
  if (interopIndex === undefined) return fields;
  const interoperability: Directory = { fields: [ascii(1, interopIndex)] };
  return [...fields, { tag: 0xa005, type: 'directory', values: [interoperability] }];
}

/** A JPEG without EXIF, marked. */
export function marked(jpeg: Buffer, mark: ColorMark): Buffer {
  const exif: Directory = { fields: colorFields(mark) };
  const content = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    tiff({ fields: [{ tag: 0x8769, type: 'directory', values: [exif] }] }),
  ]);
  const start = Buffer.from([0xff, 0xe1, 0, 0]);
  start.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), start, content, jpeg.subarray(2)]);
}
