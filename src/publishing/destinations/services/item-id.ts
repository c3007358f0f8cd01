/**
 * Albums share a picture, and what is published is the picture in one album: `asset@album`, and `asset@` where it is in none of ours.
 */
export const itemId = (asset: string, album: string | null) => `${asset}@${album ?? ''}`;

export function assetAndAlbum(id: string): { asset: string; album: string | null } {
  const at = id.indexOf('@');
  return at < 0 ? { asset: id, album: null } : { asset: id.slice(0, at), album: id.slice(at + 1) || null };
}
