import { expect, test } from 'vitest';
import { orderWith, wholePlaces } from './module-order.ts';
import { listOf, placesInList, type Place } from './order-list.ts';
import { pipeFacts } from './pipe-facts.ts';

const places = (operations: readonly string[]): Place[] => operations.map((operation) => ({ operation, instance: 0 }));
const names = (all: readonly Place[]) => all.map(({ operation }) => operation);

/** What came after darktable 3.2, each with the module that it is put before (dt_ioppr_get_iop_order_list of 4.2.1, 5.0.1 and 5.4.1). */
const SINCE: Readonly<Record<string, string>> = {
  cacorrectrgb: 'ashift',
  crop: 'graduatednd',
  channelmixerrgb: 'censorize',
  blurs: 'nlmeans',
  diffuse: 'colorbalance',
  colorbalancergb: 'rgbcurve',
};
const IN_4 = { ...SINCE, censorize: 'negadoctor', sigmoid: 'filmicrgb' };
const IN_5 = {
  ...SINCE,
  censorize: 'primaries',
  primaries: 'negadoctor',
  colorequal: 'colorbalancergb',
  overlay: 'enlargecanvas',
  enlargecanvas: 'flip',
};

test.each([
  [37, IN_4],
  [56, { ...IN_5, sigmoid: 'filmicrgb' }],
  [57, { ...IN_5, sigmoid: 'agx', agx: 'filmicrgb', rasterfile: 'highlights' }],
] as const)('an order of darktable 3.2 is completed as darktable does it, schema %s', (schema, since) => {
  const facts = pipeFacts(schema);
  for (const version of [1, 2, 3]) {
    const own = facts.orderOfVersion(version)!;
    const old = own.filter((operation) => !Object.hasOwn(since, operation));
    const whole = names(wholePlaces(places(old), facts));
    expect(Object.fromEntries(Object.keys(since).map((name) => [name, whole[whole.indexOf(name) + 1]]))).toEqual(since);
    expect(whole.filter((operation) => old.includes(operation))).toEqual(old);
    expect(whole.toSorted()).toEqual(own.toSorted());
  }
});

test.each([37, 56, 57])('any other module comes before the next one of the newest order, schema %s', (schema) => {
  const facts = pipeFacts(schema);
  const own = facts.newestOrder;
  for (const missing of ['velvia', 'exposure', 'finalscale']) {
    const whole = wholePlaces(places(own.filter((operation) => operation !== missing)), facts);
    expect(names(whole)).toEqual(own);
  }
  const bare = wholePlaces(placesInList('rawprepare,0,futuremodule,0,gamma,0')!, facts);
  expect(names(bare).toSorted()).toEqual([...own, 'futuremodule'].toSorted());
});

test('a list with a module twice is read as darktable reads it, and one that is cut is none', () => {
  expect(listOf(placesInList('rawprepare,0,exposure,0,exposure,1,exposure,1,gamma,0')!)).toBe(
    'rawprepare,0,exposure,0,exposure,1,gamma,0',
  );
  for (const list of ['', 'exposure', 'rawprepare,0,gamma', 'rawprepare,0,gamma,x', 'rawprepare,0,,0,gamma,0'])
    expect(placesInList(list)).toBeNull();
});

test('instances keep their places when an older list is completed', () => {
  const facts = pipeFacts(37);
  const old = facts.orderOfVersion(2)!.filter((operation) => !Object.hasOwn(IN_4, operation));
  const list = listOf(places(old)).replace('exposure,0', 'exposure,0,exposure,2');
  const order = orderWith({ version: 2, list }, [{ operation: 'crop', instance: 1 }], facts)!;
  expect(order.version).toBe(0);
  expect(order.list).toContain(',exposure,0,exposure,2,');
  expect(order.list).toContain(',toneequal,0,crop,0,crop,1,graduatednd,0,');
});
