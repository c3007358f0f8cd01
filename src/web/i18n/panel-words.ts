import { queryOptions } from '@tanstack/react-query';
import { language } from './words.ts';

/** Texts of darktable's panels, by their English ones; scripts/data/panels/make-panels.ts makes the files. */
export interface PanelWords {
  groups: Record<string, string>;
  blending: Record<string, string>;
  /** What most modules say. */
  usual: Record<string, string>;
  /** By operation: where a module says it otherwise. */
  modules: Record<string, Record<string, string>>;
}

const ENGLISH: PanelWords = { groups: {}, blending: {}, usual: {}, modules: {} };

const files = import.meta.glob<PanelWords>('../locales/*/panels/*.json', { import: 'default' });

/** Those of the release, else of the newest one of the same major release, else of the newest. */
export function wordsFor(release: string, known: readonly string[]): string | undefined {
  const newestFirst = known.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  const isOfMajor = (other: string) => other.split('.')[0] === release.split('.')[0];
  return newestFirst.find((other) => other === release) ?? newestFirst.find(isOfMajor) ?? newestFirst[0];
}

/** Some thousand words, loaded where a panel is shown: those of its release alone. */
export const panelWordsQuery = (release: string) =>
  queryOptions({
    queryKey: ['panel-words', language(), release],
    queryFn: async () => {
      const folder = `../locales/${language()}/panels/`;
      const known = Object.keys(files).flatMap((file) =>
        file.startsWith(folder) ? [file.slice(folder.length, -'.json'.length)] : [],
      );
      return (await files[`${folder}${wordsFor(release, known)}.json`]?.()) ?? ENGLISH;
    },
    ...(language() === 'en' && { initialData: ENGLISH }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

type Translate = (text: string) => string;

/** The name of a module and every text of its controls. What darktable does not translate stays English. */
export const moduleText =
  ({ modules, usual }: PanelWords, operation: string): Translate =>
  (text) =>
    own(own(modules, operation) ?? {}, text) ?? own(usual, text) ?? text;

export const groupText =
  ({ groups }: PanelWords): Translate =>
  (text) =>
    own(groups, text) ?? text;

export const blendingText =
  ({ blending }: PanelWords): Translate =>
  (text) =>
    own(blending, text) ?? text;

/** A text such as "constructor" is no property of every object here. */
const own = <Value>(words: Record<string, Value>, text: string): Value | undefined =>
  Object.hasOwn(words, text) ? words[text] : undefined;
