import { COLOR_LABELS } from '../contract/color-labels.ts';
import { writeExposure } from '../contract/read-number.ts';
import { type FieldName, SEARCH_FIELDS } from '../contract/search-fields.ts';
import { fieldWord } from '../contract/field-word.ts';
import { parseSearch, type SearchWord } from '../contract/search-words.ts';
import type { Suggestions, SuggestionsQuery } from '../contract/suggestions.ts';
import type { Columns } from './columns.ts';
import type { MeasureColumn } from './entry-columns.ts';
import { DIVIDER, fold } from './fold.ts';
import type { GearNames, Question } from './image-lists.ts';

/** Of one field, and of all fields while none is named. */
const MOST = 8;
const MOST_OF_EACH = 3;

/** Words for what is being typed, each with the number of images that the search then finds. */
export const suggestions =
  ({ at, search = '', ...filters }: SuggestionsQuery): Question<Suggestions> =>
  ({ find, count, columns, gearOf }) => {
    const place = Math.min(at ?? search.length, search.length);
    const groups = parseSearch(search);
    const word = groups.flat().find(({ from, to }) => from <= place && place <= to);
    if (!word) return { from: place, to: place, known: true, items: [] };
    const { from, to } = word;
    const { minus, field, part } = typedIn(search.slice(from, to));
    const others = groups.filter((group) => !group.includes(word));
    const rest = others.map((group) => search.slice(group[0]!.from, group.at(-1)!.to)).join(' ');
    // A word finds a group by any of its images.
    const offered = new Offered(
      find({ ...filters, group: undefined, search: rest, sort_by: 'datetime_taken' }),
      columns,
      gearOf,
    );
    const items = (
      field === undefined
        ? ANYWHERE.flatMap((name) => offered.of(name, part).slice(0, MOST_OF_EACH))
        : offered.of(field, part).slice(0, MOST)
    )
      .map(({ field, value }) => {
        const said = minus + fieldWord(field, value);
        // A search that ends with an open quote goes on behind it.
        const text = search.slice(0, from) + said + search.slice(to);
        return { word: said, field, value, count: count({ ...filters, search: text }) };
      })
      .filter(({ count }) => count > 0);
    return { from, to, known: isKnown(word) || count({ search: search.slice(from, to).replace(/^-/, '') }) > 0, items };
  };

const NAMED = ['tag', 'roll', 'camera', 'lens'] as const;
/** For a word without a field. */
const ANYWHERE: readonly FieldName[] = [...NAMED, 'label', 'is'];
const isKnown = ({ wants }: SearchWord) => !('field' in wants) || !NAMED.some((name) => name === wants.field);

/** The parts of a word that may be unfinished. */
function typedIn(word: string): { minus: string; field: FieldName | undefined; part: string } {
  const [, minus = '', name = '', value = word] = /^(-?)(?:(\p{L}+):)?(.*)$/su.exec(word) ?? [];
  const field = Object.hasOwn(SEARCH_FIELDS, name.toLowerCase()) ? (name.toLowerCase() as FieldName) : undefined;
  const text = field === undefined ? word.slice(minus.length) : value;
  return { minus, field, part: fold(text.replace(/^["“”„]|["“”„]$/g, '').replaceAll('""', '"')) };
}

type Offer = { field: FieldName; value: string; uses: number };

/** What fields can be asked for among some images, the most used first. */
class Offered {
  readonly #slots: Uint32Array;
  readonly #columns: Columns;
  readonly #gearOf: (slot: number) => GearNames;

  /** `slots`: the latest first. */
  constructor(slots: Uint32Array, columns: Columns, gearOf: (slot: number) => GearNames) {
    this.#slots = slots;
    this.#columns = columns;
    this.#gearOf = gearOf;
  }

  of(field: FieldName, part: string): Offer[] {
    const values = this.#values(field, part);
    const offers = [...values].map(([value, uses]) => ({ field, value, uses }));
    return isOrdered(field) ? offers : offers.sort((one, other) => other.uses - one.uses);
  }

  #values(field: FieldName, part: string): Map<string, number> | [string, number][] {
    switch (field) {
      case 'tag':
        return this.#tags(part);
      case 'roll':
        return this.#rolls(part);
      case 'camera':
      case 'lens':
        return this.#gear(field, part);
      case 'iso':
        return this.#numbers('iso', part);
      case 'f':
        return this.#numbers('aperture', part);
      case 'mm':
        return this.#numbers('focal_length', part);
      case 'mp':
        return this.#numbers('megapixels', part);
      case 'exposure':
        return this.#numbers('exposure', part, writeExposure);
      case 'date':
        return this.#dates(part);
      case 'title':
        return [];
      default:
        return LISTED[field].filter((value) => value.startsWith(part)).map((value) => [value, 0]);
    }
  }

  /** Branches, too, that are no tags themselves. Those whose own name has the part come first. */
  #tags(part: string): [string, number][] {
    const { tags, tagSets } = this.#columns;
    const uses = this.#uses(this.#columns.arrays.tag_set_id, tagSets.length);
    const byTag = new Map<number, number>();
    tagSets.forEach((set, index) => {
      for (const id of uses[index] ? set : []) byTag.set(id, (byTag.get(id) ?? 0) + uses[index]!);
    });
    const branches = new Map<string, number>();
    for (const { id, name } of tags) {
      const own = byTag.get(id);
      if (own === undefined) continue;
      for (let end = name.length; end > 0; end = name.lastIndexOf('|', end - 1)) {
        const branch = name.slice(0, end);
        branches.set(branch, (branches.get(branch) ?? 0) + own);
      }
    }
    return [...branches].flatMap(([name, own]): [string, number][] => {
      const folded = fold(name);
      if (!folded.includes(part)) return [];
      return [[name, own + this.#fit(folded.slice(folded.lastIndexOf('|') + 1), part)]];
    });
  }

  #rolls(part: string): Map<string, number> {
    const { films } = this.#columns;
    const uses = this.#uses(this.#columns.arrays.film_id, films.length);
    const found = new Map<string, number>();
    films.forEach(({ name, folded }, index) => {
      const last = folded.replace(/^.*[/\\](?=.)/, '');
      if (uses[index] && (last.includes(part) || (/[/\\]/.test(part) && folded.includes(part))))
        found.set(name, (found.get(name) ?? this.#fit(last, part)) + uses[index]);
    });
    return found;
  }

  #gear(field: 'camera' | 'lens', part: string): Map<string, number> {
    const { gear, arrays } = this.#columns;
    const uses = this.#uses(arrays.gear_id, gear.length);
    const example = new Int32Array(gear.length).fill(-1);
    for (const slot of this.#slots) example[arrays.gear_id[slot]!] = slot;
    const found = new Map<string, number>();
    gear.forEach((texts, id) => {
      const [camera = '', lens = ''] = texts.split(DIVIDER);
      if (!uses[id] || !(field === 'camera' ? camera : lens).includes(part)) return;
      const names = this.#gearOf(example[id]!);
      const name = field === 'camera' ? (names.model ?? names.maker) : names.lens;
      if (name !== null) found.set(name, (found.get(name) ?? this.#fit(fold(name), part)) + uses[id]);
    });
    return found;
  }

  #numbers(column: MeasureColumn, part: string, write: (number: number) => string = String): [string, number][] {
    const numbers = this.#columns.arrays[column];
    const counts = new Map<number, number>();
    for (const slot of this.#slots) counts.set(numbers[slot]!, (counts.get(numbers[slot]!) ?? 0) + 1);
    counts.delete(NaN);
    const typed = part.replace(',', '.');
    return [...counts]
      .map(([number, uses]): [string, number] => [write(number), uses])
      .filter(([written]) => written.startsWith(typed));
  }

  /** Years and, of a year that is typed, its months; the latest first. */
  #dates(part: string): [string, number][] {
    const { taken_ms } = this.#columns.arrays;
    const isYear = part.length < 4;
    const dates: [string, number][] = [];
    // Most images are of the same time as the one before, so only its bounds are checked.
    let [from, to] = [Infinity, -Infinity];
    for (const slot of this.#slots) {
      const ms = taken_ms[slot]!;
      if (Number.isNaN(ms)) break;
      if (ms < from || ms >= to) {
        const date = new Date(ms);
        const [year, month] = [date.getUTCFullYear(), isYear ? 0 : date.getUTCMonth()];
        from = Date.UTC(year, month);
        to = isYear ? Date.UTC(year + 1) : Date.UTC(year, month + 1);
        dates.push([date.toISOString().slice(0, isYear ? 4 : 7), 0]);
      }
      dates.at(-1)![1]++;
    }
    return dates.filter(([date]) => date.startsWith(part));
  }

  /** What makes a name that is the part, or at least has it, come before others, however often those are used. */
  #fit(name: string, part: string): number {
    return (Number(name === part) + Number(name.includes(part))) * this.#slots.length;
  }

  /** By number: how many of the images have it. */
  #uses(column: Int32Array, length: number): Uint32Array {
    const uses = new Uint32Array(length);
    for (const slot of this.#slots) uses[column[slot]!]!++;
    return uses;
  }
}

const LISTED = {
  stars: ['5', '4', '3', '2', '1', '0'],
  label: COLOR_LABELS,
  is: SEARCH_FIELDS.is.values,
  no: SEARCH_FIELDS.no.values,
};
const isOrdered = (field: FieldName) => field === 'date' || field in LISTED;
