import { isDeepStrictEqual } from 'node:util';
import { namespacesIn, NotUnderstood, readXmp, type XmpAttribute, type XmpElement } from './xmp-tree.ts';

export const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  acdsee: 'http://ns.acdsee.com/iptc/1.0/',
  darktable: 'http://darktable.sf.net/',
} as const;
type Prefix = keyof typeof NAMESPACES;

/** `Alt` holds texts by language; only the default text is written. */
export type ListKind = 'Seq' | 'Bag' | 'Alt';

export type PropertyName = `${Prefix}:${string}`;
/** The wanted value of a property: a text (null: absent), or a list of texts (empty: absent). */
export type XmpProperty = { name: PropertyName } & (
  { value: string | null } | { kind: ListKind; items: readonly string[] }
);

/** Where a property is in the text. */
type Found = { attribute: XmpAttribute; element?: undefined } | { element: XmpElement; attribute?: undefined };
/** Of two at the same position, the later one ends up first. */
interface Splice {
  start: number;
  end: number;
  by: string;
}

/**
 * The text of a sidecar with these properties. All unrelated characters stay. Returns the same text if nothing has to change. Throws
 * NotUnderstood if the text cannot be changed safely.
 */
export function withProperties(text: string, wanted: readonly XmpProperty[]): string {
  const changed = wanted.reduce(withProperty, text);
  const descriptions = describing(changed);
  for (const property of wanted)
    if (!isAsWanted(descriptions, property)) throw new NotUnderstood(`${property.name} cannot be changed`);
  return changed;
}

/** Whether it is there as wanted. Throws NotUnderstood. */
export const hasProperty = (text: string, wanted: XmpProperty): boolean => isAsWanted(describing(text), wanted);

/** A simple value; null: there is none. Throws NotUnderstood. */
export function valueIn(text: string, name: PropertyName): string | null {
  const found = foundIn(describing(text), { name });
  if (found?.element) return isPlain(found.element) ? found.element.text : null;
  return found?.attribute.value ?? null;
}

function withProperty(text: string, property: XmpProperty): string {
  const descriptions = describing(text);
  if (isAsWanted(descriptions, property)) return text;
  const found = foundIn(descriptions, property);
  const splices =
    'value' in property
      ? simple(text, descriptions[0]!, property, found)
      : list(text, descriptions[0]!, property, found);
  return spliced(text, splices);
}

const spliced = (text: string, splices: readonly Splice[]): string =>
  splices
    .toSorted((one, other) => other.start - one.start)
    .reduce((before, { start, end, by }) => before.slice(0, start) + by + before.slice(end), text);

/** A structure in a sequence: its fields, all of the namespace of the property. */
export type XmpStructure = Readonly<Record<string, string | number>>;

/** The text with these structures as the property. As `withProperties`. */
export function withStructures(text: string, name: PropertyName, items: readonly XmpStructure[]): string {
  const found = foundIn(describing(text), { name });
  const without = found ? spliced(text, [removal(text, found)]) : text;
  const description = describing(without)[0]!;
  const { name: own, declaration } = named(without, description, name);
  const prefix = own.slice(0, own.indexOf(':'));
  const rdf = prefixOf(namespacesIn(description), NAMESPACES.rdf);
  const entries = items.map((item) => {
    const fields = Object.entries(item).map(([key, value]) => ` ${prefix}:${key}="${escaped(String(value), '"')}"`);
    return `\n     <${rdf}:li${fields.join('')}/>`;
  });
  const element = `\n   <${own}>\n    <${rdf}:Seq>${entries.join('')}\n    </${rdf}:Seq>\n   </${own}>`;
  return spliced(without, [...added(without, description, element), ...declaration]);
}

/** The elements whose attributes and children are the picture's properties. Several are equivalent to one. */
function describing(text: string): XmpElement[] {
  const root = readXmp(text);
  const rdf = is(root, 'rdf', 'RDF') ? root : root.children.find((child) => is(child, 'rdf', 'RDF'));
  const descriptions = rdf?.children.filter((child) => is(child, 'rdf', 'Description')) ?? [];
  if (descriptions.length === 0) throw new NotUnderstood('there is no rdf:Description');
  const subjects = descriptions.map(({ attributes }) => attributes.find((one) => is(one, 'rdf', 'about'))?.value ?? '');
  if (new Set(subjects).size > 1) throw new NotUnderstood('it is about several things');
  return descriptions;
}

const is = (one: { uri: string; local: string }, prefix: Prefix, local: string) =>
  one.uri === NAMESPACES[prefix] && one.local === local;

function foundIn(descriptions: readonly XmpElement[], { name }: Pick<XmpProperty, 'name'>): Found | null {
  const [prefix, local] = name.split(':') as [Prefix, string];
  const found: Found[] = descriptions.flatMap(({ attributes, children }) => [
    ...attributes.filter((one) => is(one, prefix, local)).map((attribute) => ({ attribute })),
    ...children.filter((one) => is(one, prefix, local)).map((element) => ({ element })),
  ]);
  if (found.length > 1) throw new NotUnderstood(`${name} is there ${found.length} times`);
  return found[0] ?? null;
}

function isAsWanted(descriptions: readonly XmpElement[], property: XmpProperty): boolean {
  const found = foundIn(descriptions, property);
  if ('value' in property) {
    if (!found) return property.value === null;
    if (found.attribute) return found.attribute.value === property.value;
    const { element } = found;
    return isPlain(element) && element.text === property.value;
  }
  const { kind, items } = property;
  if (!found) return items.length === 0;
  const [container, ...more] = found.element?.children ?? [];
  if (!container || more.length > 0 || items.length === 0 || !is(container, 'rdf', kind)) return false;
  const entries = container.children;
  if (!entries.every((entry) => is(entry, 'rdf', 'li') && entry.children.length === 0)) return false;
  if (kind === 'Alt') return inOneText(entries) === items[0];
  if (!entries.every(({ attributes }) => attributes.length === 0)) return false;
  const texts = entries.map(({ text }) => text);
  // A bag has no order.
  const [there, asked] = kind === 'Bag' ? [texts.toSorted(), items.toSorted()] : [texts, items];
  return isDeepStrictEqual(there, asked);
}

/** As darktable reads a text in several languages (measured with 4.2.1): `Hello, lang="de-DE" Hallo`. null: otherwise. */
function inOneText(entries: readonly XmpElement[]): string | null {
  const languages = entries.map(({ attributes: [first, ...more] }) =>
    first?.name === 'xml:lang' && more.length === 0 ? first.value : '',
  );
  if (languages[0] !== 'x-default' || languages.includes('')) return null;
  return entries.map(({ text }, at) => (at === 0 ? text : `lang="${languages[at]}" ${text}`)).join(', ');
}

const isPlain = ({ children, attributes }: XmpElement) => children.length === 0 && attributes.length === 0;

function simple(
  text: string,
  description: XmpElement,
  property: XmpProperty & { value: string | null },
  found: Found | null,
): Splice[] {
  const { value } = property;
  if (value === null) return found ? [removal(text, found)] : [];
  if (found?.attribute) {
    const { valueStart, valueEnd, quote } = found.attribute;
    return [{ start: valueStart, end: valueEnd, by: escaped(value, quote) }];
  }
  if (found) {
    const { element } = found;
    if (isPlain(element) && !element.isSelfClosed)
      return [{ start: element.contentStart, end: element.contentEnd, by: escaped(value) }];
    return [{ start: element.start, end: element.end, by: `<${element.name}>${escaped(value)}</${element.name}>` }];
  }
  const { name, declaration } = named(text, description, property.name);
  const end = description.attributes.at(-1)?.end ?? description.start + 1 + description.name.length;
  return [{ start: end, end, by: `${blankBefore(text, description)}${name}="${escaped(value, '"')}"` }, ...declaration];
}

function list(
  text: string,
  description: XmpElement,
  property: XmpProperty & { kind: ListKind; items: readonly string[] },
  found: Found | null,
): Splice[] {
  const { kind, items } = property;
  if (items.length === 0) return found ? [removal(text, found)] : [];
  if (found?.element) {
    const { element } = found;
    const indent = blanksBefore(text, element.start);
    const rdf = prefixOf(namespacesIn(element), NAMESPACES.rdf);
    return [{ start: element.start, end: element.end, by: listText(element.name, kind, items, indent, rdf) }];
  }
  const { name, declaration } = named(text, description, property.name);
  const removed = found ? [removal(text, found)] : [];
  const rdf = prefixOf(namespacesIn(description), NAMESPACES.rdf);
  const last = description.children.at(-1);
  const outer = blanksBefore(text, description.start);
  const indent = last ? blanksBefore(text, last.start) : outer === '' ? '' : `${outer} `;
  const element = indent + listText(name, kind, items, indent, rdf);
  return [...added(text, description, element), ...removed, ...declaration];
}

/** An element as the last one. */
function added(text: string, description: XmpElement, element: string): Splice[] {
  const last = description.children.at(-1);
  const outer = blanksBefore(text, description.start);
  if (!description.isSelfClosed) {
    const at = last?.end ?? description.contentStart;
    const by = element + (last ? '' : newLineIfNone(text, description, outer));
    return [{ start: at, end: at, by }];
  }
  const tagEnd = text.lastIndexOf('/', description.end);
  return [{ start: tagEnd, end: description.end, by: `>${element}${outer}</${description.name}>` }];
}

/** Moves the end tag of an empty `<a></a>` to its own line. */
const newLineIfNone = (text: string, { contentStart, contentEnd }: XmpElement, outer: string) =>
  text.slice(contentStart, contentEnd) === '' ? outer : '';

/** Includes the whitespace before it, so that no empty line remains. */
function removal(text: string, found: Found): Splice {
  if (found.attribute) return { start: found.attribute.start, end: found.attribute.end, by: '' };
  const { start, end } = found.element;
  return { start: start - blanksBefore(text, start).length, end, by: '' };
}

/** The line break and indentation before a position if nothing else is on its line, else ''. */
const blanksBefore = (text: string, at: number): string =>
  /(?:\r\n|\n|\r)[ \t]*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';

/** The whitespace between its attributes. */
function blankBefore(text: string, { attributes }: XmpElement): string {
  const last = attributes.at(-1);
  return last ? /^[ \t\r\n]+/.exec(text.slice(last.start, last.end))![0] : ' ';
}

/** A property's name with the prefix to use in an element, and the declaration that this needs. */
function named(text: string, description: XmpElement, name: string): { name: string; declaration: Splice[] } {
  const [usual, local] = name.split(':') as [Prefix, string];
  const { attributes } = description;
  const namespaces = namespacesIn(description);
  const known = prefixOf(namespaces, NAMESPACES[usual], false);
  if (known !== null) return { name: `${known}:${local}`, declaration: [] };
  let prefix: string = usual;
  for (let number = 1; namespaces.has(prefix); number += 1) prefix = `${usual}${number}`;
  const last = attributes.findLast((one) => one.name.startsWith('xmlns'));
  const at = last?.end ?? description.start + 1 + description.name.length;
  const blank = last ? /^[ \t\r\n]+/.exec(text.slice(last.start, last.end))![0] : blankBefore(text, description);
  return {
    name: `${prefix}:${local}`,
    declaration: [{ start: at, end: at, by: `${blank}xmlns:${prefix}="${NAMESPACES[usual]}"` }],
  };
}

function prefixOf(namespaces: ReadonlyMap<string, string>, uri: string): string;
function prefixOf(namespaces: ReadonlyMap<string, string>, uri: string, isNeeded: boolean): string | null;
function prefixOf(namespaces: ReadonlyMap<string, string>, uri: string, isNeeded = true): string | null {
  // A default namespace applies to elements only.
  for (const [prefix, known] of namespaces) if (known === uri && prefix !== '') return prefix;
  if (isNeeded) throw new NotUnderstood(`no prefix is declared for ${uri}`);
  return null;
}

/** `indent` starts with a line break, or is empty: then everything is on one line. */
function listText(name: string, kind: ListKind, items: readonly string[], indent: string, rdf: string): string {
  const [inner, innermost] = indent === '' ? ['', ''] : [`${indent} `, `${indent}  `];
  const language = kind === 'Alt' ? ' xml:lang="x-default"' : '';
  const entries = items.map((item) => `${innermost}<${rdf}:li${language}>${escaped(item)}</${rdf}:li>`).join('');
  return `<${name}>${inner}<${rdf}:${kind}>${entries}${inner}</${rdf}:${kind}>${indent}</${name}>`;
}

/** Like darktable's own writer: quotes only where necessary, whitespace that a reader would change as character references. */
function escaped(value: string, quote?: '"' | "'"): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value) || !value.isWellFormed())
    throw new NotUnderstood('a text has characters that cannot stand in a sidecar');
  const marks: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '\n': '&#xA;',
    '\t': '&#x9;',
    '\r': '&#xD;',
  };
  const text = value.replace(/[&<>\n\t\r]/g, (mark) => marks[mark]!);
  if (quote === undefined) return text;
  return quote === '"' ? text.replaceAll('"', '&quot;') : text.replaceAll("'", '&apos;');
}
