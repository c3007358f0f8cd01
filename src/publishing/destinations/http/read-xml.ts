/** An element by its name without prefix. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

/** As deep as nothing goes that servers answer. */
const DEEPEST = 50;
/** More than the longest list of a folder has: they take more memory than their text. */
const MOST_ELEMENTS = 1_000_000;
/** A name ends where its sign says so, and nowhere before: what has no end is read once, not once for each letter. */
const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s/>]+)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>|([^<]+)/y;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The whole document; null: it is none, or not all of it. Knows no document types, so nothing grows. */
export function readXml(text: string): XmlElement | null {
  const root: XmlElement = { name: '', children: [], text: '' };
  const open = [root];
  let elements = 0;
  TOKEN.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    const at = open.at(-1);
    if (!token || !at) return null;
    const [, data, end, tag, , empty, words] = token;
    if (data !== undefined) at.text += data;
    if (words !== undefined) at.text += decoded(words);
    if (tag === undefined) continue;
    const name = tag.slice(tag.indexOf(':') + 1);
    if (end === '/') {
      if (at.name !== name || open.length === 1) return null;
      open.pop();
      continue;
    }
    if (name.startsWith('!') || open.length > DEEPEST || ++elements > MOST_ELEMENTS) return null;
    const element = { name, children: [], text: '' };
    at.children.push(element);
    if (empty !== '/') open.push(element);
  }
  return open.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null;
}

const decoded = (text: string) =>
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
/** Trimmed; null: there is no such child. */
export const textOf = (element: XmlElement | undefined, name: string): string | null =>
  childOf(element, name)?.text.trim() ?? null;
