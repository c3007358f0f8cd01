import { queryOptions } from '@tanstack/react-query';
import type { ModuleEntry, ParamField } from '../../contract/modules.ts';
import { choiceWords } from './choice-words.ts';
import { language } from './words.ts';

/** darktable's own words for what it calls in English otherwise: modules by operation, everything in their forms by its English label. */
export interface DarktableWords {
  modules: Record<string, string>;
  terms: Record<string, string>;
}
export const ENGLISH: DarktableWords = { modules: {}, terms: {} };

/** Some hundred words, loaded where modules are shown. What makes the file says where they come from: scripts/layouts/make-names.ts. */
export const darktableWordsQuery = () =>
  queryOptions({
    queryKey: ['darktable-words', language()],
    queryFn: async (): Promise<DarktableWords> =>
      language() === 'de' ? (await import('./darktable-de.json')).default : ENGLISH,
    ...(language() !== 'de' && { initialData: ENGLISH }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** The entry with labels in the reader's language. Whatever darktable has no word for keeps its English one. */
export function inWords(entry: ModuleEntry, { modules, terms }: DarktableWords): ModuleEntry {
  const field = (one: ParamField): ParamField => ({
    ...one,
    label: terms[one.label] ?? one.label,
    ...(one.values && {
      values: one.values.map(({ name, value, label }) => ({
        name,
        value,
        label: terms[label] ?? choiceWords(label, language()),
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
