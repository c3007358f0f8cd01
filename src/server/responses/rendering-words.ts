import type { Rendering } from '../../contract/rendering.ts';

/** Who renders, behind the sentence that says what was asked for. */
export const renderingWords = (rendering: Rendering | null): string[] => (rendering ? [rendering.message] : []);
