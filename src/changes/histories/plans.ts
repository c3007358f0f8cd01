import { inForce, listed } from '../../library/listed-history.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { withAddition, type HistoryAddition } from '../rules/history-additions.ts';
import {
  compressed,
  hasUndoneSteps,
  isUnchanged,
  withoutInstance,
  type StoredHistory,
} from '../rules/stored-history.ts';
import { appended, copiedFrom, replaced, type CopiedHistory } from '../rules/history-paste.ts';
import { moduleFit } from '../rules/module-fit.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import { isTable, type ReadRows, type Table } from '../writing/row-changes.ts';
import { preparedStyle, stepsOfStyle, type StyleSteps } from '../styles/style-steps.ts';

/** What is to become of the histories of images. */
export type HistoryChange =
  /** Steps back or forth, so that this many steps are in force. */
  | { do: 'end'; end: number }
  /** Discards all steps. */
  | { do: 'discard' }
  | { do: 'compress' }
  /** Takes an instance of a module out. `instance` omitted: the one with the newest step. */
  | { do: 'remove'; operation: string; instance?: number | undefined }
  | HistoryPaste
  | StyleApply
  | HistoryAddition;

/** Puts the development of another image on top of each, or in its place. */
export interface HistoryPaste {
  do: 'paste';
  from: number;
  mode: 'append' | 'replace';
  /** Only these; null: all that darktable's own copy takes. */
  modules: readonly string[] | null;
  /** What was taken before; omitted: what the image has now. */
  taken?: CopiedHistory;
}

/** Puts a style on top of each. */
export interface StyleApply {
  do: 'style';
  /** Its full name. */
  name: string;
  /** What it held before; omitted: what it holds now. */
  taken?: StyleSteps;
}

const UNDONE_STEPS = 'It has steps that were undone, which would be lost. Go to the last step, or edit it, first.';
/** Flags of images (darktable's image.h). */
export const RAW = 64;
export const AUTO_PRESETS_APPLIED = 512;

/** What becomes of a history: the same when there is nothing to do, a sentence when it cannot be done. */
export type NewHistory = (imageId: number, before: StoredHistory) => StoredHistory | string;

/** Throws `not_found` and `conflict` when there is nothing to copy or to apply. */
export function preparedFor(read: ReadRows, change: HistoryChange): NewHistory {
  switch (change.do) {
    case 'paste':
      return preparedPaste(read, change);
    case 'style': {
      const apply = preparedStyle(schemaOf(read), change.taken ?? stepsOfStyle(read, change.name));
      const isRaw = isRawIn(read);
      return (imageId, before) => apply({ imageId: BigInt(imageId), isRaw: isRaw(imageId) }, before);
    }
    case 'put':
    case 'mask':
    case 'move':
    case 'apply':
    case 'instance': {
      const facts = pipeFacts(schemaOf(read));
      const isRaw = isRawIn(read);
      const hasTypedNames = read(TYPED_NAMES, {}).length > 0;
      return (imageId, before) => {
        const target = { imageId: BigInt(imageId), isRaw: isRaw(imageId), hasTypedNames };
        return withAddition(target, before, change, facts);
      };
    }
    default:
      return (_imageId, before) => changed(before, change);
  }
}

const TYPED_NAMES = "SELECT 1 FROM pragma_table_info('history') WHERE name = 'multi_name_hand_edited'";

function changed(
  history: StoredHistory,
  change: Exclude<HistoryChange, HistoryPaste | StyleApply | HistoryAddition>,
): StoredHistory | string {
  switch (change.do) {
    case 'end': {
      const most = history.steps.length;
      if (change.end > most) throw new AppError('invalid_body', `end: must be at most ${most}, the number of steps`);
      return change.end === history.end ? history : { ...history, end: change.end };
    }
    case 'discard':
      return history.steps.length + history.end === 0 ? history : { end: 0, steps: [], masks: [], order: null };
    case 'compress': {
      if (hasUndoneSteps(history)) return UNDONE_STEPS;
      const after = compressed(history);
      return isUnchanged(history, after) ? history : after;
    }
    case 'remove': {
      const { operation, instance = newestInstance(history, operation) } = change;
      const after = withoutInstance(history, operation, instance);
      if (after) return after;
      const which = change.instance === undefined ? operation : `${operation}, instance ${instance},`;
      throw new AppError('module_not_found', `${which} is not in the history of this image.`);
    }
  }
}

/** What a paste takes. Throws `not_found` and `conflict` when there is nothing to copy. */
export function copiedFor(read: ReadRows, { from, modules, taken }: HistoryPaste): CopiedHistory {
  if (taken) return taken;
  const source = historiesIn(read)(from);
  if (!source) throw imageNotFound(from);
  const schema = schemaOf(read);
  const { copied, ...rest } = copiedFrom(source, modules, pipeFacts(schema));
  // darktable's own copy leaves them out without a word.
  const { unknown } = moduleFit(schema);
  const reason = copied.map(unknown).find((sentence) => sentence !== null);
  if (reason !== undefined && modules !== null)
    throw new AppError('conflict', `The edits of image ${from} cannot be copied. ${reason}`);
  const usable = copied.filter((row) => unknown(row) === null);
  if (usable.length === 0)
    throw new AppError(
      'conflict',
      modules === null
        ? `Image ${from} has no edits that can be copied.${reason === undefined ? '' : ` ${reason}`}`
        : `Image ${from} has none of these modules in its history: ${modules.join(', ')}.`,
    );
  return { copied: usable, ...rest };
}

function preparedPaste(read: ReadRows, paste: HistoryPaste): NewHistory {
  const { from, mode } = paste;
  const copied = copiedFor(read, paste);
  const facts = pipeFacts(schemaOf(read));
  const isRaw = isRawIn(read);
  return (imageId, target) => {
    if (imageId === from) return target;
    return mode === 'append'
      ? appended({ imageId: BigInt(imageId), isRaw: isRaw(imageId) }, target, copied, facts)
      : replaced(BigInt(imageId), copied);
  };
}

export const schemaOf = (read: ReadRows): number =>
  Number(read("SELECT value FROM main.db_info WHERE key = 'version'", {})[0]!.value);

/** Whether an image has raw data. */
export function isRawIn(read: ReadRows): (imageId: number) => boolean {
  const sql = `SELECT 1 FROM main.images WHERE id = :imageId AND (coalesce(flags, 0) & ${RAW}) <> 0`;
  return (imageId) => read(sql, { imageId }).length > 0;
}

/** Whether darktable's first steps are in the history of an image. */
export function hasFirstSteps(read: ReadRows, imageId: number): boolean {
  const sql = `SELECT 1 FROM main.images WHERE id = :imageId AND (coalesce(flags, 0) & ${AUTO_PRESETS_APPLIED}) <> 0`;
  return read(sql, { imageId }).length > 0;
}

const newestInstance = ({ end, steps }: StoredHistory, operation: string): number =>
  Number(inForce(steps, end).findLast((row) => row.operation === operation)?.multi_priority ?? 0n);

/** Reads histories, with steps as darktable counts them ([Note: The end of a history]); null for an image that does not exist. */
export function historiesIn(read: ReadRows): (imageId: number) => StoredHistory | null {
  const hasOrders = isTable(read, 'main.module_order');
  return (imageId) => {
    const [image] = read('SELECT coalesce(history_end, 0) AS history_end FROM main.images WHERE id = :imageId', {
      imageId,
    });
    if (!image) return null;
    const of = (table: Table, where: string) =>
      read(`SELECT * FROM ${table} WHERE imgid = :imageId AND ${where} ORDER BY num, rowid`, { imageId });
    const [order] = hasOrders
      ? read('SELECT version, iop_list FROM main.module_order WHERE imgid = :imageId', { imageId })
      : [];
    return {
      ...listed({
        end: Number(image.history_end),
        steps: of('main.history', 'operation IS NOT NULL'),
        masks: of('main.masks_history', 'true'),
      }),
      order: order ? { version: Number(order.version), list: order.iop_list as string | null } : null,
    };
  };
}

/** The tags by which darktable marks an image after such a change. */
export function tagsOf(change: HistoryChange): string[] {
  if (change.do === 'style') return [`darktable|style|${change.name}`, 'darktable|changed'];
  return ['paste', 'put', 'apply', 'instance', 'move'].includes(change.do) ? ['darktable|changed'] : [];
}

/** Whether darktable puts its default steps in front of what there is when it opens the image next. */
export const isWithoutDefaults = (change: HistoryChange): boolean =>
  change.do === 'discard' || (change.do === 'paste' && change.mode === 'replace');
