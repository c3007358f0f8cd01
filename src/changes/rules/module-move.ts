import { panelModule } from '../../darktable/panels.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModuleOrder, StoredHistory } from './stored-history.ts';
import { orderOfPlaces, placeIn, placesOf, reachOf, withMoved } from './module-order.ts';
import type { Place } from './order-list.ts';
import type { PipeFacts } from './pipe-facts.ts';

/** Moves an instance of a module in the pixel pipe. */
export interface ModuleMove {
  do: 'move';
  operation: string;
  /** Omitted: the one with the newest step. */
  instance?: number | undefined;
  /** To the place right before or behind that one. */
  to: { side: 'before' | 'behind'; of: Place };
}

/** The order of modules afterwards; null: nothing moves. A sentence when darktable would not do it. Throws `module_not_found`. */
export function orderMoved(
  { order }: Pick<StoredHistory, 'order'>,
  { operation, to: { side, of } }: ModuleMove,
  instance: number,
  { isRaw, facts }: { isRaw: boolean; facts: PipeFacts },
): ModuleOrder | string | null {
  const own = order ?? facts.firstOrder(isRaw);
  const places = own && placesOf(own, facts);
  if (!places) return facts.whyNoOrder;
  const moved = { operation, instance };
  const from = placeIn(places, moved);
  if (from < 0) return `The order of modules of this image does not have ${nameOf(moved)}.`;
  const other = placeIn(places, of);
  if (other < 0) throw new AppError('module_not_found', `${nameOf(of)} is not in the order of modules of this image.`);
  const target = side === 'before' ? other : other + 1;
  const to = from < target ? target - 1 : target;
  if (to === from || other === from) return null;
  const { earliest, latest } = reachOf(places, from, facts);
  if (to < earliest) return held(moved, 'behind', places[earliest - 1]!);
  if (to > latest) return held(moved, 'before', places[latest + 1]!);
  return orderOfPlaces(withMoved(places, from, to), facts);
}

const held = (moved: Place, side: string, of: Place) =>
  `darktable keeps ${nameOf(moved)} ${side} ${nameOf(of)} in the pixel pipe.`;

function nameOf({ operation, instance }: Place): string {
  const name = panelModule(operation)?.name ?? operation;
  return instance === 0 ? name : `${name} (instance ${instance})`;
}
