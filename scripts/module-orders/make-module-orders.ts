/**
 * Makes assets/module-orders.json from the libraries of the darktables that the tests know:
 *   node scripts/module-orders/make-module-orders.ts 4.2.1=/usr/lib/x86_64-linux-gnu/darktable/libdarktable.so 5.0.1=…
 * darktable's own orders of modules (iop_order.c) stand there as tables of fixed size, the newest first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of each table, in the order of the library: `DT_IOP_ORDER_…` in iop_order.h. */
const VERSIONS: Readonly<Record<string, readonly number[]>> = {
  '4.2.1': [3, 2, 1],
  '5.0.1': [5, 3, 4, 2, 1],
  '5.4.1': [5, 3, 4, 2, 1],
};
/** The bytes of an entry: an operation, and numbers that the program fills in. */
const ENTRY = 64;
const FIRST = Buffer.from('rawprepare\0\0');

function tablesIn(library: Buffer): string[][] {
  const tables: string[][] = [];
  for (let at = library.indexOf(FIRST); at >= 0; at = library.indexOf(FIRST, at + 1)) {
    const operations: string[] = [];
    for (let entry = at; ; entry += ENTRY) {
      const name = library.toString('latin1', entry, library.indexOf(0, entry));
      if (!/^[a-z0-9_]{3,19}$/.test(name)) break;
      operations.push(name);
    }
    if (operations.at(-1) === 'gamma') tables.push(operations);
  }
  return tables;
}

const orders = process.argv.slice(2).map((argument) => {
  const [release = '', file = ''] = argument.split('=');
  const tables = tablesIn(readFileSync(file));
  const versions = VERSIONS[release];
  if (tables.length !== versions?.length) throw new Error(`${release}: ${tables.length} orders`);
  return [release, Object.fromEntries(versions.map((version, at) => [version, tables[at]!.join(' ')]))];
});
const target = join(import.meta.dirname, '..', '..', 'assets', 'module-orders.json');
writeFileSync(target, `${JSON.stringify(Object.fromEntries(orders), null, 2)}\n`);
