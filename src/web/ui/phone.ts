import { mediaHook } from './use-media.ts';

/** Upright or on its side; the style sheets ask the same. */
export const useIsPhone = mediaHook('(max-width: 700px), (max-width: 1000px) and (max-height: 500px)');
export const useIsOnItsSide = mediaHook('(min-width: 700.5px) and (max-width: 1000px) and (max-height: 500px)');
