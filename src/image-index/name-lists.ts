import type { FilmQuery, NameQuery, TagBranchQuery } from '../contract/image-query.ts';
import type { Film, Tag, TagBranch } from '../contract/image-record.ts';
import type { Columns, Named } from './columns.ts';
import { fold } from './fold.ts';
import { tagLevels } from './tag-tree.ts';

export type NamePage<Item> = { items: Item[]; total: number };

/** Film rolls and tags with the number of their images, counted when they are first asked for. For one state of the columns. */
export class NameLists {
  readonly #columns: Columns;
  #films: (Named & Film)[] | null = null;
  #tags: (Named & Tag)[] | null = null;
  #tagLevels: Map<string, TagBranch[]> | null = null;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  films(query: FilmQuery): NamePage<Film> {
    return pageOf(inOrder((this.#films ??= this.#countFilms()), query), query, toFilm);
  }

  tags(query: NameQuery): NamePage<Tag> {
    return pageOf((this.#tags ??= this.#countTags()), query, toTag);
  }

  tagBranches({ parent = '', offset, limit }: TagBranchQuery): NamePage<TagBranch> {
    this.#tagLevels ??= tagLevels((this.#tags ??= this.#countTags()));
    const level = this.#tagLevels.get(parent) ?? [];
    return { items: level.slice(offset, offset + limit), total: level.length };
  }

  #countFilms(): (Named & Film)[] {
    const { films, slots } = this.#columns;
    const { film_id, taken_ms } = this.#columns.arrays;
    const rolls = films.map(({ id }) => this.#columns.rollOf(id));
    const counts = new Uint32Array(films.length);
    const first = new Float64Array(films.length).fill(Infinity);
    const last = new Float64Array(films.length).fill(-Infinity);
    for (let slot = 0; slot < slots; slot++) {
      if (!this.#columns.isAlive(slot)) continue;
      const index = rolls[film_id[slot]!]!;
      counts[index]!++;
      const when = taken_ms[slot]!;
      if (when < first[index]!) first[index] = when;
      if (when > last[index]!) last[index] = when;
    }
    return films
      .map((named, index) => ({
        ...named,
        folder: named.name,
        count: counts[index]!,
        first_taken: wallClock(first[index]!),
        last_taken: wallClock(last[index]!),
      }))
      .filter(({ rank }, index) => rank >= 0 && rolls[index] === index)
      .sort((one, other) => one.rank - other.rank || one.id - other.id);
  }

  #countTags(): (Named & Tag)[] {
    const { tags, tagSets, slots } = this.#columns;
    const { tag_set_id } = this.#columns.arrays;
    const uses = new Uint32Array(tagSets.length);
    for (let slot = 0; slot < slots; slot++) if (this.#columns.isAlive(slot)) uses[tag_set_id[slot]!]!++;
    const counts = new Map<number, number>();
    tagSets.forEach((set, index) => {
      for (const id of set) counts.set(id, (counts.get(id) ?? 0) + uses[index]!);
    });
    return tags.map((tag) => {
      const bar = tag.name.lastIndexOf('|');
      const parent = bar < 0 ? null : tag.name.slice(0, bar);
      return { ...tag, parent, leaf: tag.name.slice(bar + 1), count: counts.get(tag.id) ?? 0 };
    });
  }
}

function pageOf<Item, Shown>(
  all: (Named & Item)[],
  query: NameQuery,
  show: (item: Named & Item) => Shown,
): NamePage<Shown> {
  const part = fold(query.search ?? '');
  const found = part === '' ? all : all.filter(({ folded }) => folded.includes(part));
  const items = found.slice(query.offset, query.offset + query.limit).map(show);
  return { items, total: found.length };
}

const toTag = ({ id, name, parent, leaf, count }: Tag): Tag => ({ id, name, parent, leaf, count });

/** Sorts film rolls as asked. They arrive ordered by folder. */
function inOrder<Roll extends Film>(films: Roll[], { sort_by: by, sort_dir: direction }: FilmQuery): Roll[] {
  if (by === 'folder') return direction === 'desc' ? films.toReversed() : films;
  const sign = direction === 'asc' ? 1 : -1;
  return films.toSorted((one, other) => {
    const [a, b] = [one.last_taken, other.last_taken];
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
}

const toFilm = ({ id, folder, count, first_taken, last_taken }: Film): Film => ({
  id,
  folder,
  // Windows has its own separator.
  name: /[^/\\]*$/.exec(folder.replace(/[/\\]+$/, ''))?.[0] ?? folder,
  count,
  first_taken,
  last_taken,
});

/** As records show it: ISO 8601 without zone, with milliseconds only if there are any. Infinite: there is none. */
function wallClock(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace(/(\.000)?Z$/, '') : null;
}
