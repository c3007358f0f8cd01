import { locale } from '../../../i18n/words.ts';

interface Named {
  maker: string;
  name: string;
  model: string;
}

/** Those that have every word somewhere in their names, by maker. */
export function found<Entry extends Named>(
  entries: readonly Entry[],
  wanted: string,
): { maker: string; entries: Entry[] }[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const makers = new Map<string, Entry[]>();
  for (const entry of entries) {
    const names = `${entry.maker} ${entry.name} ${entry.model}`.toLowerCase();
    if (!words.every((word) => names.includes(word))) continue;
    const own = makers.get(entry.maker);
    if (own) own.push(entry);
    else makers.set(entry.maker, [entry]);
  }
  return Array.from(makers, ([maker, own]) => ({ maker, entries: own })).sort((one, other) =>
    one.maker.localeCompare(other.maker, locale()),
  );
}
