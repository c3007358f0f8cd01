import { AppError } from '../../platform/errors.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import { appended, type PasteTarget } from '../rules/history-paste.ts';
import { moduleFit } from '../rules/module-fit.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import type { ReadRows, Row } from '../writing/row-changes.ts';
import { orderOfStyle } from '../rules/style-order.ts';

/** The newest of those with this name, as darktable chooses (styles.c, dt_styles_get_id_by_name). */
const styleSql = 'SELECT id, iop_list FROM data.styles WHERE name = :name ORDER BY id DESC LIMIT 1';

/**
 * In darktable's order. Rows of the mask manager are left out: they hold shapes, which no style has, and darktable drops them later with
 * whatever stands at their number.
 */
const itemsSql = `SELECT * FROM data.style_items WHERE styleid = :id AND operation <> 'mask_manager' ORDER BY operation, multi_priority`;

/** The modules of a style as steps, and the order of modules that it sets (empty: none). */
export interface StyleSteps {
  copied: readonly Row[];
  list: string;
}

/** Throws `not_found` and `conflict`. */
export function stepsOfStyle(read: ReadRows, name: string): StyleSteps {
  const [style] = read(styleSql, { name });
  if (!style) throw new AppError('not_found', `There is no style ${name}.`);
  const copied = read(itemsSql, { id: style.id }).map(stepOf);
  if (copied.length === 0) throw new AppError('conflict', `The style ${name} has no modules.`);
  return { copied, list: style.iop_list === null ? '' : String(style.iop_list) };
}

/** Puts a style on top of a history, as darktable's "append" does. A sentence when the image cannot take it. */
export function preparedStyle(
  schemaVersion: number,
  { copied, list }: StyleSteps,
): (image: PasteTarget, target: StoredHistory) => StoredHistory | string {
  const { obstacle, rawObstacle } = moduleFit(schemaVersion);
  const facts = pipeFacts(schemaVersion);
  const unfit = copied.map(obstacle).find((reason) => reason !== null) ?? null;
  return (image, target) => {
    if (unfit !== null) return unfit;
    const notRaw = image.isRaw ? null : copied.map(rawObstacle).find((reason) => reason !== null);
    if (notRaw) return notRaw;
    const order = list === '' ? target.order : orderOfStyle(list, target.order, facts);
    if (typeof order === 'string') return order;
    return appended(image, { ...target, order }, { copied, shapes: [], order: null }, facts);
  };
}

/** A row of `style_items` as one of `history`; where that is, is still open. */
function stepOf({ styleid: _id, num: _num, ...row }: Row): Row {
  return { imgid: null, num: null, ...row, multi_name: row.multi_name ?? '' };
}
