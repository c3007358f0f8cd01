import type { ImageStep, OperationImage } from '../../darktable/operation-jobs.ts';
import type { LibraryReader } from '../../library/library.ts';
import { pathSql } from '../../library/image-sql.ts';
import { readImageFiles } from '../../library/organised.ts';
import { AppError } from '../../platform/errors.ts';
import {
  isVersionTaken,
  neededRows,
  nextVersionSql,
  NO_SUCH_IMAGE,
  notToRemove,
  refuseTwoLeaders,
  wholeImages,
  type Grouping,
} from './direct.ts';
import { NOTHING_ELSE, type PluginPlan } from '../writing/plugin-plan.ts';
import { rowsRead, type Scope } from '../writing/row-changes.ts';

interface ImageRow {
  id: number;
  group_id: number;
  flags: number;
}

const inIds = 'IN (SELECT value FROM json_each(:ids))';
const imagesSql = `SELECT id, coalesce(group_id, id) AS group_id, coalesce(flags, 0) AS flags
  FROM main.images WHERE id ${inIds} ORDER BY id`;
const membersSql = `SELECT id FROM main.images WHERE group_id ${inIds} OR id ${inIds} ORDER BY id`;

const idsOf = (ids: Iterable<number>) => ({ ids: JSON.stringify([...ids]) });

function rowsOf(reader: LibraryReader, ids: readonly number[]): Map<number, ImageRow> {
  return new Map((reader.all(imagesSql, idsOf(ids)) as ImageRow[]).map((row) => [row.id, row]));
}

const missing = (ids: readonly number[], found: ReadonlyMap<number, unknown>) =>
  new Map(ids.filter((id) => !found.has(id)).map((id) => [id, NO_SUCH_IMAGE]));

/** The job that does these steps, in this order. */
function jobOf(reader: LibraryReader, steps: readonly (readonly [number, ImageStep])[]): PluginPlan['job'] {
  const files = readImageFiles(
    reader,
    steps.map(([id]) => id),
  );
  const images = steps.flatMap(([imageId, step]): OperationImage[] => {
    const file = files.get(imageId)?.file;
    return file === undefined ? [] : [{ imageId, file, step }];
  });
  return { createTags: [], images, deleteTags: [] };
}

const originalsSql = `SELECT images.id, film_id AS film, CAST(filename AS TEXT) AS filename, ${pathSql} AS path, ${nextVersionSql} AS version,
    coalesce(history_end, 0) + (SELECT count(*) FROM main.history WHERE imgid = images.id) AS steps
  FROM main.images AS images LEFT JOIN main.film_rolls AS films ON films.id = images.film_id WHERE images.id ${inIds}`;

/** As `duplicateImages`; darktable itself chooses the numbers. */
export function duplicatePlan(reader: LibraryReader, ids: readonly number[]): PluginPlan {
  const all = reader.all(originalsSql, idsOf(ids)) as {
    id: number;
    film: number;
    filename: string;
    path: string;
    steps: number;
    version: number;
  }[];
  const found = new Map(all.map((row) => [row.id, row]));
  const failed = missing(ids, found);
  /** By file: what its next version is called. */
  const next = new Map<string, number>();
  const originals = ids.flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const version = next.get(row.path) ?? row.version;
    if (isVersionTaken(row.path, version)) {
      failed.set(id, TAKEN);
      return [];
    }
    next.set(row.path, version + 1);
    return [row];
  });
  const names = { files: JSON.stringify(originals.map(({ film, filename }) => [film, filename])) };
  const versions = `SELECT id FROM main.images WHERE (film_id, filename) IN
    (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:files))`;
  const scopes = wholeImages('').map(({ table, where }): Scope => {
    const column = where.slice(0, where.indexOf(' '));
    return { table, where: `${column} IN (${versions})`, names };
  });
  const job = jobOf(
    reader,
    originals.map(({ id, steps }) => [id, { do: 'duplicate', hasHistory: steps > 0 }]),
  );
  return { ...NOTHING_ELSE, kind: 'duplicate', tag: null, job, scopes, failed };
}

const TAKEN =
  'The file that darktable would write for the new version is there already, as of a version that was removed. Close darktable: then the version gets another number.';

/** As `groupImages`. */
export function groupPlan(reader: LibraryReader, { action, ids, leader }: Grouping): PluginPlan {
  const found = rowsOf(reader, ids);
  const present = ids.filter((id) => found.has(id));
  const [led] = leader === undefined ? [] : rowsOf(reader, [leader]).values();
  if (leader !== undefined && !led) throw new AppError('invalid_body', `leader: there is no image ${leader}`);
  const [firstId] = present;
  const leaderId = leader ?? (firstId === undefined ? undefined : found.get(firstId)!.group_id);
  if (action === 'leader') refuseTwoLeaders([...found.values()]);
  const groupOf = (id: number) => found.get(id)!.group_id;
  const steps: (readonly [number, ImageStep])[] = [];
  if (action === 'ungroup') for (const id of present) steps.push([id, { do: 'leave' }]);
  if (action === 'leader') for (const id of present) if (groupOf(id) !== id) steps.push([id, { do: 'lead' }]);
  if (action === 'group' && leaderId !== undefined) {
    // A leader out of another group takes its members along.
    const comesAlong = (id: number) => groupOf(id) === led?.group_id;
    if (led && led.group_id !== led.id) steps.push([led.id, { do: 'lead' }]);
    const leaderFile = readImageFiles(reader, [leaderId]).get(leaderId)?.file ?? '';
    for (const id of present)
      if (id !== leaderId && groupOf(id) !== leaderId && !comesAlong(id))
        steps.push([id, { do: 'join', leaderId, leaderFile }]);
  }
  const groups = [...[...found.values()].map(({ group_id }) => group_id), ...(led ? [led.group_id] : [])];
  const known = [...groups, ...present, ...(leaderId === undefined ? [] : [leaderId])];
  return {
    ...NOTHING_ELSE,
    kind: 'group',
    tag: null,
    job: jobOf(reader, steps),
    scopes: [groupScope(reader, known)],
    failed: missing(ids, found),
  };
}

/** Puts images back into the groups that they were in. `groups`: the wanted leader of each. */
export function regroupPlan(reader: LibraryReader, groups: ReadonlyMap<number, number>): PluginPlan {
  const present = rowsOf(reader, [...groups.keys()]);
  const files = readImageFiles(reader, [...groups.values()]);
  const wanted = [...groups].filter(([id]) => present.has(id));
  const steps = [
    // Leaders first, each out of the group that it is in.
    ...wanted.flatMap(([id, leader]) =>
      leader === id && present.get(id)!.group_id !== id ? [[id, { do: 'leave' }] as const] : [],
    ),
    ...wanted.flatMap(([id, leaderId]) =>
      leaderId === id ? [] : [[id, { do: 'join', leaderId, leaderFile: files.get(leaderId)?.file ?? '' }] as const],
    ),
  ];
  const known = [...groups.keys(), ...groups.values(), ...[...present.values()].map(({ group_id }) => group_id)];
  const scopes = [groupScope(reader, known)];
  return { ...NOTHING_ELSE, kind: 'group', tag: null, job: jobOf(reader, steps), scopes };
}

/** The groups of these images and of all that are with them. */
function groupScope(reader: LibraryReader, groups: readonly number[]): Scope {
  const ids = (reader.all(membersSql, idsOf(groups)) as { id: number }[]).map(({ id }) => id);
  return { table: 'main.images', columns: 'id, group_id', where: `id ${inIds}`, names: idsOf(ids) };
}

/** As `removeImages`. */
export function removePlan(reader: LibraryReader, ids: readonly number[]): PluginPlan {
  const found = rowsOf(reader, ids);
  const failed = missing(ids, found);
  const read = rowsRead(reader);
  for (const [id, reason] of notToRemove(read, [...found.values()])) {
    failed.set(id, reason);
    found.delete(id);
  }
  const names = idsOf(found.keys());
  const job = jobOf(
    reader,
    [...found.keys()].map((id) => [id, { do: 'remove' }] as const),
  );
  const staying = (reader.all(membersSql, names) as { id: number }[]).map(({ id }) => id);
  const members: Scope = {
    table: 'main.images',
    columns: 'id, group_id',
    where: `id ${inIds}`,
    names: idsOf(staying.filter((id) => !found.has(id))),
  };
  return {
    ...NOTHING_ELSE,
    kind: 'remove',
    tag: null,
    job,
    failed,
    needed: neededRows(read, names),
    scopes: [...wholeImages(names.ids), members],
  };
}
