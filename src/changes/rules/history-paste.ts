import { NEVER_COPIED, OF_ONE_PICTURE } from '../../contract/whole-histories.ts';
import { inForce } from '../../library/listed-history.ts';
import { usedShapes } from './mask-shapes.ts';
import type { ModuleOrder, StoredHistory } from './stored-history.ts';
import { orderWith, placesOf } from './module-order.ts';
import { newestSteps, operationOf, priorityOf } from './newest-steps.ts';
import type { Place } from './order-list.ts';
import type { FactsOf, PipeFacts } from './pipe-facts.ts';
import type { Row } from '../writing/row-changes.ts';

export interface PasteTarget {
  imageId: bigint;
  isRaw: boolean;
}

/** What a paste takes from an image. */
export interface CopiedHistory {
  order: ModuleOrder | null;
  /** In the order of the pixel pipe. */
  copied: readonly Row[];
  /** The shapes that these steps are masked with. */
  shapes: readonly Row[];
}

const numOf = (row: Row) => Number(row.num);
const placeOfRow = (row: Row): Place => ({ operation: operationOf(row), instance: priorityOf(row) });

/**
 * What a paste takes from a history. `modules`: only these operations; null: all that darktable's own copy takes.
 */
export function copiedFrom(source: StoredHistory, modules: readonly string[] | null, facts: PipeFacts): CopiedHistory {
  const isTaken = (row: Row) => {
    const operation = operationOf(row);
    if (NEVER_COPIED.includes(operation)) return false;
    if (modules !== null) return modules.includes(operation);
    return !OF_ONE_PICTURE.includes(operation) && facts.factsOf(operation)?.isDeprecated !== true;
  };
  const placeIn = placesBy(source.order, facts);
  const placeOf = (row: Row) =>
    placeIn?.(placeOfRow(row)) ?? facts.factsOf(operationOf(row))?.pipeOrder ?? Number.MAX_SAFE_INTEGER;
  const copied = newestSteps(source)
    .filter(isTaken)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  return { copied, shapes: usedShapes(copied, newestSet(source)), order: source.order };
}

/**
 * Puts steps of another image or of a style on top of a history, as darktable's "append" does: one step for each instance, undone steps dropped. Only
 * the first one takes the place of the target's last step when that is of the same instance (4.2.1). Shapes of masks come along under their
 * own ids. A sentence when it cannot be done.
 */
export function appended(
  { imageId, isRaw }: PasteTarget,
  target: StoredHistory,
  { copied, shapes }: CopiedHistory,
  facts: PipeFacts,
): StoredHistory | string {
  const steps = inForce(target.steps, target.end);
  const masks = inForce(target.masks, target.end);
  const added: Place[] = [];
  const placeIn = placesBy(target.order, facts) ?? (() => 0);
  const given = new Set<string>();
  let masksFrom: bigint | null = null;
  for (const [at, row] of copied.entries()) {
    const operation = operationOf(row);
    const there = steps.filter((one) => operationOf(one) === operation);
    const instances = [...new Set(there.map(priorityOf))]
      .map((instance): Place => ({ operation, instance }))
      .filter(({ instance }) => !given.has(`${operation} ${instance}`))
      .toSorted((one, other) => placeIn(one) - placeIn(other) || one.instance - other.instance)
      .map(({ instance }) => instance);
    if (facts.ofSameName === 'last') instances.reverse();
    const priority = priorityFor(row, there, instances, facts.factsOf);
    given.add(`${operation} ${priority}`);
    if (there.length > 0 && !there.some((one) => priorityOf(one) === priority))
      added.push({ operation, instance: priority });
    const top = steps.at(-1);
    // As when a slider is moved again in the darkroom (develop.c, dt_dev_add_history_item_ext).
    if (at === 0 && top && operationOf(top) === operation && priorityOf(top) === priority) steps.pop();
    const num = BigInt(steps.length);
    if (masksFrom === null && usedShapes([row], shapes).length > 0) masksFrom = num;
    const multi_name = keepsName(row) ? row.multi_name! : priority === 0 ? '' : String(priority);
    steps.push({ ...row, imgid: imageId, num, multi_priority: BigInt(priority), multi_name });
  }
  const set = masksFrom === null ? [] : mergedShapes(newestSet(target), shapes);
  const own = target.order ?? facts.firstOrder(isRaw);
  const order = added.length === 0 ? own : orderWith(own, added, facts);
  if (order === undefined) return `It would need a further instance of ${added[0]!.operation}. ${facts.whyNoOrder}`;
  return {
    end: steps.length,
    steps,
    masks: [
      ...masks.filter(({ num }) => num !== masksFrom),
      ...set.map((row) => ({ ...row, imgid: imageId, num: masksFrom! })),
    ],
    order,
  };
}

/** The copied steps alone, with the shapes that their image has: nothing of the target stays. */
export function replaced(imageId: bigint, { copied, shapes, order }: CopiedHistory): StoredHistory {
  const steps = copied.map((row, num) => ({ ...row, imgid: imageId, num: BigInt(num) }));
  return { end: steps.length, steps, masks: shapes.map((row) => ({ ...row, imgid: imageId, num: 0n })), order };
}

/**
 * The instance of the target that a step becomes: the only one of a module that has just one, else the one of the same name; unnamed ones by their
 * number. A module that the target does not have begins with number 0. Else the step becomes a further instance: none of the target's is lost. Of several
 * with the same name it is the first in the pipe (4.2.1; the last: 5.0.1, 5.4.1) that no copied instance has taken. `free`: the target's numbers that none has
 * taken, the first to be taken first.
 */
function priorityFor(row: Row, there: readonly Row[], free: readonly number[], factsOf: FactsOf): number {
  if (there.length === 0) return 0;
  const newestFirst = there.toReversed();
  if (factsOf(operationOf(row))?.isSingleInstance === true) return priorityOf(newestFirst[0]!);
  const newestOf = (priority: number) => newestFirst.find((one) => priorityOf(one) === priority)!;
  const same = free.find((priority) => nameOf(newestOf(priority)) === nameOf(row));
  return same ?? Math.max(...there.map(priorityOf)) + 1;
}

/** Where an instance stands in an order; one that the order does not have comes last, as in darktable. */
function placesBy(order: ModuleOrder | null, facts: PipeFacts): ((instance: Place) => number) | null {
  const places = order && placesOf(order, facts);
  if (!places) return null;
  const byInstance = new Map(places.map(({ operation, instance }, at) => [`${operation} ${instance}`, at]));
  return ({ operation, instance }) => byInstance.get(`${operation} ${instance}`) ?? Number.MAX_SAFE_INTEGER;
}

/** A name that darktable gave: 5.x begins some of them with `_builtin_`; else a further instance is named by its number. */
function isGiven(row: Row): boolean {
  const name = String(row.multi_name ?? '');
  return name === '' || name === String(priorityOf(row)) || name.startsWith('_builtin_');
}
const nameOf = (row: Row) => (isGiven(row) ? `number ${priorityOf(row)}` : `named ${String(row.multi_name)}`);
/** 5.x forgets a name that nobody typed when the step is stored again, but goes by it until then. */
const keepsName = (row: Row) => !isGiven(row) && row.multi_name_hand_edited !== 0n;

/** The set of shapes that counts at the end of a history. */
export function newestSet({ end, masks }: StoredHistory): Row[] {
  const before = inForce(masks, end);
  const newest = Math.max(-1, ...before.map(numOf));
  return before.filter((row) => numOf(row) === newest);
}

/** Of two shapes with the same id the pasted one stays. */
function mergedShapes(own: readonly Row[], pasted: readonly Row[]): Row[] {
  const ids = new Set(pasted.map(({ formid }) => formid));
  return [...own.filter(({ formid }) => !ids.has(formid)), ...pasted];
}
