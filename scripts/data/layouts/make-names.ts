/**
 * Makes darktable.json of a language in src/web/locales: darktable's own words for its modules, their fields and the choices there.
 *   node scripts/data/layouts/make-names.ts fr [/usr/share/locale]
 * Each English label of assets/layouts is looked up in darktable's translation catalog; what it does not have stays English.
 * The catalog belongs to darktable, which is free under GPL-3.0-or-later, as Safelight is. Terms alone are taken, never sentences.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFile, readCatalog } from '../catalog.ts';

interface Field {
  label: string;
  labels?: Record<string, string>;
  opaque?: boolean;
  fields?: Field[];
}
interface Module {
  operation: string;
  label: string;
  versions: Record<string, { fields: Field[] }>;
}

const [language = 'de', folder = '/usr/share/locale'] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../..');
const catalog = readCatalog(catalogFile(folder, language));

const inContext = (context: string, label: string) => catalog.get(`${context}\u0004${label}`);

/** Contexts for words in forms. Those of menus, keys and preferences mean something else. */
const CONTEXTS = ['color', 'white balance', 'rendering intent', 'channelmixer', 'atrous', 'equalizer', 'noun'];

function term(label: string): string | undefined {
  const plain = catalog.get(label) ?? catalog.get(label.trim());
  return plain ?? CONTEXTS.map((context) => inContext(context, label)).find((word) => word !== undefined);
}
const moduleName = (label: string) => inContext('modulename', label) ?? catalog.get(label);

const modules = readdirSync(join(root, 'assets', 'layouts')).map(
  (name) => JSON.parse(readFileSync(join(root, 'assets', 'layouts', name), 'utf8')) as Module,
);
const labels = (fields: Field[]): string[] =>
  fields
    .filter(({ opaque }) => !opaque)
    .flatMap(({ label, labels: choices = {}, fields: parts = [] }) => [
      label,
      ...Object.values(choices),
      ...labels(parts),
    ]);

const all = new Set(modules.flatMap(({ versions }) => Object.values(versions).flatMap(({ fields }) => labels(fields))));
// A single x is a coordinate here but means "times" there.
const words = [...all].filter((label) => label.trim().length > 1);
const sorted = <Value>(entries: [string, Value][]) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
const found = (names: string[], look: (name: string) => string | undefined, key = (name: string) => name) =>
  names.flatMap((name): [string, string][] => {
    // Some contain soft hyphens and trailing spaces.
    const word = look(name)?.replaceAll('\u00ad', '').trim();
    return word === undefined || word === '' || word === name ? [] : [[key(name), word]];
  });

const names = {
  source: `darktable's translation catalog (${language}), GPL-3.0-or-later; made by scripts/data/layouts/make-names.ts`,
  modules: sorted(modules.flatMap(({ operation, label }) => found([label], moduleName, () => operation))),
  terms: sorted(found(words, term)),
};
writeFileSync(join(root, 'src', 'web', 'locales', language, 'darktable.json'), `${JSON.stringify(names, null, 2)}\n`);
console.log(
  `${Object.keys(names.modules).length} of ${modules.length} modules, ${Object.keys(names.terms).length} of ${words.length} terms`,
);
