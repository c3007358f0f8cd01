import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importPicture } from './import-picture.ts';
import type { Libdarktable } from './libdarktable.ts';
import { SELF_TEST_JPEG, SELF_TEST_PICTURE } from './test-state.ts';

const FILES = { raw: SELF_TEST_PICTURE, other: SELF_TEST_JPEG };

/** Does something with a small picture that nobody else has open. `sidecar`: the file to give histories to darktable. */
export function withOwnPicture<Found>(
  darktable: Libdarktable,
  kind: keyof typeof FILES,
  sidecar: string,
  act: (image: number) => Found,
): Found {
  // Of a file that is known, darktable would give the image that somebody else uses.
  const file = join(dirname(sidecar), kind === 'raw' ? 'own.dng' : 'own.jpg');
  copyFileSync(FILES[kind], file);
  const image = importPicture(darktable, file);
  try {
    return act(image);
  } finally {
    darktable.dt_image_remove(image);
  }
}
