// Apart from the schemas, for the browser.

/** A tag has at most so many characters. */
export const LONGEST_TAG = 2_000;

/** darktable keeps notes of its own as tags below this branch. */
export const isOwnTag = (name: string): boolean => name === 'darktable' || name.startsWith('darktable|');

/** Each `|` stands between two names. */
export const hasEmptyLevel = (name: string): boolean => name.split('|').some((level) => level.trim() === '');
