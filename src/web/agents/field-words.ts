import { COORDINATES, TEXTS } from '../../contract/image-texts.ts';
import type { DarktableWords } from '../i18n/darktable-words.ts';
import { t as page } from '../i18n/words.ts';
import { t } from './words.ts';

type Modules = DarktableWords['modules'];

const WANTED = [
  'add_labels',
  'remove_labels',
  'add_tags',
  'remove_tags',
  'clear',
  'edits',
  'style',
  'from',
  'modules',
  'mode',
  'action',
  'leader',
] as const;
const WAYS = ['append', 'replace', 'duplicate', 'group', 'ungroup', 'leader'] as const;

/** A field of a plan; one that this page does not know says its own name. */
export function fieldWords(field: string, modules: Modules): string {
  if (field === 'rating' || field === 'rejected') return t(`fields.${field}`);
  const text = [...TEXTS, ...COORDINATES].find((each) => each === field);
  if (text) return page(`texts.${text}`);
  const [, kind = '', name = ''] = /^(\S+) (.*)$/s.exec(field) ?? [];
  if (kind === 'label' || kind === 'tag') return t(`fields.${kind}`, { name });
  return kind === '' ? moduleWords(field, modules) : `${moduleWords(kind, modules)} ${name}`;
}

export function valueWords(value: string): string {
  if (value === '') return t('none');
  return value === 'yes' || value === 'no' ? t(value) : value;
}

/** What an agent asked for: the name of an argument and its value in words. */
export function wantedWords({ name, value }: { name: string; value: string }, modules: Modules): [string, string] {
  const argument = WANTED.find((each) => each === name);
  if (!argument) return [fieldWords(name, modules), value === 'true' ? t('yes') : value === 'false' ? t('no') : value];
  const title = t(`wanted.${argument}`);
  const each = (words: (one: string) => string) => value.split(', ').map(words).join(', ');
  if (argument === 'clear') return [title, each((field) => fieldWords(field, modules))];
  if (argument === 'modules') return [title, each((operation) => moduleWords(operation, modules))];
  if (argument === 'edits') return [title, value.replaceAll(/^\w+/gm, (operation) => moduleWords(operation, modules))];
  const way = argument === 'mode' || argument === 'action' ? WAYS.find((one) => one === value) : undefined;
  return [title, way ? t(`ways.${way}`) : value];
}

const moduleWords = (operation: string, modules: Modules): string => modules[operation] ?? operation;
