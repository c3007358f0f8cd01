/**
 * Stars and rejects in `images.flags`: the three lowest bits are the stars, 8 marks a reject, which keeps its stars (darktable's
 * common/image.h). A reject by Lua loses them and stores 6 there, which stays when the reject is taken back: to darktable a
 * reject as well, and 7 counts as 5 (measured with 4.2.1).
 */
export const isRejectedSql = `(coalesce(images.flags, 0) & 8 <> 0 OR coalesce(images.flags, 0) & 7 = 6)`;

/** Also those behind a reject. */
export const starsSql = `(CASE coalesce(images.flags, 0) & 7 WHEN 6 THEN 0 WHEN 7 THEN 5 ELSE coalesce(images.flags, 0) & 7 END)`;

/** -1 is rejected. */
export const ratingSql = `iif(${isRejectedSql}, -1, ${starsSql})`;

/** A reject stays one. */
export const setStarsSql =
  'UPDATE images SET flags = (flags & ~7) | :stars | iif(flags & 7 = 6, 8, 0) WHERE id = :imageId';

export const setRejectedSql =
  'UPDATE images SET flags = (flags & ~8 & ~iif(flags & 7 = 6, 7, 0)) | iif(:isRejected, 8, 0) WHERE id = :imageId';
