// Apart from the schemas, for the browser.

/** At most so many ids in one request. */
export const MOST_IDS = 10_000;
/** At most so many ids that no image has are listed in the answer. */
export const MOST_MISSING = 100;
