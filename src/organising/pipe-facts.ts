import { builtInOrders } from '../darktable/module-orders.ts';
import { panelOf, panelRelease } from '../darktable/panels.ts';
import type { ModuleOrder } from './history-changes.ts';

/** What a paste must know of a module. */
export interface ModuleFacts {
  /** Place in the pixel pipe. */
  pipeOrder: number;
  isSingleInstance: boolean;
  isDeprecated: boolean;
}
export type FactsOf = (operation: string) => ModuleFacts | null;

/** What a darktable has in its pixel pipe. */
export interface PipeFacts {
  factsOf: FactsOf;
  /** The operations in the newest of darktable's own orders, which has all; empty: not known. */
  newestOrder: readonly string[];
  /** The operations in darktable's own order of a version; null: not known. */
  orderOfVersion: (version: number) => readonly string[] | null;
  /** The version of darktable's own order that has these operations one after the other; null: it is none of them. */
  versionOfOrder: (operations: readonly string[]) => number | null;
  /** Of several instances of the same name, the one that a copied instance goes to, by their place in the pipe. */
  ofSameName: 'first' | 'last';
  /** The order that darktable gives an image when it opens it for the first time; null: not known. */
  firstOrder: (isRaw: boolean) => ModuleOrder | null;
}

/**
 * By schema of the library: the release whose orders its darktable has, and the versions of those that it gives pictures that are raw and that are
 * not.
 */
const ORDERS: Readonly<Record<number, { release: string; raw: number; other: number }>> = {
  37: { release: '4.2.1', raw: 2, other: 2 },
  56: { release: '5.0.1', raw: 4, other: 5 },
  57: { release: '5.4.1', raw: 4, other: 5 },
};

/** What the darktable of a library has in its pixel pipe, from the facts in assets/panels and assets/module-orders.json. */
export function pipeFacts(schemaVersion: number): PipeFacts {
  const { modules } = panelOf(panelRelease(schemaVersion));
  const byOperation = new Map(modules.map((module) => [module.operation, module]));
  const orders = ORDERS[schemaVersion] ?? null;
  const builtIn = orders ? builtInOrders(orders.release) : new Map<number, readonly string[]>();
  return {
    factsOf(operation) {
      const module = byOperation.get(operation);
      if (!module) return null;
      return {
        pipeOrder: module.pipe_order,
        isSingleInstance: module.single_instance,
        isDeprecated: module.deprecated === true,
      };
    },
    newestOrder: (orders && builtIn.get(orders.raw)) ?? [],
    orderOfVersion: (version) => builtIn.get(version) ?? null,
    versionOfOrder: (order) => [...builtIn].find(([, own]) => own.join() === order.join())?.[0] ?? null,
    // 5.0 was not looked at.
    ofSameName: schemaVersion >= 57 ? 'last' : 'first',
    firstOrder: (isRaw) => orders && { version: orders[isRaw ? 'raw' : 'other'], list: null },
  };
}
