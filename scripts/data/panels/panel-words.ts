import type { PanelControl } from '../../../src/contract/panel.ts';

type Words = Record<string, string>;

interface PanelWords {
  source: string;
  groups: Words;
  blending: Words;
  /** The usual translation of a text. */
  usual: Words;
  /** By operation: where darktable says it otherwise than usually. */
  modules: Record<string, Words>;
}

/**
 * A language's words for the panels of a release. A text that several modules translate alike is written once; a module has
 * its own words where it says it otherwise, or in English.
 */
export function panelWords(
  language: string,
  { _groups: groups = {}, _blending: blending = {}, ...facts }: Record<string, Words>,
  added: readonly [module: string, english: string, own: string][],
  textsOf: (operation: string) => ReadonlySet<string>,
): PanelWords {
  const modules = structuredClone(facts);
  for (const [module, english, own] of added) if (modules[module]) modules[module][english] = own;
  const usual = usualWords(Object.values(modules));
  const own = Object.entries(modules).map(([operation, words]) => {
    const untranslated = [...textsOf(operation)].filter(
      (text) => words[text] === undefined && usual[text] !== undefined,
    );
    const rest = Object.entries(words).filter(([english, translation]) => usual[english] !== translation);
    return [operation, Object.fromEntries([...rest, ...untranslated.map((text) => [text, text] as const)])] as const;
  });
  const source = `darktable's own words (${language}), GPL-3.0-or-later; made by scripts/data/panels/make-panels.ts`;
  return {
    source,
    groups,
    blending,
    usual,
    modules: Object.fromEntries(own.filter(([, rest]) => Object.keys(rest).length > 0)),
  };
}

/** The translation that most modules share; a text that only one module has is its own. */
function usualWords(modules: readonly Words[]): Words {
  const counts = new Map<string, Map<string, number>>();
  for (const words of modules) {
    for (const [english, translation] of Object.entries(words)) {
      const translations = counts.get(english) ?? new Map<string, number>();
      counts.set(english, translations.set(translation, (translations.get(translation) ?? 0) + 1));
    }
  }
  const shared = [...counts].flatMap(([english, translations]): [string, string][] => {
    const [translation, count] = [...translations].reduce((most, other) => (other[1] > most[1] ? other : most));
    return count > 1 ? [[english, translation]] : [];
  });
  return Object.fromEntries(shared.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Every text of a module's controls. */
export function textsOf(controls: readonly PanelControl[]): Set<string> {
  return new Set(
    controls.flatMap(({ label, tab, fold, section, tabs = [], options = [] }) =>
      [label, tab, fold, section, ...tabs, ...options.map((option) => option.label)].filter(
        (text) => text !== undefined,
      ),
    ),
  );
}
