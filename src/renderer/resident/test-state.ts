import { join } from 'node:path';
import type { DevelopState, DevelopStep } from '../../library/develop-state.ts';
import { assetsDir } from '../../platform/package-files.ts';

/** Small pictures that come with Safelight: a raw one, and one that is not. */
export const SELF_TEST_PICTURE = join(assetsDir, 'self-test', 'picture.dng');
export const SELF_TEST_JPEG = join(assetsDir, 'self-test', 'picture.jpg');

/** Exposure and saturation, in versions that every darktable since 3.4 reads. */
export function testState(ev: number): DevelopState {
  const exposure = Buffer.alloc(24);
  exposure.writeFloatLE(ev, 8);
  exposure.writeFloatLE(50, 12);
  exposure.writeFloatLE(-4, 16);
  const velvia = Buffer.alloc(8);
  velvia.writeFloatLE(40, 0);
  velvia.writeFloatLE(1, 4);
  const step = (num: number, operation: string, module: number, params: Buffer): DevelopStep => ({
    num,
    operation,
    module,
    params,
    enabled: true,
    blendParams: null,
    blendVersion: 0,
    priority: 0,
    name: '',
    nameIsTyped: null,
  });
  return {
    imageId: 0,
    path: SELF_TEST_PICTURE,
    hasLocalCopy: false,
    isComplete: true,
    historyEnd: 2,
    rawParameters: 0,
    masks: [],
    order: { version: 2, list: null },
    history: [step(0, 'exposure', 6, exposure), step(1, 'velvia', 2, velvia)],
  };
}
