import type { ModuleOrder } from './history-changes.ts';

/** darktable's version number of an order that is none of its own. */
export const CUSTOM = 0;

/** A place in an order. */
export interface Entry {
  operation: string;
  priority: string;
}

/**
 * The order of modules that an image gets from a style: the style's, with the instances of the image where it has several of a module, as
 * darktable merges them (iop_order.c, dt_ioppr_merge_multi_instance_iop_order_list). A sentence when the style's cannot be used. `known`: the operations in
 * darktable's own order, and the version of that; null: not known.
 */
export function orderOfStyle(
  list: string,
  present: ModuleOrder | null,
  known: { version: number; operations: readonly string[] } | null,
): ModuleOrder | string {
  const style = entriesOf(list);
  if (!style) return 'The order of modules in the style cannot be read.';
  if (!known) return 'The style sets the order of modules, and Safelight does not know the modules of this darktable.';
  const named = new Set(style.map(({ operation }) => operation));
  const [missing] = known.operations.filter((operation) => !named.has(operation));
  const [other] = [...named].filter((operation) => !known.operations.includes(operation));
  if (missing !== undefined || other !== undefined)
    return `The order of modules in the style is that of another darktable: it ${missing === undefined ? 'has' : 'lacks'} ${missing ?? other!.slice(0, 40)}.`;
  const own = present?.list ? (entriesOf(present.list) ?? []) : [];
  const several = [...Map.groupBy(own, ({ operation }) => operation)].filter(([, entries]) => entries.length > 1);
  const merged = several.reduce(
    (entries, [operation, instances]) => withInstances(entries, operation, instances),
    style,
  );
  const inOrder = merged.map(({ operation }) => operation).filter((operation, at, all) => operation !== all[at - 1]);
  const isOwn = inOrder.join() === known.operations.join();
  if (isOwn && merged.length === inOrder.length) return { version: known.version, list: null };
  const text = merged.map(({ operation, priority }) => `${operation},${priority}`).join();
  return { version: isOwn ? known.version : CUSTOM, list: text };
}

/** The places of a module in an order, taken by these instances: more of them come behind the last place, spare places go. */
function withInstances(entries: readonly Entry[], operation: string, instances: readonly Entry[]): Entry[] {
  const places = entries.flatMap((entry, at) => (entry.operation === operation ? [at] : []));
  return entries.flatMap((entry, at) => {
    const place = places.indexOf(at);
    if (place < 0) return [entry];
    return instances.slice(place, place === places.length - 1 ? undefined : place + 1);
  });
}

/** Whether this is an order of darktable's. */
export const isOrder = (list: string): boolean => entriesOf(list) !== null;

/** null: not an order of darktable's, which begins and ends in the same way for every picture. */
export function entriesOf(list: string): Entry[] | null {
  const words = list.split(',');
  if (words.length % 2 !== 0) return null;
  const entries = Array.from({ length: words.length / 2 }, (_, at) => ({
    operation: words[2 * at]!,
    priority: words[2 * at + 1]!,
  }));
  const isWhole = entries[0]!.operation === 'rawprepare' && entries.at(-1)!.operation === 'gamma';
  return isWhole && entries.every(({ operation, priority }) => operation !== '' && /^\d{1,4}$/.test(priority))
    ? entries
    : null;
}
