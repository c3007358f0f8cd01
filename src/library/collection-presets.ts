import { platform } from 'node:process';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { CollectionPreset, WhyUnsaid } from '../contract/collection-presets.ts';
import { isOwnTag } from '../contract/tag-names.ts';
import type { LibraryReader } from './connection.ts';
import { presetsOf } from './presets.ts';

/** What the gallery cannot say the same way. */
class Unsaid extends Error {
  readonly why: WhyUnsaid;
  constructor(why: WhyUnsaid) {
    super(why);
    this.why = why;
  }
}

interface Rule {
  field: number;
  isNot: boolean;
  text: string;
}

/** The version of what darktable 4.2 to 5.4 write: the number of rules, then ten of a field, a mode and a text (collect.c). */
const VERSION = 3;
const MOST_RULES = 10;
const LONGEST_TEXT = 256;
const RULE_BYTES = 4 + LONGEST_TEXT;
const MODES = { and: 0, or: 1, andNot: 2 };
/** By their places in dt_collection_properties_t (collection.h). */
const FIELDS = { filmRoll: 0, folder: 1, tag: 17, label: 18 };

/** The presets of darktable's collections that somebody saved, as views of the gallery where it finds the same. */
export const readCollectionPresets = (reader: LibraryReader): CollectionPreset[] =>
  presetsOf(reader, 'collect')
    .filter(({ writeprotect }) => writeprotect === 0)
    .map(({ name, op_version: version, op_params: params }) => {
      try {
        if (version !== VERSION || !params) throw new Unsaid('other_version');
        return { name, query: queryOf(rulesOf(Buffer.from(params)), reader), why_not: null };
      } catch (error) {
        if (error instanceof Unsaid) return { name, query: null, why_not: error.why };
        throw error;
      }
    });

/** darktable gives AND precedence over OR, so `or` is said only where it is all that there is, and of one field. */
function rulesOf(params: Buffer): { rules: Rule[]; isOr: boolean } {
  const count = params.length < 4 ? 0 : params.readUInt32LE(0);
  if (count < 1 || count > MOST_RULES || params.length !== 4 + MOST_RULES * RULE_BYTES)
    throw new Unsaid('other_version');
  const read = Array.from({ length: count }, (_, at) => {
    const start = 4 + at * RULE_BYTES;
    const bytes = params.subarray(start + 4, start + RULE_BYTES);
    const end = bytes.indexOf(0);
    // It has no room for more, so its end may be missing.
    if (end < 0 || end >= LONGEST_TEXT - 1) throw new Unsaid('cut');
    return {
      field: params.readUInt16LE(start),
      mode: params.readUInt16LE(start + 2),
      text: bytes.toString('utf8', 0, end),
    };
  });
  const [first, ...others] = read;
  if (first!.mode !== MODES.and) throw new Unsaid('mixed');
  const isOr = others.length > 0 && others.every(({ mode }) => mode === MODES.or);
  if (!isOr && others.some(({ mode }) => mode === MODES.or)) throw new Unsaid('mixed');
  return { rules: read.map(({ field, mode, text }) => ({ field, text, isNot: mode === MODES.andNot })), isOr };
}

/** As it stands in the gallery's address. */
function queryOf({ rules, isOr }: { rules: readonly Rule[]; isOr: boolean }, reader: LibraryReader): string {
  const kindOf = ({ field }: Rule) => (field === FIELDS.folder ? FIELDS.filmRoll : field);
  const of = (kind: number) => rules.filter((rule) => kindOf(rule) === kind);
  const kinds = new Set(rules.map(kindOf));
  if (isOr && kinds.size > 1) throw new Unsaid('mixed');
  const known: number[] = [FIELDS.filmRoll, FIELDS.tag, FIELDS.label];
  if ([...kinds].some((kind) => !known.includes(kind))) throw new Unsaid('field');
  return String(
    new URLSearchParams([
      ...filmsOf(of(FIELDS.filmRoll), isOr, reader),
      ...tagsOf(of(FIELDS.tag), isOr, reader),
      ...labelsOf(of(FIELDS.label), isOr),
    ]),
  );
}

type Pairs = [name: string, value: string][];

const filmsSql =
  'SELECT id FROM main.film_rolls WHERE folder LIKE :pattern OR (:below IS NOT NULL AND folder LIKE :below)';

function filmsOf(rules: readonly Rule[], isOr: boolean, reader: LibraryReader): Pairs {
  const found = rules.map((rule) => ({ isNot: rule.isNot, ids: filmsLike(rule, reader) }));
  const wanted = found.filter(({ isNot, ids }) => !isNot && ids !== null).map(({ ids }) => ids!);
  // Without a text, all film rolls.
  if (found.some(({ isNot, ids }) => ids === null && (isNot || isOr))) throw new Unsaid('mixed');
  const unwanted = new Set(found.filter(({ isNot }) => isNot).flatMap(({ ids }) => ids ?? []));
  if (wanted.length === 0)
    return unwanted.size === 0
      ? []
      : [
          ['film', [...unwanted].join()],
          ['film_not', 'true'],
        ];
  const [first = [], ...others] = wanted;
  const all = isOr ? [...new Set(wanted.flat())] : first.filter((id) => others.every((ids) => ids.includes(id)));
  const ids = all.filter((id) => !unwanted.has(id));
  if (ids.length === 0) throw new Unsaid('nothing');
  return [['film', ids.join()]];
}

/** null: all. As darktable asks (get_query_string in collection.c). */
function filmsLike({ field, text }: Rule, reader: LibraryReader): number[] | null {
  if (text === '') return field === FIELDS.filmRoll ? null : [];
  const separator = platform === 'win32' ? '\\' : '/';
  const isFolder = field === FIELDS.folder;
  const [pattern, below] =
    isFolder && text.endsWith('*')
      ? [text.slice(0, -1), `${text.slice(0, -1)}${separator}%`]
      : isFolder && text.endsWith('|%')
        ? [`${text.slice(0, -2)}${separator}%`, null]
        : [text, null];
  return (reader.all(filmsSql, { pattern, below }) as { id: number }[]).map(({ id }) => id);
}

interface TagRow {
  id: number;
  name: string;
}
const tagsSql = 'SELECT id, CAST(name AS TEXT) AS name FROM data.tags WHERE name IS NOT NULL ORDER BY name';
const likeSql =
  'SELECT id FROM data.tags WHERE name LIKE :pattern OR (:below IS NOT NULL AND name LIKE :below) ORDER BY id';

function tagsOf(rules: readonly Rule[], isOr: boolean, reader: LibraryReader): Pairs {
  const pairs: Pairs = [];
  const untagged = rules.filter(({ text }) => text === 'not tagged');
  if (untagged.length > 0 && isOr) throw new Unsaid('mixed');
  if (new Set(untagged.map(({ isNot }) => isNot)).size > 1) throw new Unsaid('nothing');
  if (untagged[0]) pairs.push(['tagged', String(untagged[0].isNot)]);
  const named = rules.filter(({ text }) => text !== 'not tagged');
  const all = named.length === 0 ? [] : (reader.all(tagsSql) as TagRow[]);
  const branches = named.map(({ text, isNot }) => ({ isNot, names: branchesOf(text, all, reader) }));
  const wanted = branches.filter(({ isNot }) => !isNot);
  if (!isOr && wanted.length > 1 && wanted.some(({ names }) => names.length > 1)) throw new Unsaid('mixed');
  for (const name of wanted.flatMap(({ names }) => names)) pairs.push(['tag', name]);
  if (!isOr && wanted.length > 1) pairs.push(['tag_all', 'true']);
  for (const { names } of branches.filter(({ isNot }) => isNot))
    for (const name of names) pairs.push(['tag_not', name]);
  return pairs;
}

/**
 * The branches that hold the tags of a rule and no others: the gallery's filter takes all that is below a tag. Whether darktable minds
 * the case is a setting of its own, so both ways must find the same.
 */
function branchesOf(text: string, all: readonly TagRow[], reader: LibraryReader): string[] {
  const body = /[*%]$/.test(text) ? text.slice(0, -1) : text;
  const exactly = all.filter(({ name }) =>
    text.endsWith('*')
      ? name === body || name.startsWith(`${body}|`)
      : text.endsWith('%')
        ? name.startsWith(body)
        : name === text,
  );
  const [pattern, below] = text.endsWith('*') ? [body, `${body}|%`] : [text, null];
  const anyCase = (reader.all(likeSql, { pattern, below }) as { id: number }[]).map(({ id }) => id);
  const ids = new Set(exactly.map(({ id }) => id));
  if (ids.size === 0 && anyCase.length === 0) throw new Unsaid('nothing');
  if (ids.size !== anyCase.length || anyCase.some((id) => !ids.has(id))) throw new Unsaid('case');
  const names = exactly.map(({ name }) => name);
  const roots = names.filter((name) => !names.some((other) => name.startsWith(`${other}|`)));
  const isBelow = (name: string) => roots.some((root) => name === root || name.startsWith(`${root}|`));
  if (all.some(({ id, name }) => !ids.has(id) && isBelow(name))) throw new Unsaid('branch');
  if (roots.some((name) => isOwnTag(name) || !isSaidByName(name, all))) throw new Unsaid('field');
  return roots;
}

/** An address has room for so many characters of a name. Digits may be the id of another tag, and a bar in front means any branch. */
const isSaidByName = (name: string, all: readonly TagRow[]) =>
  name.length <= 500 && !name.startsWith('|') && !all.some(({ id }) => String(id) === name);

const ALL_LABELS = 2 ** COLOR_LABELS.length - 1;

/** Any of the labels. By their English names, or as bits: those that count in the lower twelve, those that must not be there above. */
function labelsOf(rules: readonly Rule[], isOr: boolean): Pairs {
  if (rules.length === 0) return [];
  if (rules.some(({ isNot }) => isNot) || (rules.length > 1 && !isOr)) throw new Unsaid('mixed');
  const bits = rules.reduce((sum, { text }) => sum | bitsOf(text), 0);
  return [['label', COLOR_LABELS.filter((_, at) => (bits & (1 << at)) !== 0).join()]];
}

function bitsOf(text: string): number {
  if (text === '' || text === '%') return ALL_LABELS;
  const at = COLOR_LABELS.findIndex((label) => label === text);
  if (at >= 0) return 1 << at;
  const bits = /^0x[\da-f]{1,8}$/i.test(text) ? Number(text) : 0;
  // More than one label, all of them wanted, or some unwanted: the gallery has "any of".
  if (bits < 1 || bits > ALL_LABELS) throw new Unsaid('field');
  return bits;
}
