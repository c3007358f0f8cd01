import { dirname } from 'node:path';
import type { Libdarktable } from './libdarktable.ts';
import { SourceFailure } from './source-failure.ts';

/** A dt_film_t fits in. */
const FILM_BYTES = 4096;

/** Makes the picture known to darktable, as the image that is returned. Throws SourceFailure. */
export function importPicture(darktable: Libdarktable, file: string): number {
  const film = darktable.allocate(FILM_BYTES);
  const roll = darktable.dt_film_new(film, dirname(file));
  darktable.free(film);
  const image = darktable.dt_image_import(roll, file, 1, 0);
  if (image <= 0) throw new SourceFailure('darktable does not know this kind of picture');
  return image;
}
