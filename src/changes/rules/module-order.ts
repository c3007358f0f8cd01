import { completions } from '../../darktable/order-completions.ts';
import type { ModuleOrder } from './stored-history.ts';
import { CUSTOM, listOf, placesInList, type Place } from './order-list.ts';
import type { PipeFacts } from './pipe-facts.ts';

/** All places of an order, the first of the pipe first; null: it cannot be told. */
export function placesOf(
  { version, list }: ModuleOrder,
  facts: Pick<PipeFacts, 'orderOfVersion' | 'newestOrder'>,
): Place[] | null {
  if (list === null) return facts.orderOfVersion(version)?.map((operation) => ({ operation, instance: 0 })) ?? null;
  const places = placesInList(list);
  return places && wholePlaces(places, facts);
}

/** With the modules that are newer than the order, where darktable puts them. What this darktable does not know stays. */
export function wholePlaces(places: readonly Place[], { newestOrder }: Pick<PipeFacts, 'newestOrder'>): Place[] {
  const whole = [...places];
  const there = new Set(places.map(({ operation }) => operation));
  for (const [operation, next] of completions(newestOrder)) {
    const at = there.has(operation) ? -1 : whole.findIndex((place) => place.operation === next);
    if (at < 0) continue;
    whole.splice(at, 0, { operation, instance: 0 });
    there.add(operation);
  }
  return whole;
}

/**
 * An order with these instances, each right behind the last one of its module, unless it is there, since darktable leaves deleted ones in. undefined:
 * it cannot be told.
 */
export function orderWith(
  order: ModuleOrder | null,
  added: readonly Place[],
  facts: Pick<PipeFacts, 'orderOfVersion' | 'newestOrder' | 'versionOfOrder'>,
): ModuleOrder | undefined {
  const places = order && placesOf(order, facts);
  if (!places) return undefined;
  for (const place of added) {
    if (placeIn(places, place) >= 0) continue;
    const last = places.findLastIndex(({ operation }) => operation === place.operation);
    if (last < 0) return undefined;
    places.splice(last + 1, 0, place);
  }
  return orderOfPlaces(places, facts);
}

export const placeIn = (places: readonly Place[], { operation, instance }: Place): number =>
  places.findIndex((place) => place.operation === operation && place.instance === instance);

/**
 * How far darktable lets the module at a place be moved, as places (iop_order.c, dt_ioppr_check_can_move_before_iop). None comes before
 * the first one of the pipe.
 */
export function reachOf(
  places: readonly Place[],
  at: number,
  { mayPass }: Pick<PipeFacts, 'mayPass'>,
): { earliest: number; latest: number } {
  const { operation } = places[at]!;
  let [earliest, latest] = [at, at];
  while (earliest > 1 && mayPass(places[earliest - 1]!.operation, operation)) earliest -= 1;
  while (at > 0 && latest < places.length - 1 && mayPass(operation, places[latest + 1]!.operation)) latest += 1;
  return { earliest, latest };
}

/** The places with one of them moved. */
export function withMoved(places: readonly Place[], from: number, to: number): Place[] {
  const others = places.filter((_place, at) => at !== from);
  return [...others.slice(0, to), places[from]!, ...others.slice(to)];
}

/** As `module_order` has it: one of darktable's own, with its version, needs no list unless a module has several instances. */
export function orderOfPlaces(
  places: readonly Place[],
  { versionOfOrder }: Pick<PipeFacts, 'versionOfOrder'>,
): ModuleOrder {
  const operations = places.map(({ operation }) => operation);
  const inOrder = operations.filter((operation, at) => operation !== operations[at - 1]);
  const version = versionOfOrder(inOrder);
  const isPlain = version !== null && inOrder.length === operations.length;
  return {
    version: version ?? CUSTOM,
    list: isPlain ? null : listOf(places),
  };
}
