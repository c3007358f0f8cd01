/** darktable's color labels, in the order of its numbers 0-4. Apart from the schemas, for the browser. */
export const COLOR_LABELS = ['red', 'yellow', 'green', 'blue', 'purple'] as const;
export type ColorLabel = (typeof COLOR_LABELS)[number];
