import type { Filters } from '../contract/image-query.ts';
import { parseSearch, type SearchWord } from '../contract/search-words.ts';
import type { Columns } from './columns.ts';
import { type Search, searchParts } from './search.ts';
import { addBits, removeBits, type SlotBits } from './slot-bits.ts';

type Narrow = (bits: SlotBits) => void;

/**
 * Keeps the slots of images that a search finds. `filtered` is for what a field asks for: the filters of the list themselves, so that
 * a word and a filter find the same images.
 */
export function searchSieve(
  text: string,
  columns: Columns,
  { search, isPlaceless }: { search: Search; isPlaceless: boolean },
  filtered: (filters: Filters) => Narrow,
): Narrow {
  /** null: it wants nothing, such as a quote around a blank. */
  const narrowBy = ({ wants, isNot }: SearchWord): Narrow | null => {
    if ('field' in wants) return unless(isNot !== (wants.not ?? false), filtered(wants.filters));
    const parts = searchParts([wants]);
    return parts.length === 0 ? null : unless(isNot, (bits) => search.narrow(parts, columns, bits, isPlaceless));
  };
  const texts: { text: string; isPhrase: boolean }[] = [];
  const others: Narrow[][] = [];
  for (const group of parseSearch(text)) {
    const [first, ...rest] = group;
    if (first && rest.length === 0 && !first.isNot && !('field' in first.wants)) texts.push(first.wants);
    else others.push(group.map(narrowBy).filter((narrow) => narrow !== null));
  }
  const parts = searchParts(texts);
  return (bits) => {
    for (const group of others) if (group.length === 1) group[0]!(bits);
    if (parts.length > 0) search.narrow(parts, columns, bits, isPlaceless);
    for (const group of others) if (group.length > 1) anyOf(group, bits);
  };
}

const unless = (isNot: boolean, narrow: Narrow): Narrow =>
  isNot
    ? (bits) => {
        const fitting = bits.slice();
        narrow(fitting);
        removeBits(bits, fitting);
      }
    : narrow;

function anyOf(group: readonly Narrow[], bits: SlotBits): void {
  const all = new Int32Array(bits.length);
  for (const narrow of group) {
    const fitting = bits.slice();
    narrow(fitting);
    addBits(all, fitting);
  }
  bits.set(all);
}
