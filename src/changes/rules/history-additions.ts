import { inForce } from '../../library/listed-history.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoredHistory } from './stored-history.ts';
import { withMaskOf, type MaskCopy } from './mask-copy.ts';
import { withGroupOfItsOwn } from './mask-shapes.ts';
import { orderMoved, type ModuleMove } from './module-move.ts';
import { newestSet, type PasteTarget } from './history-paste.ts';
import { orderWith } from './module-order.ts';
import { priorityOf } from './newest-steps.ts';
import type { PipeFacts } from './pipe-facts.ts';
import type { Row } from '../writing/row-changes.ts';

/** What a step of a module stores. */
export interface StepValues {
  /** Of the parameters. */
  version: number;
  params: Uint8Array;
  enabled: boolean;
  blendVersion: number;
  /** null: darktable takes its defaults. */
  blendParams: Uint8Array | null;
}

/** A new step of a module on top of a history. */
export type HistoryAddition =
  /** The module's first step. An image that has the module stays as it is. */
  | { do: 'put'; operation: string; values: StepValues }
  /** A step of an instance; omitted: of the one with the newest step, or the module's first. */
  | { do: 'apply'; operation: string; instance?: number | undefined; values: StepValues }
  | NewInstance
  | ModuleMove
  | MaskCopy;

export interface NewInstance {
  do: 'instance';
  operation: string;
  /** Its parameters and blending are those of that instance; omitted: `values`. */
  from?: number | undefined;
  /** Omitted: its number, as in darktable. */
  name?: string | undefined;
  values: StepValues;
  /** What an image without the module gets first: it is there, and off. */
  first: StepValues;
}

/** Rows have what the table has; `hasTypedNames`: darktable 5 also stores whether a user typed the name. */
export interface AdditionTarget extends PasteTarget {
  hasTypedNames: boolean;
}

/**
 * The history with the new step, as darktable makes it: undone steps and their masks are dropped, the order of the pipe changes only for a new
 * instance. The same history when there is nothing to do, a sentence when it cannot be done. Throws `module_not_found`.
 */
export function withAddition(
  target: AdditionTarget,
  history: StoredHistory,
  addition: HistoryAddition,
  facts: PipeFacts,
): StoredHistory | string {
  const { operation } = addition;
  const there = inForce(history.steps, history.end).filter((row) => row.operation === operation);
  switch (addition.do) {
    case 'put':
      return there.length > 0 ? history : onTop(history, [rowOf(target, operation, addition.values)]);
    case 'apply': {
      const { instance = there.length > 0 ? priorityOf(there.at(-1)!) : 0, values } = addition;
      const present = there.findLast((row) => priorityOf(row) === instance);
      if (!present && addition.instance !== undefined) throw notThere(operation, instance);
      const row = rowOf(target, operation, values, present);
      const isSame =
        present !== undefined && present === inForce(history.steps, history.end).at(-1) && holdsTheSame(present, row);
      return isSame ? history : onTop(history, [row]);
    }
    case 'instance':
      return withInstance(target, history, addition, facts);
    case 'move':
      return withMove(target, history, addition, facts);
    case 'mask':
      return withMask(history, addition);
  }
}

/** As darktable: a step of the instance comes with it, unless its own is the last one. Here one that is off stays so. */
function withMove(
  { isRaw }: AdditionTarget,
  history: StoredHistory,
  move: ModuleMove,
  facts: PipeFacts,
): StoredHistory | string {
  const active = inForce(history.steps, history.end);
  const { operation, instance } = move;
  const present = active.findLast(
    (row) => row.operation === operation && (instance === undefined || priorityOf(row) === instance),
  );
  if (!present) throw notThere(operation, instance);
  const order = orderMoved(history, move, priorityOf(present), { isRaw, facts });
  if (order === null || typeof order === 'string') return order ?? history;
  return { ...onTop(history, present === active.at(-1) ? [] : [present]), order };
}

/** A step of the instance that is masked, with the new set of shapes from there on. */
function withMask(history: StoredHistory, copy: MaskCopy): StoredHistory | string {
  const masked = withMaskOf(inForce(history.steps, history.end), newestSet(history), copy);
  if (masked === null || typeof masked === 'string') return masked ?? history;
  const after = onTop(history, [masked.step]);
  const num = BigInt(after.end - 1);
  return { ...after, masks: [...after.masks, ...masked.shapes.map((shape): Row => ({ ...shape, num }))] };
}

/** As darktable: the instance that it comes from has the step before. */
function withInstance(
  target: AdditionTarget,
  history: StoredHistory,
  { operation, from, name, values, first }: NewInstance,
  facts: PipeFacts,
): StoredHistory | string {
  if (facts.factsOf(operation)?.isSingleInstance === true) return `darktable has only one instance of ${operation}.`;
  const active = inForce(history.steps, history.end);
  const there = active.filter((row) => row.operation === operation);
  const base = from === undefined ? there.at(-1) : there.findLast((row) => priorityOf(row) === from);
  if (!base && from !== undefined) throw notThere(operation, from);
  const newest = new Map(there.map((row) => [priorityOf(row), row]));
  if (name !== undefined && [...newest.values()].some((row) => row.multi_name === name))
    return `${operation} already has an instance with the name ${name}.`;
  const priority = Math.max(0, ...newest.keys()) + 1;
  const own = history.order ?? facts.firstOrder(target.isRaw);
  const order = orderWith(own, [{ operation, instance: priority }], facts);
  if (order === undefined)
    return `A further instance of ${operation} needs a place among its modules. ${facts.whyNoOrder}`;
  const masked = from !== undefined && base ? withGroupOfItsOwn(base, newestSet(history)) : null;
  const row: Row = {
    ...(masked?.step ?? (from === undefined ? rowOf(target, operation, values) : base)),
    enabled: 1n,
    multi_priority: BigInt(priority),
    multi_name: name ?? String(priority),
    ...typed(target, name !== undefined),
  };
  const before = base ?? rowOf(target, operation, first);
  const after = onTop(history, before === active.at(-1) ? [row] : [before, row]);
  const num = BigInt(after.end - 1);
  const set = masked ? [...newestSet(history), masked.group].map((shape): Row => ({ ...shape, num })) : [];
  return { ...after, masks: [...after.masks, ...set], order };
}

/** `present`: the instance's newest step, whose number and name the new one has. */
function rowOf(target: AdditionTarget, operation: string, values: StepValues, present?: Row): Row {
  const { version, params, enabled, blendVersion, blendParams } = values;
  const name = present
    ? { multi_priority: present.multi_priority ?? 0n, multi_name: present.multi_name ?? '' }
    : { multi_priority: 0n, multi_name: '', ...typed(target, false) };
  return {
    ...(present ?? {}),
    imgid: target.imageId,
    operation,
    module: BigInt(version),
    enabled: enabled ? 1n : 0n,
    op_params: Buffer.from(params),
    blendop_params: blendParams && Buffer.from(blendParams),
    blendop_version: BigInt(blendVersion),
    ...name,
  };
}

const typed = ({ hasTypedNames }: AdditionTarget, isTyped: boolean): Row =>
  hasTypedNames ? { multi_name_hand_edited: isTyped ? 1n : 0n } : {};

const holdsTheSame = (one: Row, other: Row) =>
  (['module', 'enabled', 'blendop_version'] as const).every((column) => one[column] === other[column]) &&
  (['op_params', 'blendop_params'] as const).every((column) => bytesOf(one[column]).equals(bytesOf(other[column])));
const bytesOf = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

function onTop(history: StoredHistory, added: readonly Row[]): StoredHistory {
  const { end } = history;
  const steps = [...inForce(history.steps, end), ...added].map((row, num): Row => ({ ...row, num: BigInt(num) }));
  return { ...history, end: steps.length, steps, masks: inForce(history.masks, end) };
}

function notThere(operation: string, instance: number | undefined): AppError {
  const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
  return new AppError('module_not_found', `${which} is not in the history of this image.`);
}
