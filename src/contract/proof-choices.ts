/** What the page asks with, too: without the schemas, which are too large for it. */
export const MOST_PROOF_PICTURES = 5_000;
export const MOST_PROOF_LINKS = 100;
export const PROOF_DAYS = 30;
export const SHORTEST_PASSWORD = 4;

/** Whose the marks are: `together`, all guests share one set; `each`, who comes says a name; `named`, a link for each guest. */
export const PROOF_GUESTS = ['together', 'each', 'named'] as const;
export const PROOF_DOWNLOADS = ['none', 'web', 'full'] as const;
export const PROOF_ORDERS = ['given', 'taken', 'name'] as const;
export const LINK_PREVIEWS = ['neutral', 'title', 'picture'] as const;

export const VERDICTS = ['yes', 'maybe', 'no'] as const;

/**
 * What a mark meets that is there already. `fill-empty`: stars and color labels only where an image has none. `client-wins`: the client's stars.
 * `higher-wins`: theirs where they are more. `tags-only`: every mark becomes a tag. Color labels and tags are only ever added.
 */
export const TAKEOVER_RULES = ['fill-empty', 'client-wins', 'higher-wins', 'tags-only'] as const;
export const MARKS_TAKEN = ['favorite', 'stars', ...VERDICTS, 'comment'] as const;
