import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assetsDir } from '../platform/package-files.ts';

/** By release and version: operations with spaces between. scripts/module-orders/make-module-orders.ts makes the file. */
const Orders = z.record(z.string(), z.record(z.string(), z.string()));

/** darktable's own orders of modules in the pixel pipe, by version; none for a release without facts. */
export function builtInOrders(release: string): ReadonlyMap<number, readonly string[]> {
  orders ??= Orders.parse(JSON.parse(readFileSync(join(assetsDir, 'module-orders.json'), 'utf8')));
  return new Map(Object.entries(orders[release] ?? {}).map(([version, list]) => [Number(version), list.split(' ')]));
}

let orders: z.infer<typeof Orders> | undefined;

/** No module is moved past these (`IOP_FLAGS_FENCE`, in 4.2.1 and 5.4.1). */
const FENCES: readonly string[] = ['demosaic', 'gamma'];

/** The first of each is never moved behind the second (iop_order.c, dt_ioppr_get_iop_order_rules; the same in 4.2.1 and 5.4.1). */
const RULES: readonly (readonly [string, string])[] = [
  ['rawprepare', 'invert'],
  ['invert', 'temperature'],
  ['temperature', 'highlights'],
  ['highlights', 'cacorrect'],
  ['cacorrect', 'hotpixels'],
  ['hotpixels', 'rawdenoise'],
  ['rawdenoise', 'demosaic'],
  ['demosaic', 'colorin'],
  ['colorin', 'colorout'],
  ['colorout', 'gamma'],
  ['flip', 'crop'],
  ['flip', 'clipping'],
  ['ashift', 'clipping'],
  ['colorin', 'channelmixerrgb'],
];

/** Whether darktable lets one of two modules be moved past the other. `first`: the one that stands before. */
export const mayPass = (first: string, second: string): boolean =>
  !FENCES.includes(first) &&
  !FENCES.includes(second) &&
  !RULES.some(([before, behind]) => before === first && behind === second);

/** By what darktable completes an order that is older than a module: the module comes before the second one (iop_order.c; 4.2.1 to 5.4.1). */
const ADDED: readonly (readonly [string, string])[] = [
  ['negadoctor', 'nlmeans'],
  ['channelmixerrgb', 'negadoctor'],
  ['censorize', 'negadoctor'],
  ['primaries', 'negadoctor'],
  ['colorbalancergb', 'rgbcurve'],
  ['cacorrectrgb', 'ashift'],
  ['crop', 'graduatednd'],
  ['enlargecanvas', 'flip'],
  ['overlay', 'enlargecanvas'],
  ['diffuse', 'colorbalance'],
  ['blurs', 'nlmeans'],
  ['sigmoid', 'filmicrgb'],
  ['agx', 'filmicrgb'],
  ['colorequal', 'colorbalancergb'],
  ['rasterfile', 'highlights'],
];

/**
 * Where the modules of `own`, an order of darktable's, go that an order lacks: [module, the one that it comes before], one after the other. Those without a
 * rule of darktable's, which would leave them out, come before the one that follows them in its order.
 */
export function completions(own: readonly string[]): (readonly [string, string])[] {
  const has = new Set(own);
  const byNext = own.slice(0, -1).map((operation, at) => [operation, own[at + 1]!] as const);
  return [...ADDED.filter(([operation]) => has.has(operation)), ...byNext.toReversed()];
}
