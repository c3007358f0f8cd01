import type { DevelopMask, DevelopState, DevelopStep } from '../library/develop-state.ts';
import type { Library } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import { AppError, imageNotFound } from '../platform/errors.ts';
import { historiesIn, isRawIn, schemaOf } from '../changes/histories/plans.ts';
import { rowsRead, type Row } from '../changes/writing/row-changes.ts';
import { preparedStyle, stepsOfStyle } from '../changes/styles/style-steps.ts';

/**
 * The development with a style on top, as `POST /styles/apply` would store it. Throws `not_found` for the style, `conflict` with the reason when
 * the image cannot take it.
 */
export async function styledState(
  library: Pick<Library, 'read'>,
  state: DevelopState,
  style: string,
): Promise<DevelopState> {
  const { imageId, historyEnd: end } = state;
  const after = await readWholeHistory(library, imageId, (reader) => {
    const read = rowsRead(reader);
    const apply = preparedStyle(schemaOf(read), stepsOfStyle(read, style));
    const history = historiesIn(read)(imageId);
    if (!history) throw imageNotFound(imageId);
    return apply({ imageId: BigInt(imageId), isRaw: isRawIn(read)(imageId) }, { ...history, end });
  });
  if (typeof after === 'string') throw new AppError('conflict', after);
  const { steps, masks, order } = after;
  return { ...state, historyEnd: after.end, history: steps.map(stepOf), masks: masks.map(maskOf), order };
}

const stepOf = (row: Row): DevelopStep => ({
  num: Number(row.num),
  operation: String(row.operation),
  module: Number(row.module),
  enabled: Number(row.enabled ?? 0n) !== 0,
  params: bytes(row.op_params),
  blendParams: bytes(row.blendop_params),
  blendVersion: Number(row.blendop_version ?? 0n),
  priority: Number(row.multi_priority ?? 0n),
  name: String(row.multi_name ?? ''),
  // Schemas before 38 do not store it.
  nameIsTyped: row.multi_name_hand_edited === undefined ? null : Number(row.multi_name_hand_edited ?? 0n) !== 0,
});

const maskOf = (row: Row): DevelopMask => ({
  num: Number(row.num),
  id: Number(row.formid),
  type: Number(row.form),
  name: String(row.name ?? ''),
  version: Number(row.version),
  points: bytes(row.points),
  count: Number(row.points_count ?? 0n),
  source: bytes(row.source),
});

const bytes = (value: Row[string] | undefined): Uint8Array | null => (Buffer.isBuffer(value) ? value : null);
