/** The types of PNG pictures in an icon file of macOS, by their size in pixels. Those for Retina say the same size again. */
const TYPES: readonly [type: string, size: number][] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
];

export const icnsSizes = [...new Set(TYPES.map(([, size]) => size))];

/**
 * An icon file of macOS: a header of 8 bytes (a mark and the length of all), and before each picture the same.
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format
 */
export function icnsFile(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(TYPES.map(([type, size]) => chunk(type, pictures.get(size)!))));
}
