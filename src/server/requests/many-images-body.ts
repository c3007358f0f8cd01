import { OutlineQuery } from '../../contract/image-overview.ts';
import { ManyImages, Matching } from '../../contract/many-images.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { noSuch, refusedFields, type Complaint } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import { schemaWords } from '../../platform/schema-words.ts';
import { queryComplaints } from './parse.ts';

/**
 * The body of a request for many images. Throws `invalid_body` with every complaint, also by name in its `fields`:
 * `ids.3` is the fourth id, `filter.rating` a parameter.
 */
export function manyImages(body: unknown): ManyImages {
  if (body === undefined)
    throw new AppError('invalid_body', 'This needs a JSON body (Content-Type: application/json).');
  if (!isObject(body)) throw new AppError('invalid_body', 'The body must be an object with ids or with filter.');
  const complaints = complaintsAboutImages(body);
  if (complaints.length === 0) return ManyImages.parse(body);
  throw refusedFields('invalid_body', complaints);
}

/** What is wrong with `ids` and `filter`, and which fields are not among `known`. */
export function complaintsAboutImages(
  { ids, filter, ...others }: Record<string, unknown>,
  known: readonly string[] = ['ids', 'filter'],
): Complaint[] {
  const complaints: Complaint[] = Object.keys(others).map((name) => ({
    path: name,
    message: noSuch('field', name, known),
  }));
  if (ids === undefined && filter === undefined) complaints.push({ path: 'ids', message: 'give ids or filter' });
  if (ids !== undefined && filter !== undefined)
    complaints.push({ path: 'filter', message: 'give ids or filter, not both' });
  if (ids !== undefined) complaints.push(...aboutIds(ids));
  if (filter !== undefined) complaints.push(...aboutFilter(filter));
  return complaints;
}

function aboutIds(ids: unknown): Complaint[] {
  if (!Array.isArray(ids)) return [{ path: 'ids', message: 'must be a list of image ids' }];
  if (ids.length === 0) return [{ path: 'ids', message: 'must name at least one image' }];
  if (ids.length > MOST_IDS)
    return [
      {
        path: 'ids',
        message: `may have at most ${MOST_IDS} images, not ${ids.length}; send several requests, or use a filter`,
      },
    ];
  const seen = new Set<unknown>();
  return ids.flatMap((id: unknown, at): Complaint[] => {
    if (!Number.isSafeInteger(id)) return [{ path: `ids.${at}`, message: 'must be an integer' }];
    if (seen.has(id)) return [{ path: `ids.${at}`, message: `${String(id)} is repeated` }];
    seen.add(id);
    return [];
  });
}

function aboutFilter(filter: unknown): Complaint[] {
  if (!isObject(filter)) return [{ path: 'filter', message: 'must be an object with parameters of the image list' }];
  const known = Object.keys(OutlineQuery.shape);
  const complaints: Complaint[] = [];
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filter)) {
    if (name === 'limit' || name === 'offset')
      complaints.push({ path: name, message: 'is not allowed here; the filter always selects all matching images' });
    else if (!known.includes(name)) complaints.push({ path: name, message: noSuch('parameter', name, known) });
    else if (['string', 'number', 'boolean'].includes(typeof value)) parameters[name] = value;
    else complaints.push({ path: name, message: 'must be a text, a number, true or false' });
  }
  const { error } = Matching.safeParse(parameters, { error: schemaWords });
  if (error) complaints.push(...queryComplaints(OutlineQuery, parameters, error));
  return complaints.map(({ path, message }) => ({ path: `filter.${path}`, message }));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
