/* What the page of a guest needs to know without the schemas. */

export const LONGEST_COMMENT = 2_000;
export const LONGEST_GUEST_NAME = 60;

/** Their longest edges, in pixels; `full` is for downloads alone, at a route of its own. */
export const GUEST_SIZES = { tile: 480, screen: 1_600, large: 2_560 } as const;
export type GuestSize = keyof typeof GUEST_SIZES;
