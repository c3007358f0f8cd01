import type { LedgerItem, PictureKey } from './ledger.ts';
import type { SourcePicture } from './source-pictures.ts';

/** What belongs together; either is missing where there is no counterpart. */
export interface Match {
  picture: SourcePicture | null;
  item: LedgerItem | null;
}

/**
 * Finds what is there of each picture. An id alone proves nothing: a library that was imported anew gives it to another picture, whereas the
 * same picture has another id. A film roll may have been moved, and a capture time corrected, but not both.
 */
export function matched(pictures: readonly SourcePicture[], items: readonly LedgerItem[]): Match[] {
  const left = new Set(items);
  const byId = new Map(items.map((item) => [item.imageId, item]));
  const found = new Map<SourcePicture, LedgerItem>();
  const take = (picture: SourcePicture, item: LedgerItem | undefined) => {
    if (!item || !left.delete(item)) return false;
    found.set(picture, item);
    return true;
  };
  const rest = pictures.filter((picture) => {
    const item = byId.get(picture.imageId);
    return !(item && isSamePicture(picture.key, item.key) && take(picture, item));
  });
  const byKey = new Map([...left].map((item) => [textOf(item.key), item]));
  for (const picture of rest) take(picture, byKey.get(textOf(picture.key)));
  return [
    ...pictures.map((picture) => ({ picture, item: found.get(picture) ?? null })),
    ...[...left].map((item) => ({ picture: null, item })),
  ];
}

export const isSamePicture = (one: PictureKey, other: PictureKey) =>
  one.filename === other.filename &&
  one.version === other.version &&
  (one.folder === other.folder || (one.taken !== null && one.taken === other.taken));

const textOf = ({ folder, filename, version, taken }: PictureKey) => JSON.stringify([folder, filename, version, taken]);
