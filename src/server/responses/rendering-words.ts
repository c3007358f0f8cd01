import type { Rendering } from '../../contract/rendering.ts';

/** Says who renders; follows the sentence about what was asked for. */
export const renderingWords = (rendering: Rendering | null): string[] => (rendering ? [rendering.message] : []);
