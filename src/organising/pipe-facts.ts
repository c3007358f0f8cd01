import { builtInOrders } from '../darktable/module-orders.ts';
import { panelOf, panelRelease } from '../darktable/panels.ts';
import type { PipeFacts } from './history-paste.ts';

/**
 * By schema of the library: the versions of darktable's own order of modules for pictures that are raw and that are not, and that of the order in
 * assets/panels. 5.0 was not looked at.
 */
const ORDERS: Readonly<Record<number, { raw: number; other: number; known: number }>> = {
  37: { raw: 2, other: 2, known: 2 },
  57: { raw: 4, other: 5, known: 4 },
};

/** What the darktable of a library has in its pixel pipe, from the facts in assets/panels. */
export function pipeFacts(schemaVersion: number): PipeFacts {
  const release = panelRelease(schemaVersion);
  const { modules } = panelOf(release);
  const builtIn = builtInOrders(release);
  const orders = ORDERS[schemaVersion] ?? null;
  const byOperation = new Map(modules.map((module) => [module.operation, module]));
  const operations = modules.map(({ operation }) => operation);
  return {
    known: orders && { version: orders.known, operations },
    factsOf(operation) {
      const module = byOperation.get(operation);
      if (!module) return null;
      return {
        pipeOrder: module.pipe_order,
        isSingleInstance: module.single_instance,
        isDeprecated: module.deprecated === true,
      };
    },
    builtInOrder: (version) => (version === orders?.known ? operations : null),
    orderOfVersion: (version) => (orders && builtIn.get(version)) ?? null,
    versionOfOrder: (order) => [...builtIn].find(([, own]) => own.join() === order.join())?.[0] ?? null,
    // 5.0 was not looked at.
    ofSameName: schemaVersion >= 57 ? 'last' : 'first',
    firstOrder: (isRaw) => orders?.[isRaw ? 'raw' : 'other'] ?? null,
  };
}
