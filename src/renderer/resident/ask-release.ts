import { FLAG_BITS, type ModuleFlag, type ReleaseFacts } from '../../darktable/release-facts.ts';
import { Develop, withWorkflow } from './develop.ts';
import { modulesOf } from './find-module-places.ts';
import type { Libdarktable } from './libdarktable.ts';
import { MODULE_BYTES, operationAt } from './module-places.ts';
import { queryOwnDatabase } from './own-database.ts';
import { withOwnPicture } from './own-pictures.ts';
import { readableList } from './readable-memory.ts';

/** An entry of an order of modules and a rule of it have names at these places (iop_order.h). */
const [ENTRY_OPERATION, RULE_OPERATION] = [8n, 20n];
/** darktable 5.4 has five, numbered from 1. */
const MOST_ORDERS = 30;

/** What the darktable in this process says of itself. Throws when one of its functions is missing. `sidecar`: the file to give histories to it. */
export function askRelease(darktable: Libdarktable, sidecar: string): ReleaseFacts {
  const functions = darktable.orderFunctions();
  const operationsOf = (version: number) =>
    (readableList(functions.dt_ioppr_get_iop_order_list_version(version)) ?? []).map((entry) =>
      darktable.text(entry + ENTRY_OPERATION),
    );
  const orders = Array.from({ length: MOST_ORDERS }, (_, version) => [String(version), operationsOf(version)] as const);
  // Whatever its user has chosen: facts are kept for the build.
  const firstOrder = (kind: 'raw' | 'other') =>
    withWorkflow(darktable, 'none', () =>
      withOwnPicture(darktable, kind, sidecar, (image) => {
        new Develop(darktable, image).free();
        return functions.dt_ioppr_get_iop_order_version(image);
      }),
    );
  const operations = withOwnPicture(darktable, 'raw', sidecar, (image) => {
    const develop = new Develop(darktable, image);
    const { items, operation } = modulesOf(darktable, develop);
    const names = items.map((module) => operationAt(Buffer.from(darktable.bytes(module, MODULE_BYTES)), { operation }));
    develop.free();
    return [...new Set(names)].toSorted();
  });
  return {
    release: darktable.version,
    schema: Number(queryOwnDatabase(darktable, "SELECT value FROM main.db_info WHERE key = 'version'")[0]?.[0]),
    orders: Object.fromEntries(
      orders.flatMap(([version, of]) => (of.length > 0 ? [[version, of.join(' ')] as const] : [])),
    ),
    first_order: { raw: firstOrder('raw'), other: firstOrder('other') },
    rules: (readableList(functions.dt_ioppr_get_iop_order_rules()) ?? []).map((rule) => [
      darktable.text(rule),
      darktable.text(rule + RULE_OPERATION),
    ]),
    modules: Object.fromEntries(
      operations.map((operation) => {
        const bits = functions.dt_iop_get_module_flags(operation);
        const flags = (Object.keys(FLAG_BITS) as ModuleFlag[]).filter((flag) => bits & (1 << FLAG_BITS[flag]));
        return [operation, { version: darktable.moduleVersion(operation), flags }];
      }),
    ),
  };
}
