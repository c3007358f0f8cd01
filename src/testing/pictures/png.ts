import { image, type Pixels } from './jpeg.ts';
import type { Shot } from './shot.ts';

/** A PNG file of these pixels, with the shot in its eXIf chunk. */
export function png(pixels: Pixels, shot: Shot = {}): Promise<Buffer> {
  return image(pixels, shot).png({ compressionLevel: 9 }).toBuffer();
}
