import type { Services } from '../services.ts';
import { imageNotFound, readOnly } from '../../platform/errors.ts';
import type { ImageCheck, KnownImage } from './route.ts';

/** Looks for the image of `:id`. Throws `not_found`. */
export function imageFinder(check: ImageCheck, { index, library }: Services): (id: number) => Promise<KnownImage> {
  return async (id) => {
    // If the index knows, there is nothing to wait for.
    const known = check === 'known' ? index.presentHistory(id) : null;
    const image = known ?? (await library.facts(id));
    if (!image) throw imageNotFound(id);
    return image;
  };
}

/** Throws `read_only`. */
export function refuseWhenReadOnly({ whyReadOnly }: Services): void {
  const why = whyReadOnly();
  if (why !== null) throw readOnly(why);
}
