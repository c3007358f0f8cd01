import { RANGE_NAMES } from '../contract/capture-fields.ts';
import type { ImageQuery, SortKey } from '../contract/image-query.ts';
import type { Filters } from '../contract/image-query.ts';
import { printedExposure } from '../contract/read-number.ts';
import { parseSearch } from '../contract/search-words.ts';
import type { ListedImage } from './start-index.ts';

/**
 * The list rules of the contract, written literally and without regard to speed, on the library's records. Tests compare the
 * answers of lists with it.
 */
export function naiveList(
  records: readonly ListedImage[],
  query: ImageQuery,
  tagIds: ReadonlyMap<number, string>,
): number[] {
  // Without an album, there is no other order than by time.
  const direction =
    query.sort_by === 'album' ? 'asc' : (query.sort_dir ?? (query.sort_by === 'datetime_taken' ? 'desc' : 'asc'));
  const { group, ...filters } = query;
  const fitting = records.filter((record) => naiveFits(record, filters, { records, tagIds }));
  return fitting
    .filter((record) => group === undefined || naiveLeads(record, fitting))
    .sort((one, other) => {
      const [left, right] = [naiveKey(one, query.sort_by), naiveKey(other, query.sort_by)];
      if (left === null || right === null)
        return Number(left === null) - Number(right === null) || naiveTie(one, other);
      const order = left < right ? -1 : left > right ? 1 : 0;
      return (direction === 'asc' ? order : -order) || naiveTie(one, other);
    })
    .map(({ id }) => id);
}

/** File names by their bytes, then the version, then the id. */
const naiveTie = (one: ListedImage, other: ListedImage) =>
  Buffer.compare(Buffer.from(one.filename), Buffer.from(other.filename)) ||
  one.version - other.version ||
  one.id - other.id;

function naiveKey(record: ListedImage, by: SortKey): string | number | null {
  switch (by) {
    case 'album':
    case 'datetime_taken':
      return wallClockMs(record.datetime_taken);
    // Letters of the tests need no more than this.
    case 'filename':
    case 'film_roll':
      return naiveFold(record[by]);
    default:
      return record[by];
  }
}

type Library = { records: readonly ListedImage[]; tagIds: ReadonlyMap<number, string> };

function naiveFits(record: ListedImage, query: Filters, { records, tagIds }: Library): boolean {
  const taken = wallClockMs(record.datetime_taken);
  if (query.rating !== undefined && record.rating !== query.rating) return false;
  if (query.rating_min !== undefined && record.rating < query.rating_min) return false;
  if (query.rating_max !== undefined && record.rating > query.rating_max) return false;
  if (query.film_id && !query.film_id.includes(record.film_id)) return false;
  if (query.not_film_id?.includes(record.film_id)) return false;
  if (query.film_roll !== undefined && !naiveIsIn(record, query.film_roll, records)) return false;
  if (query.title !== undefined) {
    const part = naiveFold(query.title);
    // Blanks alone are in no title.
    if (part === '' || !naiveFold(record.title ?? '').includes(part)) return false;
  }
  if (query.has_place !== undefined && (record.latitude !== null && record.longitude !== null) !== query.has_place)
    return false;
  if (query.is_duplicate !== undefined && record.version > 0 !== query.is_duplicate) return false;
  if (query.in_group !== undefined) {
    const group = records.filter((other) => other.group_id !== null && other.group_id === record.group_id);
    if (group.length > 1 !== query.in_group) return false;
  }
  if (query.group !== undefined && !naiveLeads(record, records)) return false;
  if (query.from !== undefined && (taken === null || taken < query.from)) return false;
  if (query.to !== undefined && (taken === null || taken > query.to)) return false;
  if (query.hour !== undefined && (taken === null || new Date(taken).getUTCHours() !== query.hour)) return false;
  const camera = record.model ?? record.maker;
  if (query.camera !== undefined && naiveFold(camera ?? '') !== naiveFold(query.camera)) return false;
  if (query.lens !== undefined && naiveFold(record.lens ?? '') !== naiveFold(query.lens)) return false;
  const { focal_length, aperture, iso } = record;
  const megapixels = record.width !== null && record.height !== null ? (record.width * record.height) / 1e6 : null;
  const printed = {
    focal_length: focal_length !== null && Number(focal_length.toFixed(focal_length < 10 ? 1 : 0)),
    aperture: aperture !== null && Number(aperture.toFixed(1)),
    exposure: record.exposure !== null && printedExposure(record.exposure),
    iso: iso !== null && Math.round(iso),
    megapixels: megapixels !== null && Number(megapixels.toFixed(1)),
  };
  for (const field of RANGE_NAMES) {
    const [least, most, value] = [query[`${field}_min`], query[`${field}_max`], printed[field]];
    if (least !== undefined && (value === false || value < least)) return false;
    if (most !== undefined && (value === false || value > most)) return false;
  }
  if (query.unknown?.some((field) => ({ ...record, camera, megapixels })[field] !== null)) return false;
  if (query.color_label !== undefined && !query.color_label.some((label) => record.color_labels.includes(label)))
    return false;
  if (query.is_raw !== undefined && record.is_raw !== query.is_raw) return false;
  if (query.is_hdr !== undefined && record.is_hdr !== query.is_hdr) return false;
  if (query.is_edited !== undefined && record.is_altered !== query.is_edited) return false;
  if (query.has_tag !== undefined && record.tags.length > 0 !== query.has_tag) return false;
  if (query.undecided !== undefined && (record.rating === 0) !== query.undecided) return false;
  if (query.changed_since !== undefined && (record.change_timestamp ?? -Infinity) < query.changed_since) return false;
  if (query.tag !== undefined && !naiveHasTag(record, query.tag, tagIds)) return false;
  return parseSearch(query.search ?? '').every((group) => {
    // A word of nothing neither finds nor excludes.
    const words = group.filter(
      ({ wants }) => 'field' in wants || naiveParts(asTyped(wants)).some((part) => part !== ''),
    );
    return (
      words.length === 0 ||
      words.some(({ wants, isNot }) =>
        'field' in wants
          ? naiveFits(record, wants.filters, { records, tagIds }) !== (isNot !== (wants.not ?? false))
          : naiveFinds(record, asTyped(wants)) !== isNot,
      )
    );
  });
}

const asTyped = ({ text, isPhrase }: { text: string; isPhrase: boolean }) => (isPhrase ? `"${text}"` : text);

/** Whether it is in the folder; or in one with that name, if there is no such folder. */
function naiveIsIn(record: ListedImage, name: string, records: readonly ListedImage[]): boolean {
  const wanted = naiveFold(name);
  return records.some((other) => naiveFold(other.film_roll) === wanted)
    ? naiveFold(record.film_roll) === wanted
    : naiveFold(record.film_roll).split('/').at(-1) === wanted;
}

/** Whether it is of its group, among these, the image whose id the group has, else the nearest one; of two, the later. */
function naiveLeads(record: ListedImage, among: readonly ListedImage[]): boolean {
  const group = record.group_id;
  if (group === null) return true;
  const [leader] = among
    .filter((other) => other.group_id === group)
    .sort((one, other) => Math.abs(one.id - group) - Math.abs(other.id - group) || other.id - one.id);
  return leader!.id === record.id;
}

function naiveHasTag(record: ListedImage, tag: string, tagIds: ReadonlyMap<number, string>): boolean {
  const name = (/^\d+$/.test(tag) ? tagIds.get(Number(tag)) : undefined) ?? tag.replace(/^\|/, '');
  const [wanted, all] = [naiveFold(name), [...tagIds.values()]];
  const isBelow = (each: string) => `${naiveFold(each)}|`.startsWith(`${wanted}|`);
  if (tag.startsWith('|') && !all.some(isBelow))
    return record.tags.some((each) => `|${naiveFold(each)}|`.includes(`|${wanted}|`));
  return record.tags.some((each) =>
    all.some((one) => `${one}|`.startsWith(`${name}|`)) ? `${each}|`.startsWith(`${name}|`) : isBelow(each),
  );
}

/** Every word or phrase is part of some text of the image. */
export function naiveFinds(record: ListedImage, search: string): boolean {
  const texts = [
    record.filename,
    record.title,
    record.description,
    record.film_roll,
    record.lens,
    ...record.tags,
    [record.maker, record.model].filter((name) => name !== null).join(' '),
  ].map((text) => naiveFold(text ?? ''));
  return naiveParts(search).every((part) => texts.some((text) => text.includes(part)));
}

function naiveParts(search: string): string[] {
  const parts: string[] = [];
  for (const [place, piece] of search.split('"').entries()) {
    if (place % 2 === 1) parts.push(naiveFold(piece));
    else
      parts.push(
        ...naiveFold(piece)
          .split(' ')
          .map((word) => word.replace(/^[,;]+/, '').replace(/[,;*]+$/, '')),
      );
  }
  return parts;
}

/** Lower case, no accents, single spaces. */
export function naiveFold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('þ', 'th')
    .replaceAll(/[đð]/g, 'd')
    .replaceAll('ħ', 'h')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

const wallClockMs = (text: string | null) => (text === null ? null : Date.parse(`${text}Z`));
