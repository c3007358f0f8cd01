import { isConnectionLost } from '../api/connection.ts';
import { type ListParameters, outlineQuery } from '../api/images.ts';
import { queryClient } from '../api/query-client.ts';
import { EVERYTHING, filterParameters, type GalleryView, listParameters } from '../gallery/gallery-view.ts';
import type { UndecidedRolls, Verdicts } from './verdict.ts';

/** The gallery's list, or a set from the whole library, and what was decided about it: a few lists of ids, without the records. */
export async function loadVerdicts(
  list: GalleryView,
  oneStarUndecided: UndecidedRolls,
  set?: Int32Array,
): Promise<Verdicts> {
  const view = set ? EVERYTHING : list;
  const rolls = [...oneStarUndecided].filter(
    (film) => view.films.length === 0 || view.films.includes(film) !== view.filmsNot,
  );
  const [ids, picked, rejected, ...oneStar] = await Promise.all([
    set ?? idsIn(listParameters(view)),
    (view.ratingMax ?? 5) < 1 ? [] : idsIn({ ...filters(view), rating_min: String(Math.max(1, view.ratingMin ?? 1)) }),
    (view.ratingMin ?? -1) > -1 ? [] : idsIn({ ...filters(view), rating: '-1' }),
    ...rolls.map((film) => idsIn({ ...filters(view), rating: '1', film_id: String(film) })),
  ]);
  const picks = new Set(picked);
  for (const list of oneStar) for (const id of list) picks.delete(id);
  // The library may have changed between these requests.
  const known = new Set(ids);
  const inList = (some: Iterable<number>) => new Set([...some].filter((id) => known.has(id)));
  return { ids, picks: inList(picks), rejects: inList(rejected) };
}

const filters = (view: GalleryView): ListParameters => ({
  ...filterParameters(view),
  sort_by: 'id',
  sort_dir: 'asc',
});

async function idsIn(parameters: ListParameters): Promise<Int32Array> {
  const query = outlineQuery(parameters);
  const known = isConnectionLost() ? queryClient.getQueryData(query.queryKey) : undefined;
  return (known ?? (await queryClient.query(query))).ids;
}
