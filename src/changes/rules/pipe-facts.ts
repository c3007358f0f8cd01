import { factsOfLibrary, firstOrderOf, newestOrderOf, whyNoFacts } from '../../darktable/release-facts.ts';
import type { ModuleOrder } from './stored-history.ts';

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
  /** Why an order is not known and what to do, as a sentence. */
  whyNoOrder: string;
  /** The operations in darktable's own order of a version; null: not known. */
  orderOfVersion: (version: number) => readonly string[] | null;
  /** The version of darktable's own order that has these operations one after the other; null: it is none of them. */
  versionOfOrder: (operations: readonly string[]) => number | null;
  /** Whether darktable lets one of two modules be moved past the other, which stands behind it. */
  mayPass: (before: string, behind: string) => boolean;
  /** Of several instances of the same name, the one that a copied instance goes to, by their place in the pipe. */
  ofSameName: 'first' | 'last';
  /** The order that darktable gives an image when it opens it for the first time; null: not known. */
  firstOrder: (isRaw: boolean) => ModuleOrder | null;
}

/** What the darktable of a library has in its pixel pipe; its orders are not known of a release without facts. */
export function pipeFacts(schemaVersion: number): PipeFacts {
  const facts = factsOfLibrary(schemaVersion);
  const isKnown = facts.schema === schemaVersion;
  const whyNot = whyNoFacts(schemaVersion);
  const { modules, rules } = facts;
  const inPipe = newestOrderOf(facts);
  const builtIn = new Map(
    Object.entries(isKnown ? facts.orders : {}).map(([version, order]) => [Number(version), order.split(' ')]),
  );
  const isFence = (operation: string) => modules[operation]?.flags.includes('fence') === true;
  return {
    factsOf(operation) {
      const module = modules[operation];
      if (!module) return null;
      return {
        pipeOrder: inPipe.indexOf(operation),
        isSingleInstance: module.flags.includes('one_instance'),
        isDeprecated: module.flags.includes('deprecated'),
      };
    },
    newestOrder: isKnown ? inPipe : [],
    whyNoOrder:
      'Safelight does not know the order of its modules' +
      (whyNot === null ? '. Move a module of this image in darktable once.' : `: ${whyNot}.`),
    orderOfVersion: (version) => builtIn.get(version) ?? null,
    versionOfOrder: (order) => [...builtIn].find(([, own]) => own.join() === order.join())?.[0] ?? null,
    mayPass: (before, behind) =>
      !isFence(before) && !isFence(behind) && !rules.some(([one, other]) => one === before && other === behind),
    // 5.0.1; those between 4.2 and 5.0 were not looked at.
    ofSameName: schemaVersion >= 56 ? 'last' : 'first',
    firstOrder: (isRaw) => (isKnown ? { version: firstOrderOf(facts, isRaw), list: null } : null),
  };
}
