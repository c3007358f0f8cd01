/**
 * Makes facts/labels-LANGUAGE.json: darktable's own words for the texts of its panels.
 *   node scripts/data/panels/make-labels.ts fr 4.2.1=/usr/share/locale 5.4.1=FOLDER
 * Each release is looked up in its own catalogs, of this language and of German. The German labels were read from running
 * darktables, so they tell which of several contexts a text has in a module. The catalogs are free under GPL-3.0-or-later,
 * as Safelight is; terms alone are taken.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogFile, readCatalog, withoutContext } from '../catalog.ts';
import { RELEASES, type FactControl, type Labels } from './facts.ts';
import { readFacts } from './make-panels.ts';

type Catalog = ReadonlyMap<string, string>;
type Words = Record<string, string>;

/** Texts with a number in them: their shape, and the entry of the catalog. */
const COMPOSED: [shape: RegExp, original: string][] = [
  [/^patch #(\d+)$/, 'patch #%d'],
  [/^found match for ISO (\d+)$/, 'found match for ISO %d'],
  [/^found ISO (\d+)$/, 'found ISO %d'],
  [/^CCT: (\d+) K \(daylight\)$/, 'CCT: %.0f K (daylight)'],
];
/** Sentences stay English. */
const LONGEST = 60;
const ASPECT = /^(.+) {2}(\d+)\.(\d+)$/;

const [language, ...sources] = process.argv.slice(2);
if (language === undefined || sources.length !== RELEASES.length) throw new Error('Usage: see the head of this file');
const folders = new Map(sources.map((source) => source.split('=') as [string, string]));
const { facts, labels } = readFacts();
const german = labels.get('de')!;

const textsOf = (controls: readonly FactControl[]): string[] =>
  controls
    .flatMap(({ label, tab, fold, section, tabs, options }) => [
      ...[label, tab, fold, section].map((text) => text as string | undefined),
      ...((tabs as string[] | undefined) ?? []),
      ...((options as { label: string }[] | undefined) ?? []).map((option) => option.label),
    ])
    .filter((text): text is string => text !== undefined && text.length > 1 && text.length < LONGEST);

/** The original with its context: of several, the one whose German text is that of the module. */
function keyOf(english: string, inGerman: string | undefined, catalog: Catalog): string | undefined {
  const keys = [...catalog.keys()].filter((key) => withoutContext(key) === english);
  const same = keys.filter((key) => catalog.get(key) === (inGerman ?? english));
  const [first = inGerman === undefined ? keys[0] : undefined] = same.includes(english) ? [english] : same;
  return first;
}

function labelsOf(release: (typeof RELEASES)[number]): Record<string, Words> {
  const folder = folders.get(release)!;
  const own = readCatalog(catalogFile(folder, language!));
  const germanOwn = readCatalog(catalogFile(folder, 'de'));

  const word = (english: string, inGerman: string | undefined): string | undefined => {
    const aspect = ASPECT.exec(english);
    const name = aspect?.[1] ?? english;
    const key = keyOf(name, aspect && inGerman ? inGerman.split('  ')[0] : inGerman, germanOwn);
    const composed = COMPOSED.find(([shape]) => shape.test(english));
    const found = composed
      ? own.get(composed[1])?.replace(/%[\w.]+/, composed[0].exec(english)![1]!)
      : own.get(key ?? name);
    if (aspect) return `${found ?? name}  ${aspect[2]},${aspect[3]}`;
    return found === '' ? undefined : found?.replaceAll('\u00ad', '');
  };
  const wordsOf = (texts: Iterable<string>, inGerman: Words = {}): Words =>
    Object.fromEntries(
      [...new Set([...Object.keys(inGerman), ...texts])].flatMap((english): [string, string][] => {
        const found = word(english, inGerman[english]);
        return found === undefined || found === english ? [] : [[english, found]];
      }),
    );

  const fact = facts.find(({ version }) => version === release)!;
  const known = german[release];
  return {
    _groups: wordsOf([], known._groups),
    _blending: wordsOf(
      Object.values(fact.blending).flatMap(({ controls }) => textsOf(controls)),
      known._blending,
    ),
    ...Object.fromEntries(
      Object.entries(fact.modules).map(([operation, { name, controls }]) => [
        operation,
        wordsOf([name, ...textsOf(controls)], known[operation]),
      ]),
    ),
  };
}

const all = Object.fromEntries(RELEASES.map((release) => [release, labelsOf(release)])) as Labels;
const lines = RELEASES.map((release) => {
  const modules = Object.entries(all[release]).map(
    ([name, words]) => `${JSON.stringify(name)}:${JSON.stringify(words)}`,
  );
  return `${JSON.stringify(release)}:{\n${modules.join(',\n')}\n}`;
});
writeFileSync(join(import.meta.dirname, 'facts', `labels-${language}.json`), `{"format":1,\n${lines.join(',\n')}\n}\n`);
const counted = (words: Labels) =>
  RELEASES.map(
    (release) =>
      `${release}: ${Object.values(words[release])
        .map((each) => Object.keys(each).length)
        .reduce((sum, each) => sum + each, 0)}`,
  );
console.log(`${counted(all).join(', ')} (German ${counted(german).join(', ')})`);
