/** `DT_LIQUIFY_LAYER_WARPS` is not a word; `liquify layer warps` can at least be read. */
const readable = (constant: string): string =>
  constant
    .replace(/^DT_(IOP_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** The name of a constant in darktable's source; any other name is unchanged. */
export function choiceWords(name: string, known: Readonly<Record<string, string>>): string {
  return known[name] ?? (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) ? readable(name) : name);
}
