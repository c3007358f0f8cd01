/**
 * Reads an XMP sidecar as far as needed to change single properties, with the position of each part in the text. It accepts what other
 * programs write: any prefixes, attributes or elements, comments, CDATA, any line breaks. It refuses, with `NotUnderstood`, whatever could
 * change the meaning of the text: a DOCTYPE with entities, an undeclared prefix.
 */
export class NotUnderstood extends Error {
  constructor(what: string) {
    super(`it is not understood: ${what}`);
    this.name = 'NotUnderstood';
  }
}

export interface XmpName {
  /** Namespace; empty for none. */
  uri: string;
  local: string;
}

export interface XmpAttribute extends XmpName {
  /** As written, with its prefix. */
  name: string;
  /** From the whitespace before it to its closing quote. */
  start: number;
  end: number;
  /** Between the quotes. */
  valueStart: number;
  valueEnd: number;
  quote: '"' | "'";
  value: string;
}

export interface XmpElement extends XmpName {
  name: string;
  start: number;
  end: number;
  /** After the start tag; before the end tag. Equal to `end` for `<a/>`. */
  contentStart: number;
  contentEnd: number;
  isSelfClosed: boolean;
  attributes: XmpAttribute[];
  children: XmpElement[];
  /** Its own text, without that of its children. */
  text: string;
  /** Namespaces by prefix, as declared inside it. */
  namespaces: ReadonlyMap<string, string>;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*)?`;
const DECLARATION = /^\uFEFF?<\?xml\s([^?]*)\?>/;
const ASIDE = /<!--(?:(?!--)[^])*-->|<\?(?!xml\s)[^]*?\?>|[ \t\r\n]+/y;
const TAG = new RegExp(`<(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(String.raw`[ \t\r\n]+(${NAME})[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'uy');
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const END_TAG = new RegExp(String.raw`</(${NAME})[ \t\r\n]*>`, 'uy');
const TEXT = /[^<]+/y;
const CDATA = /<!\[CDATA\[([^]*?)\]\]>/y;
const COMMENT = /<!--(?:(?!--)[^])*-->|<\?(?!xml\s)[^]*?\?>/y;
/** More than in any sidecar. */
const MOST_LEVELS = 100;

/** The root element. Throws NotUnderstood. */
export function readXmp(text: string): XmpElement {
  const declared = DECLARATION.exec(text);
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declared?.[1] ?? '')?.[1];
  if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
    throw new NotUnderstood(`its encoding is ${encoding}`);
  let at = declared?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const besides = () => {
    while (matched(ASIDE)) continue;
  };
  const element = (outside: ReadonlyMap<string, string>, level: number): XmpElement => {
    const start = at;
    const [, name] = matched(TAG) ?? [];
    if (name === undefined) throw new NotUnderstood(`no element at character ${at}`);
    if (level > MOST_LEVELS) throw new NotUnderstood('too many levels');
    const written: Omit<XmpAttribute, 'uri' | 'local'>[] = [];
    for (;;) {
      const from = at;
      const found = matched(ATTRIBUTE);
      if (!found) break;
      const value = found[2] ?? found[3]!;
      const quote = found[2] === undefined ? "'" : '"';
      const places = { start: from, end: at, valueStart: at - 1 - value.length, valueEnd: at - 1 };
      written.push({ name: found[1]!, ...places, quote, value: attributeText(value) });
    }
    const closing = matched(TAG_END);
    if (!closing) throw new NotUnderstood(`the tag ${name} at character ${start}`);
    const namespaces = declarationsOf(written, outside);
    const attributes = written.map((attribute) => ({ ...attribute, ...resolved(attribute.name, namespaces, false) }));
    refuseTwice(attributes);
    const isSelfClosed = closing[1] === '/';
    const children: XmpElement[] = [];
    const contentStart = at;
    let inside = '';
    let contentEnd = at;
    while (!isSelfClosed) {
      const words = matched(TEXT);
      if (words) {
        inside += decoded(words[0].replace(/\r\n?/g, '\n'));
        continue;
      }
      const verbatim = matched(CDATA);
      if (verbatim) inside += verbatim[1]!.replace(/\r\n?/g, '\n');
      if (verbatim || matched(COMMENT)) continue;
      contentEnd = at;
      const end = matched(END_TAG);
      if (!end) {
        children.push(element(namespaces, level + 1));
        continue;
      }
      if (end[1] !== name) throw new NotUnderstood(`${name} ends with ${end[1]}`);
      break;
    }
    const places = { start, end: at, contentStart, contentEnd };
    return {
      name,
      ...resolved(name, namespaces, true),
      ...places,
      isSelfClosed,
      attributes,
      children,
      text: inside,
      namespaces,
    };
  };
  besides();
  const root = element(new Map([['xml', XML]]), 0);
  besides();
  // Some programs leave a NUL at the end.
  if (text.slice(at).replaceAll('\0', '').trim() !== '') throw new NotUnderstood('there is something after its end');
  return root;
}

function declarationsOf(
  attributes: readonly { name: string; value: string }[],
  outside: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (own.length === 0) return outside;
  return new Map([...outside, ...own.map(({ name, value }) => [name.slice('xmlns:'.length), value] as const)]);
}

function resolved(name: string, namespaces: ReadonlyMap<string, string>, isElement: boolean): XmpName {
  const colon = name.indexOf(':');
  const prefix = name.slice(0, Math.max(colon, 0));
  if (prefix === 'xmlns' || name === 'xmlns')
    return { uri: 'http://www.w3.org/2000/xmlns/', local: name.slice(colon + 1) };
  // An attribute without a prefix is in no namespace.
  if (prefix === '' && !isElement) return { uri: '', local: name };
  const uri = namespaces.get(prefix) ?? (prefix === '' ? '' : undefined);
  if (uri === undefined) throw new NotUnderstood(`the prefix ${prefix} is not declared`);
  return { uri, local: name.slice(colon + 1) };
}

function refuseTwice(attributes: readonly XmpAttribute[]): void {
  const names = new Set(attributes.map(({ uri, local }) => `${uri} ${local}`));
  if (names.size < attributes.length) throw new NotUnderstood('an attribute is there twice');
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const attributeText = (raw: string) => decoded(raw.replace(/\r\n|[\t\r\n]/g, ' '));

function decoded(raw: string): string {
  return raw.replace(
    /&(?:#(\d+)|#x([\da-fA-F]+)|(\w+))?(;?)/g,
    (whole, decimal?: string, hex?: string, name?: string, end?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
      const character = code !== null ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : NAMED[name ?? ''];
      if (character === undefined || end !== ';') throw new NotUnderstood(`the entity ${whole}`);
      return character;
    },
  );
}
