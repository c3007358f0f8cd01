import type { LibraryReader } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import type { ListedField } from '../journal/change-journal.ts';
import type { JournaledOperation } from '../journal/operation-journal.ts';
import { areAsMade, changedSince } from './operation-undo.ts';
import { regroupPlan, removePlan } from '../images/plugin.ts';
import type { PluginPlan } from './plugin-plan.ts';
import { styleBackPlan } from '../styles/plugin.ts';
import { carriersOf, refuseMarked, tagPlan } from '../tags/plugin.ts';
import { isReadyFor, rowsRead, type RowChange } from './row-changes.ts';
import { imagesWith, tagNamed } from '../tags/tag-plans.ts';

interface Made {
  rows: readonly RowChange[];
  fields: readonly ListedField[];
}

/** How the plugin takes an operation back. Throws `conflict` if the same was changed since, and `db_write_error` for what it cannot do. */
export function undoPlan(reader: LibraryReader, operation: JournaledOperation, made: Made): PluginPlan {
  if (operation.kind === 'style') return styleBackPlan(reader, operation, made.rows);
  const images = made.rows.filter(({ table }) => table === 'main.images');
  if (images.some(({ after }) => after === null)) throw new AppError('db_write_error', ONLY_CLOSED);
  const added = images.filter(({ before }) => before === null).map(({ after }) => Number(after!.id));
  if (added.length > 0) {
    if (!areAsMade(rowsRead(reader), made.rows, added)) throw changedSince(operation.id);
    return removePlan(reader, added);
  }
  return operation.kind === 'group' ? regroup(reader, operation.id, made) : tagsBack(reader, operation, made);
}

/** What darktable imports again gets another id, and only what its sidecar holds. */
const ONLY_CLOSED =
  'Nothing was changed: images come back with all that the library held of them only while darktable is closed. Close darktable and try again.';

function regroup(reader: LibraryReader, id: number, { rows, fields }: Made): PluginPlan {
  const isAsMade = ({ before, after }: RowChange) =>
    isReadyFor(reader, { table: 'main.images', before: after, after: before });
  if (!rows.every(isAsMade)) throw changedSince(id);
  return regroupPlan(reader, new Map(fields.map(({ imageId, before }) => [imageId, Number(before)])));
}

function tagsBack(reader: LibraryReader, { id, tag }: JournaledOperation, { rows, fields }: Made): PluginPlan {
  const tags = rows.filter(({ table }) => table === 'data.tags');
  const nameOf = (row: RowChange['before']) => String(row!.name);
  const gone = tags.filter(({ after }) => after === null).map(({ before }) => nameOf(before));
  const made = tags.filter(({ before }) => before === null).map(({ after }) => nameOf(after));
  const renamed = tags.flatMap(({ before, after }) =>
    before && after ? [{ id: Number(before.id), from: nameOf(after), to: nameOf(before) }] : [],
  );
  for (const name of [...gone, ...renamed.map(({ to }) => to)])
    if (tagNamed(reader, name)) throw new AppError('conflict', `Another tag is called ${name} now.`);
  for (const one of renamed) if (tagNamed(reader, one.from)?.id !== one.id) throw changedSince(id);
  refuseMarked(reader, renamed);

  const changes = new Map<number, { add: Set<string>; remove: Set<string> }>();
  const change = (imageId: number, from: string | null, to: string | null) => {
    const one = changes.get(imageId) ?? { add: new Set(), remove: new Set() };
    if (from !== null) one.remove.add(from);
    if (to !== null) one.add.add(to);
    changes.set(imageId, one);
  };
  const left: ListedField[] = [];
  const carriers = new Map<string, Set<number>>();
  const has = (imageId: number, name: string) => {
    const tagId = tagNamed(reader, name)?.id;
    if (!carriers.has(name)) carriers.set(name, new Set(tagId === undefined ? [] : imagesWith(reader, tagId)));
    return carriers.get(name)!.has(imageId);
  };
  const byId = new Map(renamed.map((one) => [one.id, one]));
  const renamedNames = new Set(renamed.flatMap(({ from, to }) => [from, to]));
  for (const { imageId, field, before, after } of fields) {
    const name = field.slice('tag:'.length);
    // The images of a renamed tag are those that it has now.
    if (renamedNames.has(name)) continue;
    if (has(imageId, name) !== after) left.push({ imageId, field, before: after, after: before });
    else if (before === true) change(imageId, null, name);
    else change(imageId, name, null);
  }
  for (const { imageId, tagId } of carriersOf(
    reader,
    renamed.map((one) => one.id),
  )) {
    const { from, to } = byId.get(tagId)!;
    change(imageId, from, to);
  }
  const plan = tagPlan(reader, tag && { before: tag.after, after: tag.before }, {
    createTags: [...gone, ...renamed.map(({ to }) => to)],
    deleteTags: [...made, ...renamed.map(({ from }) => from)],
    changes,
  });
  return { ...plan, left };
}
