import type { StoredHistory } from './stored-history.ts';
import { AUTO_PRESETS_APPLIED, RAW, schemaOf } from '../histories/plans.ts';
import type { ReadRows, Row } from '../writing/row-changes.ts';

const HIGHLIGHTS = 'highlights';
/** Version 4, as 4.2.1 stores it for a new edit: inpaint opposed. */
const NEW_EDIT = Buffer.from(
  '050000000000803f00000000000000000000803f000000000100000005000000cdcccc3e000000400000000000000000',
  'hex',
);
/** The schema of 4.2. darktable 5 gives all edits the same. */
const TELLS_OLD_ONES = 37;
/** Flags of images (darktable's image.h): of one color, as it is known from the file. */
const MONOCHROME = 0x8000;

/**
 * To show an image that was never developed, darktable puts its first steps in front. 4.2 takes one whose history has a hash for an old edit
 * (dt_image_altered, highlights.c) and gives it the highlight reconstruction of old ones, which clips. Without a hash the lighttable would show the
 * picture as it came from the camera. So a raw that gets its first steps from us gets that of a new edit as well. A camera without colors has none.
 */
export function withFirstHighlights(
  read: ReadRows,
): (imageId: number, before: StoredHistory, after: StoredHistory) => StoredHistory {
  const tellsOldOnes = schemaOf(read) === TELLS_OLD_ONES;
  return (imageId, before, after) => {
    const { steps, masks } = after;
    const isFirst = before.steps.length === 0 && steps.length > 0;
    if (!tellsOldOnes || !isFirst || steps.some(({ operation }) => operation === HIGHLIGHTS)) return after;
    if (read(undevelopedSql, { imageId }).length === 0) return after;
    const shifted = (row: Row): Row => ({ ...row, num: BigInt(Number(row.num) + 1) });
    return {
      ...after,
      end: after.end + 1,
      steps: [stepLike(steps[0]!), ...steps.map(shifted)],
      masks: masks.map(shifted),
    };
  };
}

const undevelopedSql = `SELECT 1 FROM main.images WHERE id = :imageId AND coalesce(model, '') NOT LIKE '%monochrom%' AND coalesce(model, '') NOT LIKE '%achromatic%'
  AND (coalesce(flags, 0) & ${RAW | MONOCHROME | AUTO_PRESETS_APPLIED}) = ${RAW}`;

const stepLike = (row: Row): Row => ({
  ...Object.fromEntries(Object.keys(row).map((column) => [column, null])),
  imgid: row.imgid!,
  num: 0n,
  operation: HIGHLIGHTS,
  module: 4n,
  op_params: NEW_EDIT,
  enabled: 1n,
  blendop_version: 0n,
  multi_priority: 0n,
  multi_name: '',
});
