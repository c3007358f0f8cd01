import type { default as Sharp } from 'sharp';

let loaded: Promise<typeof Sharp> | undefined;

/** sharp, from the first picture on that needs it: 20 MB that those who only look at rendered previews never pay. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Pictures side by side instead of threads within one, no cache of pixels: steady memory, and the server keeps a core.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
