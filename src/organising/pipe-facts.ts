import { panelOf, panelRelease } from '../darktable/panels.ts';
import type { PipeFacts } from './history-paste.ts';

/**
 * By schema of the library: the versions of darktable's own order of modules for pictures that are raw and that are not, and of which of them the
 * facts have the order. 5.0 was not looked at.
 */
const ORDERS: Readonly<Record<number, { raw: number; other: number; known: number }>> = {
  37: { raw: 2, other: 2, known: 2 },
  57: { raw: 4, other: 5, known: 4 },
};

/** What the darktable of a library has in its pixel pipe, from the facts in assets/panels. */
export function pipeFacts(schemaVersion: number): PipeFacts {
  const { modules } = panelOf(panelRelease(schemaVersion));
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
    firstOrder: (isRaw) => orders?.[isRaw ? 'raw' : 'other'] ?? null,
  };
}
