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
