import { useSyncExternalStore } from 'react';
import type { Decoded, DecodedPictures, Wanted } from './decoded-pictures.ts';

/** The decoded picture, or null until it is ready. */
export const useDecoded = (pictures: DecodedPictures, wanted: Wanted | null): Decoded | null =>
  useSyncExternalStore(pictures.subscribe, () => (wanted ? pictures.get(wanted) : null));
