import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { COLOR_LABELS } from '../../src/contract/color-labels.ts';
import { SORT_KEYS } from '../../src/contract/image-query.ts';

/** The facts about a library from which useful random queries are made. */
export interface LibraryFacts {
  images: number;
  filmIds: number[];
  tags: { id: number; name: string }[];
  /** Words that occur in names, titles, tags and places. */
  words: string[];
  /** Pairs of neighboring words. */
  phrases: string[];
  filenames: string[];
  /** Images that have a thumbnail. */
  thumbIds: number[];
  /** First and last capture, wall-clock milliseconds. */
  first: number;
  last: number;
}

/** Reads the facts as if from a closed darktable: before a bench, never while something writes. */
export function factsOf(library: string, data: string): Omit<LibraryFacts, 'thumbIds'> {
  const db = new DatabaseSync(library, { readOnly: true });
  try {
    db.prepare('ATTACH ? AS data').run(`${pathToFileURL(data).href}?mode=ro`);
    const texts = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0]));
    const tags = db
      .prepare(`SELECT id, name FROM data.tags WHERE name NOT LIKE 'darktable|%'`)
      .all()
      .map(({ id, name }) => ({ id: Number(id), name: String(name) }));
    const titles = texts('SELECT DISTINCT value FROM meta_data WHERE key IN (2, 3) ORDER BY id LIMIT 500');
    const columns = texts(`SELECT name FROM pragma_table_info('images')`);
    const cameras = columns.includes('model')
      ? texts('SELECT DISTINCT model FROM images UNION SELECT DISTINCT lens FROM images')
      : texts('SELECT name FROM models UNION SELECT name FROM lens');
    const sentences = [...titles, ...cameras, ...tags.map(({ name }) => name)];
    const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}.]+/u).filter((word) => word.length > 1);
    const [when] = db
      .prepare(
        `SELECT min(datetime_taken) / 1000 - 62135596800000 AS first, max(datetime_taken) / 1000 - 62135596800000 AS last
         FROM images WHERE datetime_taken > 0`,
      )
      .all();
    const phrases = sentences.flatMap((text) => {
      const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      return words.slice(1).map((word, index) => `${words[index]} ${word}`);
    });
    return {
      images: Number(texts('SELECT count(*) FROM images')[0]),
      filmIds: texts('SELECT id FROM film_rolls').map(Number),
      tags,
      words: [...new Set(sentences.flatMap(wordsOf))],
      phrases: [...new Set(phrases)],
      filenames: texts(
        'SELECT filename FROM images WHERE id % max(1, (SELECT count(*) FROM images) / 5000) = 0 LIMIT 5000',
      ),
      first: Number(when?.first ?? 0),
      last: Number(when?.last ?? 0),
    };
  } finally {
    db.close();
  }
}

type Question = Record<string, string | number | boolean>;
type Kind = (facts: LibraryFacts) => Question;

const below = (end: number) => Math.floor(Math.random() * end);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
const upTo = <T>(most: number, list: readonly T[]) => Array.from({ length: 1 + below(most) }, () => pick(list));
const isoAt = (ms: number) => new Date(ms).toISOString().slice(0, 23);
const someTime = ({ first, last }: LibraryFacts) => first + Math.random() * (last - first);
const part = (word: string, from: number, letters: number) => word.slice(from, from + letters);
/** A random page among many, so that the same values rarely give the same query. */
const page = (facts: LibraryFacts, share: number) => ({ offset: below(Math.max(1, facts.images * share)) });

/** Queries as the browser page and programs send them. The values are random, so few come twice. */
const kinds = {
  rating: (facts) => ({ rating: pick([-1, 0, 1, 2, 3, 4, 5]), ...page(facts, 0.04) }),
  'rating range': (facts) => {
    const min = pick([-1, 0, 1, 2, 3, 4]);
    return { rating_min: min, rating_max: min + below(6 - min), ...page(facts, 0.04) };
  },
  film_id: ({ filmIds }) => ({ film_id: pick(filmIds), offset: below(200) }),
  'from and to': (facts) => {
    const from = someTime(facts);
    return { from: isoAt(from), to: isoAt(from + Math.random() * 400 * 86_400_000) };
  },
  from: (facts) => ({ from: isoAt(someTime(facts)), sort_dir: pick(['asc', 'desc']) }),
  'to, a day': (facts) => ({ to: isoAt(someTime(facts)).slice(0, 10), ...page(facts, 0.02) }),
  color_label: (facts) => ({ color_label: upTo(3, COLOR_LABELS).join(','), ...page(facts, 0.02) }),
  is_raw: (facts) => ({ is_raw: pick([true, false]), ...page(facts, 0.2) }),
  is_hdr: (facts) => ({ is_hdr: pick([true, false, false, false]), ...page(facts, 0.01) }),
  has_tag: (facts) => ({ has_tag: pick([true, false]), ...page(facts, 0.2) }),
  undecided: (facts) => ({ undecided: pick([true, false]), ...page(facts, 0.2) }),
  changed_since: (facts) => ({ changed_since: `${isoAt(someTime(facts))}Z`, ...page(facts, 0.02) }),
  'group, with stars': (facts) => ({ group: 'leaders', rating_min: pick([-1, 0, 1, 2]), ...page(facts, 0.1) }),
  'tag by name': (facts) => ({ tag: pick(facts.tags).name, ...page(facts, 0.01) }),
  'tag by id': (facts) => ({ tag: pick(facts.tags).id, ...page(facts, 0.01) }),
  'tag, a branch': (facts) => {
    const levels = pick(facts.tags).name.split('|');
    return { tag: levels.slice(0, Math.max(1, levels.length - 1)).join('|'), ...page(facts, 0.1) };
  },
  'search a word': (facts) => ({ search: pick(facts.words), ...page(facts, 0.005) }),
  'search a beginning': (facts) => ({ search: part(pick(facts.words), 0, 2 + below(3)), ...page(facts, 0.01) }),
  'search one letter': (facts) => ({
    search: pick('abcdefghijklmnopqrstuvwxyz0123456789äøß'.split('')),
    ...page(facts, 0.1),
  }),
  'search inside words': (facts) => {
    const word = pick(facts.words);
    return { search: part(word, below(Math.max(1, word.length - 2)), 3 + below(3)), ...page(facts, 0.002) };
  },
  'search a file name': ({ filenames }) => ({ search: pick(filenames) }),
  'search a number': () => ({ search: below(10_000) }),
  'search two words': (facts) => ({ search: `${pick(facts.words)} ${part(pick(facts.words), 0, 3)}` }),
  'search three words': (facts) => ({
    search: upTo(3, facts.words)
      .map((word) => part(word, 0, 2 + below(4)))
      .join(' '),
  }),
  'search a phrase': (facts) => ({ search: `"${pick(facts.phrases)}"`, ...page(facts, 0.002) }),
  'search in vain': () => ({
    search: Math.random()
      .toString(36)
      .slice(2, 4 + below(8)),
  }),
  'ranges together': (facts) => ({
    iso_min: pick([100, 200, 400, 800]),
    aperture_max: pick([2.8, 4, 5.6, 8]),
    exposure_max: pick(['1/60', '1/125', '1/250']),
    focal_length_min: pick([18, 24, 35]),
    focal_length_max: pick([70, 85, 105, 200]),
    rating_min: pick([-1, 0, 1, 2]),
    ...page(facts, 0.005),
  }),
  'search words together': (facts) => ({
    search: `iso:>=${pick([100, 200, 400])} f:${pick([1.4, 2.8])}..${pick([5.6, 8])} -tag:"${pick(facts.tags).name}" is:raw OR label:${pick(COLOR_LABELS)} ${part(pick(facts.words), 0, 3)}`,
    ...page(facts, 0.005),
  }),
  sorted: (facts) => ({ sort_by: pick(SORT_KEYS), sort_dir: pick(['asc', 'desc']), ...page(facts, 1) }),
  'sorted and filtered': (facts) => ({
    sort_by: pick(SORT_KEYS),
    sort_dir: pick(['asc', 'desc']),
    from: isoAt(someTime(facts)),
    rating_min: pick([-1, 0, 1, 2]),
  }),
  'all at once': (facts) => ({
    from: isoAt(facts.first + Math.random() * (facts.last - facts.first) * 0.5),
    rating_min: pick([-1, 0, 1]),
    is_raw: pick([true, false]),
    tag: pick(facts.tags).name.split('|')[0]!,
    search: part(pick(facts.words), 0, 2 + below(2)),
    sort_by: pick(SORT_KEYS),
  }),
} satisfies Record<string, Kind>;

const nameKinds = {
  'tags, searched': (facts) => ({ search: part(pick(facts.words), 0, 1 + below(4)) }),
  'films, searched': (facts) => ({ search: part(pick(facts.words), 0, 1 + below(4)), offset: below(20) }),
} satisfies Record<string, Kind>;

/** Pages in the order of browsing: what a gallery requests while somebody scrolls. */
const browseKinds = {
  'a page': (facts) => page(facts, 0.9),
  'a large page': (facts) => ({ limit: 500, ...page(facts, 0.9) }),
  'page, first': () => ({}),
  'page, at 90 %': ({ images }) => ({ offset: Math.floor(images * 0.9) }),
  // A time before the first capture: every picture is later, and no two queries are the same.
  'page with a new filter, first': ({ first }) => ({ from: isoAt(first - 1 - Math.random() * 1e11) }),
  'page with a new filter, at 90 %': ({ first, images }) => ({
    from: isoAt(first - 1 - Math.random() * 1e11),
    offset: Math.floor(images * 0.9),
  }),
} satisfies Record<string, Kind>;

/** What people look at while darktable works on the library's first images; the answers can be checked. */
const workedOnKinds = {
  'latest changes': () => ({ sort_by: 'change_timestamp', sort_dir: 'desc', limit: 20 + below(80) }),
  'first images': () => ({ sort_by: 'id', offset: below(80), limit: 20 + below(80) }),
  'stars of the first images': () => ({ rating: below(5), sort_by: 'id', offset: below(10) }),
  'labels of the first images': () => ({ color_label: pick(COLOR_LABELS), sort_by: 'id', offset: below(10) }),
  'stars that no such label has': () => {
    const stars = below(5);
    return { rating: stars, color_label: COLOR_LABELS[(stars + 1 + below(4)) % 5]!, limit: 1 + below(50) };
  },
  'search among the first images': (facts) => ({ search: part(pick(facts.words), 0, 3), sort_by: 'id' }),
} satisfies Record<string, Kind>;

/** How many images the writer of the lock bench works on. */
export const WORKED_ON = 100;

export const FILTER_KINDS = Object.keys(kinds);
export const NAME_KINDS = Object.keys(nameKinds);
export const WORKED_ON_KINDS = [...Object.keys(workedOnKinds), 'a worked-on image', 'a worked-on preview'];
const allKinds: Record<string, Kind> = { ...kinds, ...nameKinds, ...browseKinds, ...workedOnKinds };

/** What a gallery requests while somebody looks around: no URL comes twice before all have come once. */
const galleryKinds: Record<string, (facts: LibraryFacts) => string> = {
  // One of some thousand files; preview_version makes each URL different.
  'a thumbnail': ({ thumbIds }) =>
    `/api/v1/images/${thumbIds[drawn('thumbnail', thumbIds.length)]!}/preview?size=thumb&v=${asked++}`,
  'a page anywhere': ({ images }) => `/api/v1/images?offset=${drawn('page', images - 50)}`,
  'an image': ({ images }) => `/api/v1/images/${1 + drawn('image', images)}`,
  'a module list': ({ images }) => `/api/v1/images/${1 + drawn('modules', images)}/modules`,
};
export const GALLERY_KINDS = Object.keys(galleryKinds);
let asked = 0;

const shuffled = new Map<string, { order: Uint32Array; at: number }>();
/** A random number below `count`; none comes twice before all have come once. */
export function drawn(what: string, count: number): number {
  const name = `${what} ${count}`;
  let draw = shuffled.get(name);
  if (!draw) {
    const order = Uint32Array.from({ length: count }, (_, index) => index);
    for (let at = count - 1; at > 0; at--) {
      const other = below(at + 1);
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    shuffled.set(name, (draw = { order, at: 0 }));
  }
  return draw.order[draw.at++ % count]!;
}

/** The path of one random query of a kind. */
export function queryOf(name: string, facts: LibraryFacts): string {
  const ask = galleryKinds[name];
  if (ask) return ask(facts);
  if (name === 'a worked-on image') return `/api/v1/images/${1 + below(WORKED_ON)}`;
  if (name === 'a worked-on preview') return `/api/v1/images/${1 + below(WORKED_ON)}/preview?size=thumb`;
  const route = name.startsWith('tags') ? 'tags' : name.startsWith('films') ? 'films' : 'images';
  const kind = allKinds[name];
  if (!kind) throw new Error(`There is no kind of question called ${name}`);
  const question = Object.entries(kind(facts)).map(([key, value]) => [key, String(value)]);
  return `/api/v1/${route}?${new URLSearchParams(question).toString()}`;
}
