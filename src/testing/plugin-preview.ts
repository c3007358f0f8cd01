import { existsSync, rmSync } from 'node:fs';
import sharp from 'sharp';
import type { BridgeStage } from './bridge-stage.ts';

/** The pixels of the preview that the plugin now makes of an image. */
export async function pluginPreview(stage: BridgeStage, id: number): Promise<Buffer> {
  const file = stage.preview(2, id);
  rmSync(file, { force: true });
  stage.queue('refresh', id);
  await stage.until(() => existsSync(file) && stage.quiet());
  return sharp(file).raw().toBuffer();
}
