/**
 * Reads an XMP sidecar as far as needed to change single properties, with the position of each part in the text. It accepts what other
 * programs write: any prefixes, attributes or elements, comments, CDATA, any line breaks. It refuses, with `NotUnderstood`, whatever could
 * change the meaning of the text: a DOCTYPE with entities, an undeclared prefix. Its work grows as the text does (docs/parsers.md).
 */
export class NotUnderstood extends Error {
  constructor(what: string) {
    super(`it is not understood: ${what.slice(0, 200)}`);
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
  /** The one around it. */
  outer: XmpElement | null;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*)?`;
const DECLARATION = /^\uFEFF?<\?xml\s([^?]*)\?>/;
const BLANKS = /[ \t\r\n]+/y;
const TAG = new RegExp(`<(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(String.raw`[ \t\r\n]+(${NAME})[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'uy');
const TAG_END = /[ \t\r\n]*(\/?)>/y;
const END_TAG = new RegExp(String.raw`</(${NAME})[ \t\r\n]*>`, 'uy');
const TEXT = /[^<]+/y;
/** More than in any sidecar. */
const MOST_LEVELS = 100;
/** Elements and attributes. A history of 500 steps, each with 50 drawn masks, has half. */
const MOST_PARTS = 500_000;

/** The root element. `most`: of elements and attributes together. Throws NotUnderstood. */
export function readXmp(text: string, most = MOST_PARTS): XmpElement {
  const declared = DECLARATION.exec(text);
  const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declared?.[1] ?? '')?.[1];
  if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
    throw new NotUnderstood(`its encoding is ${encoding}`);
  let at = declared?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  let parts = 0;
  const scope = new Scope();
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const count = () => {
    if (++parts > most) throw new NotUnderstood(`it has more than ${most} elements and attributes`);
  };
  /** What stands between these two marks, from here on; null: something else does. */
  const between = (begin: string, end: string): string | null => {
    if (!text.startsWith(begin, at)) return null;
    const from = at + begin.length;
    const to = text.indexOf(end, from);
    if (to < 0) throw new NotUnderstood(`${begin} at character ${at} has no end`);
    at = to + end.length;
    return text.slice(from, to);
  };
  /** A comment or an instruction. */
  const aside = (): boolean => {
    const comment = between('<!--', '--');
    if (comment === null) return !/^<\?xml\s/.test(text.slice(at, at + 6)) && between('<?', '?>') !== null;
    if (text[at++] !== '>') throw new NotUnderstood(`the comment before character ${at}`);
    return true;
  };
  const attributesOf = (): XmpAttribute[] => {
    const attributes: XmpAttribute[] = [];
    for (;;) {
      const start = at;
      const found = matched(ATTRIBUTE);
      if (!found) return attributes;
      count();
      const value = found[2] ?? found[3]!;
      const quote = found[2] === undefined ? "'" : '"';
      const places = { start, end: at, valueStart: at - 1 - value.length, valueEnd: at - 1 };
      attributes.push({ name: found[1]!, uri: '', local: '', ...places, quote, value: attributeText(value) });
    }
  };
  const element = (outer: XmpElement | null, level: number): XmpElement => {
    const start = at;
    const [, name] = matched(TAG) ?? [];
    if (name === undefined) throw new NotUnderstood(`no element at character ${at}`);
    if (level > MOST_LEVELS) throw new NotUnderstood('too many levels');
    count();
    const attributes = attributesOf();
    const closing = matched(TAG_END);
    if (!closing) throw new NotUnderstood(`the tag ${name} at character ${start}`);
    const leave = scope.enter(attributes);
    for (const attribute of attributes) Object.assign(attribute, scope.resolved(attribute.name, false));
    scope.refuseTwice(attributes);
    const places = { start, end: at, contentStart: at, contentEnd: at };
    const own = { name, ...scope.resolved(name, true), ...places, isSelfClosed: closing[1] === '/' };
    const read: XmpElement = { ...own, attributes, children: [], text: '', outer };
    while (!read.isSelfClosed) {
      const words = matched(TEXT);
      if (words) {
        read.text += decoded(words[0].replace(/\r\n?/g, '\n'));
        continue;
      }
      const verbatim = between('<![CDATA[', ']]>');
      if (verbatim !== null) read.text += verbatim.replace(/\r\n?/g, '\n');
      if (verbatim !== null || aside()) continue;
      read.contentEnd = at;
      const end = matched(END_TAG);
      if (!end) {
        read.children.push(element(read, level + 1));
        continue;
      }
      if (end[1] !== name) throw new NotUnderstood(`${name} ends with ${end[1]}`);
      break;
    }
    read.end = at;
    leave();
    return read;
  };
  const besides = () => {
    while (matched(BLANKS) ?? aside()) continue;
  };
  besides();
  const root = element(null, 0);
  besides();
  // Some programs leave a NUL at the end.
  if (text.slice(at).replaceAll('\0', '').trim() !== '') throw new NotUnderstood('there is something after its end');
  return root;
}

/** Namespaces by prefix, as declared around the content of an element. */
export function namespacesIn(element: XmpElement): Map<string, string> {
  const path: XmpElement[] = [];
  for (let at: XmpElement | null = element; at; at = at.outer) path.unshift(at);
  return new Map([['xml', XML], ...path.flatMap(({ attributes }) => declarationsIn(attributes))]);
}

/** The namespaces where the reader is. One map for all: a copy for each element would make the work grow as the square of the text. */
class Scope {
  readonly #uris = new Map<string, string>([['xml', XML]]);
  /** Long ones are compared once. */
  readonly #numbers = new Map<string, number>();

  /** Returns what leaves the element again. */
  enter(attributes: readonly XmpAttribute[]): () => void {
    const before = declarationsIn(attributes).map(([prefix, uri]) => {
      const hidden = this.#uris.get(prefix);
      this.#uris.set(prefix, uri);
      return [prefix, hidden] as const;
    });
    return () => {
      for (const [prefix, uri] of before.reverse())
        if (uri === undefined) this.#uris.delete(prefix);
        else this.#uris.set(prefix, uri);
    };
  }

  resolved(name: string, isElement: boolean): XmpName {
    const colon = name.indexOf(':');
    const prefix = name.slice(0, Math.max(colon, 0));
    if (prefix === 'xmlns' || name === 'xmlns')
      return { uri: 'http://www.w3.org/2000/xmlns/', local: name.slice(colon + 1) };
    // An attribute without a prefix is in no namespace.
    if (prefix === '' && !isElement) return { uri: '', local: name };
    const uri = this.#uris.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (uri === undefined) throw new NotUnderstood(`the prefix ${prefix} is not declared`);
    return { uri, local: name.slice(colon + 1) };
  }

  refuseTwice(attributes: readonly XmpAttribute[]): void {
    const names = new Set(attributes.map(({ uri, local }) => `${this.#numberOf(uri)} ${local}`));
    if (names.size < attributes.length) throw new NotUnderstood('an attribute is there twice');
  }

  #numberOf(uri: string): number {
    const known = this.#numbers.get(uri) ?? this.#numbers.size;
    this.#numbers.set(uri, known);
    return known;
  }
}

const declarationsIn = (attributes: readonly XmpAttribute[]): [prefix: string, uri: string][] =>
  attributes
    .filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(({ name, value }) => [name.slice('xmlns:'.length), value]);

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
