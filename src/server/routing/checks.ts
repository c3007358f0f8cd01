import type { Services } from '../services.ts';
import { imageNotFound, readOnly } from '../../platform/errors.ts';
import type { ImageCheck, KnownImage } from './route.ts';

/** Looks for the image of `:id`. Throws `not_found`. */
export function imageFinder(
  check: ImageCheck,
  { index, library }: Services,
): (id: number) => KnownImage | Promise<KnownImage> {
  const inLibrary = async (id: number) => {
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    return image;
  };
  // If the index knows, there is nothing to wait for.
  return check === 'known' ? (id) => index.presentHistory(id) ?? inLibrary(id) : inLibrary;
}

/** Throws `read_only`. */
export function refuseWhenReadOnly({ whyReadOnly }: Services): void {
  const why = whyReadOnly();
  if (why !== null) throw readOnly(why);
}
