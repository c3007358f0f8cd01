/**
 * For the files of other programs' data, of which a few elements are read: what an expression with `.*?` finds, in work that grows as the text
 * does. (Without an end, such an expression reads on from each beginning to the end of the text.)
 */

/** Without its comments; one that does not end is left as it is. */
export function withoutComments(xml: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let from = xml.indexOf('<!--'); from >= 0; from = xml.indexOf('<!--', at)) {
    const end = xml.indexOf('-->', from);
    if (end < 0) break;
    kept.push(xml.slice(at, from));
    at = end + '-->'.length;
  }
  return kept.join('') + xml.slice(at);
}

/** The elements with these names, one after the other, with what stands in their start tags and between their tags. */
export function* elementsIn(
  xml: string,
  names: readonly string[],
): Generator<{ name: string; head: string; body: string }> {
  const start = new RegExp(`<(${names.join('|')})(?:\\s([^>]*))?>`, 'g');
  const endless = new Set<string>();
  for (let found = start.exec(xml); found; found = start.exec(xml)) {
    const [, name = '', head = ''] = found;
    if (endless.has(name)) continue;
    const end = xml.indexOf(`</${name}>`, start.lastIndex);
    if (end < 0) {
      endless.add(name);
      continue;
    }
    yield { name, head, body: xml.slice(start.lastIndex, end) };
    start.lastIndex = end;
  }
}
