import sharp from 'sharp';

/**
 * A drawing as a Windows bitmap of 24 bits, the only kind of picture that NSIS takes: a header of 54 bytes, then rows from
 * the bottom up, blue first, each filled up to a multiple of 4 bytes.
 * https://learn.microsoft.com/windows/win32/gdi/bitmap-storage
 */
export async function bitmap(drawing: string, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const drawn = sharp(drawing, { density: 300 }).resize(width, height).removeAlpha();
  const pixels = await drawn.raw().toBuffer();
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  // The size of what follows of the header, one plane, 24 bits a pixel.
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(row * height, 34);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = 54 + (height - 1 - y) * row + x * 3;
      for (const channel of [0, 1, 2]) file[to + channel] = pixels[from + 2 - channel]!;
    }
  return file;
}
