import type { ModuleOrder } from '../contract/module-order.ts';
import type { LibraryReader } from '../library/library.ts';
import { imageNotFound } from '../platform/errors.ts';
import { historiesIn, isRawIn, schemaOf } from '../changes/histories/plans.ts';
import { placesOf, reachOf } from '../changes/rules/module-order.ts';
import { pipeFacts } from '../changes/rules/pipe-facts.ts';
import { instanceOf, newestSteps } from '../changes/rules/newest-steps.ts';
import { rowsRead } from '../changes/writing/row-changes.ts';

/** The order of an image's modules. Throws `not_found`. */
export function moduleOrderOf(reader: LibraryReader, imageId: number): ModuleOrder {
  const read = rowsRead(reader);
  const history = historiesIn(read)(imageId);
  if (!history) throw imageNotFound(imageId);
  const facts = pipeFacts(schemaOf(read));
  const isRaw = isRawIn(read)(imageId);
  const order = history.order ?? facts.firstOrder(isRaw);
  const places = order && placesOf(order, facts);
  if (!places) return { image_id: imageId, version: null, items: [] };
  const there = new Set(newestSteps(history).map(instanceOf));
  return {
    image_id: imageId,
    version: order.version,
    items: places.map(({ operation, instance }, at) => ({
      operation,
      instance,
      in_history: there.has(`${operation} ${instance}`),
      ...reachOf(places, at, facts),
    })),
  };
}
