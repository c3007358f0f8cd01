/** Rights that a key needs, by the names in Immich's own list, and for what. */
const NEEDED: Readonly<Record<string, string>> = {
  'user.read': 'know whose account it is',
  'asset.upload': 'upload pictures',
  'asset.read': 'look at what is there',
  'asset.update': 'set stars and descriptions',
  'asset.delete': 'put what was replaced into the trash',
  'asset.copy': 'replace pictures in their albums',
  'album.create': 'make albums',
  'album.read': 'find albums',
  'albumAsset.create': 'put pictures into albums',
  'albumAsset.delete': 'take pictures out of albums',
  'tag.create': 'make tags',
  'tag.asset': 'set tags',
};

/** What a key lacks, in words for people. */
export const lackingRights = (granted: readonly string[]): string[] =>
  granted.includes('all')
    ? []
    : Object.entries(NEEDED)
        .filter(([right]) => !granted.includes(right))
        .map(([right, purpose]) => `The API key lacks the right ${right} (to ${purpose}).`);
