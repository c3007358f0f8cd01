import type { Rendering } from '../../contract/rendering.ts';

/** Says who renders, or how somebody would; follows the sentence about what was asked for. */
export const renderingWords = (rendering: Rendering | null): string[] =>
  rendering ? [rendering.message, ...(rendering.cli_could ? [OFFER] : [])] : [];

const OFFER = "To let darktable-cli render, open Safelight's page, or run: safelight settings set renderer auto.";
