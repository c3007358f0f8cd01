import { queryOptions } from '@tanstack/react-query';
import type { ModuleEntry, ParamField } from '../../contract/modules.ts';
import { choices } from '../locales/en/choices.ts';
import { choiceWords } from './choice-words.ts';
import { language } from './words.ts';

/**
 * darktable's translations of its English texts: modules by operation, everything in their forms by its English label,
 * and choices without a label by their constant.
 */
export interface DarktableWords {
  modules: Record<string, string>;
  terms: Record<string, string>;
  choices: Readonly<Record<string, string>>;
}
export const ENGLISH: DarktableWords = { modules: {}, terms: {}, choices };

/**
 * Some hundred words, loaded where modules are shown. scripts/data/layouts/make-names.ts makes the files, and names their
 * source.
 */
const names = import.meta.glob<Omit<DarktableWords, 'choices'>>('../locales/*/darktable.json', { import: 'default' });
const choicesOf = import.meta.glob<DarktableWords['choices']>('../locales/*/choices.ts', { import: 'choices' });

async function loadWords(language: string): Promise<DarktableWords> {
  const [own, ownChoices] = await Promise.all([
    names[`../locales/${language}/darktable.json`]?.(),
    choicesOf[`../locales/${language}/choices.ts`]?.(),
  ]);
  return { ...ENGLISH, ...own, ...(ownChoices && { choices: ownChoices }) };
}

export const darktableWordsQuery = () =>
  queryOptions({
    queryKey: ['darktable-words', language()],
    queryFn: () => loadWords(language()),
    ...(language() === 'en' && { initialData: ENGLISH }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** The entry with labels in the reader's language. Labels that darktable does not translate stay English. */
export function translatedModule(entry: ModuleEntry, { modules, terms, choices }: DarktableWords): ModuleEntry {
  const field = (one: ParamField): ParamField => ({
    ...one,
    label: terms[one.label] ?? one.label,
    ...(one.values && {
      values: one.values.map(({ name, value, label }) => ({
        name,
        value,
        label: terms[label] ?? choiceWords(label, choices),
      })),
    }),
    ...(one.fields && { fields: one.fields.map(field) }),
  });
  return {
    ...entry,
    label: modules[entry.operation] ?? entry.label,
    ...(entry.fields && { fields: entry.fields.map(field) }),
  };
}
