// Apart from the schemas, for the browser.

/** An album is a tag below this branch: `album|Iceland` is the album Iceland. */
const BRANCH = 'album|';

/** A name has at most so many characters. */
export const LONGEST_ALBUM_NAME = 200;

export const tagOfAlbum = (name: string): string => BRANCH + name;
/** null: this tag is no album. */
export const albumOfTag = (tag: string): string | null =>
  tag.startsWith(BRANCH) && tag.length > BRANCH.length ? tag.slice(BRANCH.length) : null;
