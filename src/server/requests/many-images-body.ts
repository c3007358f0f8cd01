import { OutlineQuery } from '../../contract/image-overview.ts';
import { ManyImages, Matching } from '../../contract/many-images.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { AppError, complaintLine } from '../../platform/errors.ts';
import { complaintsOf, noSuch } from './parse.ts';

/** Faults are told up to here; more than that nobody reads. */
const MOST_FAULTS = 50;

type Faults = [name: string, complaint: string][];

/**
 * The body of a request for many images. Throws `invalid_body` with every fault named, also by name in its `fields`: `ids.3` is the
 * fourth id, `filter.rating` a parameter.
 */
export function manyImages(body: unknown): ManyImages {
  if (body === undefined)
    throw new AppError('invalid_body', 'This needs a JSON body (Content-Type: application/json).');
  if (!isObject(body)) throw new AppError('invalid_body', 'The body must be an object with ids or with filter.');
  const faults = faultsOf(body);
  if (faults.length === 0) return ManyImages.parse(body);
  throw new AppError('invalid_body', complaintLine(faults.map(([name, complaint]) => `${name}: ${complaint}`)), {
    fields: Object.fromEntries(
      faults.slice(0, MOST_FAULTS).map(([name, complaint]) => [name.slice(0, 100), complaint]),
    ),
  });
}

function faultsOf({ ids, filter, ...others }: Record<string, unknown>): Faults {
  const faults: Faults = Object.keys(others).map((name) => [name, noSuch('field', name, ['ids', 'filter'])]);
  if (ids === undefined && filter === undefined) faults.push(['ids', 'give ids or filter']);
  if (ids !== undefined && filter !== undefined) faults.push(['filter', 'give ids or filter, not both']);
  if (ids !== undefined) faults.push(...faultsOfIds(ids));
  if (filter !== undefined) faults.push(...faultsOfFilter(filter));
  return faults;
}

function faultsOfIds(ids: unknown): Faults {
  if (!Array.isArray(ids)) return [['ids', 'must be a list of image ids']];
  if (ids.length === 0) return [['ids', 'must name at least one image']];
  if (ids.length > MOST_IDS)
    return [['ids', `may name at most ${MOST_IDS} images, not ${ids.length}; ask several times, or give a filter`]];
  const seen = new Set<unknown>();
  return ids.flatMap((id: unknown, at): Faults => {
    if (!Number.isSafeInteger(id)) return [[`ids.${at}`, 'must be an integer']];
    if (seen.has(id)) return [[`ids.${at}`, `${String(id)} is there twice`]];
    seen.add(id);
    return [];
  });
}

function faultsOfFilter(filter: unknown): Faults {
  if (!isObject(filter)) return [['filter', 'must be an object with parameters of the image list']];
  const known = Object.keys(OutlineQuery.shape);
  const faults: Faults = [];
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'limit' || name === 'offset')
      faults.push([name, 'is for pages; every image that the filter finds is meant']);
    else if (!known.includes(name)) faults.push([name, noSuch('parameter', name, known)]);
    else if (['string', 'number', 'boolean'].includes(typeof value)) parameters[name] = value;
    else faults.push([name, 'must be a text, a number, true or false']);
  }
  const { error } = Matching.safeParse(parameters);
  if (error) faults.push(...complaintsOf(OutlineQuery, parameters, error));
  return faults.map(([name, complaint]) => [`filter.${name}`, complaint]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
