import type { ModuleOrder } from './stored-history.ts';
import { orderOfPlaces, wholePlaces } from './module-order.ts';
import { placesInList, type Place } from './order-list.ts';
import type { PipeFacts } from './pipe-facts.ts';

/**
 * The order of modules that an image gets from a style: the style's, with the instances of the image where it has several of a module, as
 * darktable merges them (iop_order.c, dt_ioppr_merge_multi_instance_iop_order_list). A sentence when the style's cannot be read.
 */
export function orderOfStyle(
  list: string,
  present: ModuleOrder | null,
  facts: Pick<PipeFacts, 'newestOrder' | 'versionOfOrder'>,
): ModuleOrder | string {
  const style = placesInList(list);
  if (!style) return 'The order of modules in the style cannot be read.';
  const own = present?.list ? (placesInList(present.list) ?? []) : [];
  const several = [...Map.groupBy(own, ({ operation }) => operation)].filter(([, places]) => places.length > 1);
  const merged = several.reduce(
    (places, [operation, instances]) => withInstances(places, operation, instances),
    wholePlaces(style, facts),
  );
  return orderOfPlaces(merged, facts);
}

/** The places of a module in an order, taken by these instances: more of them come behind the last place, spare places go. */
function withInstances(all: readonly Place[], operation: string, instances: readonly Place[]): Place[] {
  const places = all.flatMap((place, at) => (place.operation === operation ? [at] : []));
  return all.flatMap((one, at) => {
    const place = places.indexOf(at);
    if (place < 0) return [one];
    return instances.slice(place, place === places.length - 1 ? undefined : place + 1);
  });
}
