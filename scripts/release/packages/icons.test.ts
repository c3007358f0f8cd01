import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { iconFile, iconSizes, writeIcons } from './icons.ts';

test('the icon is drawn in every size of the theme', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-icons-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await writeIcons(folder, join(import.meta.dirname, '../../../assets/icons/app.svg'));
  expect(readdirSync(join(folder, 'hicolor'))).toHaveLength(iconSizes.length + 1);
  for (const size of iconSizes) {
    const icon = sharp(join(folder, iconFile(size)));
    expect(await icon.metadata()).toMatchObject({ width: size, height: size, format: 'png' });
    // Rounded corners around a dark room with a warm light.
    const { channels, isOpaque } = await icon.stats();
    expect(isOpaque).toBe(false);
    expect(channels[0]!.mean).toBeGreaterThan(channels[2]!.mean * 2);
  }
});
