/** What a guest made of a picture, as a tag that says who: `client|Anna|yes`. Where all share their marks there is no name. */
export function clientTag(name: string, said: string): string {
  // The first makes a branch of a tag, the second several tags.
  const safe = name.replaceAll(/[|,]/g, ' ').replaceAll(/\s+/g, ' ').trim();
  const who = name === '' ? [] : [safe === '' ? 'guest' : safe];
  return ['client', ...who, said].join('|');
}

const CLIENT_TAG = /^client\|(?:[^|]+\|)?(?:favorite|yes|maybe|no|comment|[1-5] stars)$/;

/** Such a tag tells of people: it never leaves with a picture. */
export const isClientTag = (tag: string): boolean => CLIENT_TAG.test(tag);
