import { mayPass } from '../darktable/module-orders.ts';
import type { ModuleOrder } from './history-changes.ts';
import type { PipeFacts } from './history-paste.ts';
import { CUSTOM, entriesOf, type Entry } from './style-order.ts';

/** An instance of a module in the pixel pipe. */
export interface Place {
  operation: string;
  instance: number;
}

/** All places of an order, the first of the pipe first; null: it cannot be told. 5.4.1 writes some twice; the first counts. */
export function placesOf(
  order: ModuleOrder | null,
  isRaw: boolean,
  { builtInOrder, firstOrder, orderOfVersion }: Pick<PipeFacts, 'builtInOrder' | 'firstOrder' | 'orderOfVersion'>,
): Place[] | null {
  const first = firstOrder(isRaw);
  const operations = order ? orderOfVersion(order.version) : first === null ? null : builtInOrder(first);
  const entries: readonly Entry[] | null =
    order?.list == null
      ? (operations?.map((operation) => ({ operation, priority: '0' })) ?? null)
      : entriesOf(order.list);
  if (!entries) return null;
  const places = new Map(entries.toReversed().map((entry) => [`${entry.operation} ${entry.priority}`, entry]));
  return entries
    .filter((entry) => places.get(`${entry.operation} ${entry.priority}`) === entry)
    .map(({ operation, priority }) => ({ operation, instance: Number(priority) }));
}

export const placeIn = (places: readonly Place[], { operation, instance }: Place): number =>
  places.findIndex((place) => place.operation === operation && place.instance === instance);

/**
 * How far darktable lets the module at a place be moved, as places (iop_order.c, dt_ioppr_check_can_move_before_iop). None comes before
 * the first one of the pipe.
 */
export function reachOf(places: readonly Place[], at: number): { earliest: number; latest: number } {
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
    list: isPlain ? null : places.map(({ operation, instance }) => `${operation},${instance}`).join(),
  };
}
