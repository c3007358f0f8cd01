import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** The sizes of the hicolor theme that desktops ask for, in pixels. */
export const iconSizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512];

/** Where an icon theme has the program's icon; null is the drawing itself. */
export const iconFile = (size: number | null): string =>
  size === null ? 'hicolor/scalable/apps/safelight.svg' : `hicolor/${size}x${size}/apps/safelight.png`;

/** Writes the icon in all sizes into a folder of icon themes. */
export async function writeIcons(folder: string, drawing: string): Promise<void> {
  for (const size of [null, ...iconSizes]) {
    const file = join(folder, iconFile(size));
    mkdirSync(dirname(file), { recursive: true });
    if (size === null) copyFileSync(drawing, file);
    // Drawn at its size: 72 dots per inch are its own 64 pixels.
    else
      await sharp(drawing, { density: (72 * size) / 64 })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toFile(file);
  }
}
