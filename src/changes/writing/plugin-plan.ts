import type { OperationImage, PluginOperation, WantedHistory } from '../../darktable/operation-jobs.ts';
import type { LibraryReader } from '../../library/library.ts';
import { listed } from '../../library/listed-history.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { isTimeAlone } from './change-time.ts';
import type { OperationKind, TagChange } from './operation.ts';
import { holdsSteps } from '../histories/plugin-steps.ts';
import { isSameStyle, stylesIn } from '../styles/style-content.ts';
import type { StyleContent } from '../styles/style-file.ts';
import { isSameHistory } from '../rules/same-history.ts';
import {
  differences,
  rowsIn,
  type KeyedRows,
  type ReadRows,
  type Row,
  type RowChange,
  type Scope,
} from './row-changes.ts';

/** An operation that the plugin shall do. */
export interface PluginPlan {
  kind: OperationKind;
  tag: TagChange | null;
  job: PluginOperation;
  /** The rows that show afterwards what was done. */
  scopes: readonly Scope[];
  /** What shall become of styles, by name; null: they go. */
  styles?: ReadonlyMap<string, StyleContent | null>;
  /** Rows that an undo may need. */
  needed: readonly RowChange[];
  /** The images that it cannot be done to. */
  failed: ReadonlyMap<number, string>;
  /** For an undo: what it leaves as it is. */
  left: readonly ListedField[];
  /** Adds the steps of the job that need more than the library, and tells the images that have none. */
  prepare?: () => Promise<{ steps: OperationImage[]; failed: ReadonlyMap<number, string> }>;
  /** What is to be done for images that were added meanwhile, without these. */
  again?: (reader: LibraryReader, known: ReadonlySet<number>) => PluginPlan;
}

/** What the journal keeps of it while it is done. */
export interface BegunPlan extends Pick<PluginPlan, 'kind' | 'scopes' | 'needed'> {
  before: KeyedRows;
}

/** What the plugin said of it; nothing after an interruption. */
export interface Reported {
  /** The ids of the new versions. */
  made?: ReadonlySet<number> | undefined;
  /** Images that it left alone. */
  untouched?: ReadonlySet<number>;
  /** It did nothing at all. */
  isRefused?: boolean;
}

/** What the library holds of it afterwards. */
export interface DonePlan {
  rows: RowChange[];
  fields: ListedField[];
  /** The rows now. */
  after: KeyedRows;
}

/**
 * What darktable did, by the rows before and now. What somebody else did to the same rows meanwhile is left out: it is not ours, and an undo
 * must not take it back.
 */
export function doneOf(
  { kind, scopes, needed, before }: BegunPlan,
  read: ReadRows,
  { made, untouched = new Set(), isRefused = false }: Reported = {},
): DonePlan {
  const after = rowsIn(read, scopes);
  const changes = differences(before, after);
  if (kind === 'history') {
    const developed = new Set(changes.filter((row) => !isTimeAlone(row)).map(ownerOf));
    const rows = changes.filter((row) => developed.has(ownerOf(row)) && !untouched.has(ownerOf(row)));
    return { rows, fields: historyFields(rows, before, after), after };
  }
  if (kind === 'style') return { rows: isRefused ? [] : changes, fields: [], after };
  const images = changes.filter(({ table }) => table === 'main.images');
  if (kind === 'tag') {
    const rows = changes.filter(
      (row) =>
        (row.before === null) !== (row.after === null) && (row.table === 'data.tags' || !untouched.has(ownerOf(row))),
    );
    return { rows, fields: tagFields(rows, before, after), after };
  }
  const groups = images.flatMap(inGroup);
  if (kind === 'group') return { rows: groups, fields: groups.map(groupField), after };
  const isNew = kind === 'duplicate';
  const [gone, here] = isNew ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const all = images.filter((row) => row[gone] === null && (made?.has(Number(row[here]!.id)) ?? true));
  const moved = isNew && !made ? ofAskedFiles(all, scopes[0]) : all;
  const ids = new Set(moved.map((row) => Number(row[here]!.id)));
  const owned = changes.filter((row) => row[gone] === null && ids.has(ownerOf(row)));
  const fields = moved.map((row) => {
    const { id, filename, version } = row[here]!;
    const number = Number(version ?? 0);
    const name = String(filename) + (number === 0 ? '' : ` (${number})`);
    return { imageId: Number(id), field: 'image', before: isNew ? null : name, after: isNew ? name : null };
  });
  return { rows: owned.length === 0 ? [] : [...needed, ...owned, ...(isNew ? [] : groups)], fields, after };
}

/** Of each file no more than were asked for: otherwise somebody else made one at the same moment, and which is ours cannot be told. */
function ofAskedFiles(all: readonly RowChange[], scope: Scope | undefined): readonly RowChange[] {
  // A plan that an earlier Safelight began is for one image.
  const { files, film, filename } = scope?.names ?? {};
  const asked = typeof files === 'string' ? (JSON.parse(files) as unknown[]) : [[film, filename]];
  const fileOf = ({ after }: RowChange) => JSON.stringify([Number(after!.film_id), String(after!.filename)]);
  const wanted = Map.groupBy(asked, (file) => JSON.stringify(file));
  const made = Map.groupBy(all, fileOf);
  return all.filter((row) => made.get(fileOf(row))!.length <= (wanted.get(fileOf(row))?.length ?? 0));
}

/** The id of the image that a row belongs to. */
function ownerOf({ table, before, after }: RowChange): number {
  const row = (before ?? after)!;
  return Number(table === 'main.images' || table === 'main.meta_data' ? row.id : row.imgid);
}

/** An image whose group changed, without its other columns. */
function inGroup({ table, before, after }: RowChange): RowChange[] {
  if (before === null || after === null || before.group_id === after.group_id) return [];
  const { id } = before;
  return [{ table, before: { id: id!, group_id: before.group_id! }, after: { id: id!, group_id: after.group_id! } }];
}

const groupField = ({ before, after }: RowChange): ListedField => ({
  imageId: Number(before!.id),
  field: 'group',
  before: Number(before!.group_id),
  after: Number(after!.group_id),
});

function tagFields(rows: readonly RowChange[], before: KeyedRows, after: KeyedRows): ListedField[] {
  const names = new Map(
    [...after.values(), ...before.values()]
      .filter(({ table }) => table === 'data.tags')
      .map(({ row }) => [Number(row.id), String(row.name)]),
  );
  return rows
    .filter(({ table }) => table === 'main.tagged_images')
    .map((row) => {
      const { imgid, tagid } = (row.before ?? row.after)!;
      const field = `tag:${names.get(Number(tagid)) ?? ''}`;
      return { imageId: Number(imgid), field, before: row.before !== null, after: row.after !== null };
    });
}

/** The images whose history is another now, with the number of steps in force. */
function historyFields(rows: readonly RowChange[], before: KeyedRows, after: KeyedRows): ListedField[] {
  const endsIn = (keyed: KeyedRows) =>
    new Map(
      [...keyed.values()]
        .filter(({ table }) => table === 'main.images')
        .map(({ row }) => [Number(row.id), Number(row.history_end ?? 0)]),
    );
  const [old, now] = [endsIn(before), endsIn(after)];
  return [...new Set(rows.map(ownerOf))].map((imageId) => ({
    imageId,
    field: 'history',
    before: old.get(imageId) ?? null,
    after: now.get(imageId) ?? null,
  }));
}

/** The images that are not as the job wants them. `isDone`: the plugin says so. */
export function notReached(
  images: readonly OperationImage[],
  { fields, after }: DonePlan,
  isDone: (imageId: number) => boolean,
): number[] {
  const groups = new Map<number, number>();
  const names = new Map<number, string>();
  const ends = new Map<number, number>();
  const steps = new Map<number, Row[]>();
  const masks = new Map<number, Row[]>();
  const orders = new Map<number, WantedHistory['order']>();
  const add = (all: Map<number, Row[]>, row: Row) =>
    all.set(Number(row.imgid), [...(all.get(Number(row.imgid)) ?? []), row]);
  for (const { table, row } of after.values()) {
    if (table === 'main.masks_history') add(masks, row);
    if (table === 'main.module_order')
      orders.set(Number(row.imgid), { version: Number(row.version), list: row.iop_list as string | null });
    if (table === 'main.images') ends.set(Number(row.id), Number(row.history_end ?? 0));
    if (table === 'main.history') add(steps, row);
    if (table === 'main.images') groups.set(Number(row.id), Number(row.group_id ?? row.id));
    if (table === 'data.tags') names.set(Number(row.id), String(row.name));
  }
  const tags = new Set(
    [...after.values()]
      .filter(({ table }) => table === 'main.tagged_images')
      .map(({ row }) => `${Number(row.imgid)} ${names.get(Number(row.tagid)) ?? ''}`),
  );
  const inOrder = (rows: Row[] = []) => rows.toSorted((one, other) => Number(one.num) - Number(other.num));
  const historyOf = (imageId: number) => ({
    ...listed({
      end: ends.get(imageId) ?? 0,
      steps: inOrder(steps.get(imageId)),
      masks: inOrder(masks.get(imageId)),
    }),
    order: orders.get(imageId) ?? null,
  });
  const isReached = ({ imageId, step }: OperationImage): boolean => {
    const has = (name: string) => tags.has(`${imageId} ${name}`);
    switch (step.do) {
      case 'tags':
        return step.add.every(has) && !step.remove.some(has);
      case 'duplicate':
        return isDone(imageId) && fields.length > 0;
      case 'join':
        return groups.get(imageId) === step.leaderId;
      case 'leave':
      case 'lead':
        return groups.get(imageId) === imageId;
      case 'remove':
        return !groups.has(imageId);
      case 'style':
        return holdsSteps(historyOf(imageId), step.steps);
      case 'history':
        return isSameHistory(historyOf(imageId), step.wanted);
      case 'discard':
        // darktable gives an image that it shows its first steps at once.
        return isDone(imageId);
    }
  };
  return images.filter((image) => !isReached(image)).map(({ imageId }) => imageId);
}

/** The tags of the job that are there although they should not be, or the other way round. */
export function tagsNotReached({ createTags, deleteTags }: PluginOperation, { after }: DonePlan): string[] {
  const tags = [...after.values()].filter(({ table }) => table === 'data.tags');
  const names = new Set(tags.map(({ row }) => String(row.name)));
  return [...createTags.filter((name) => !names.has(name)), ...deleteTags.filter((name) => names.has(name))];
}

/** The styles that are not as they shall be. */
export function stylesNotReached(styles: PluginPlan['styles'], { after }: DonePlan): string[] {
  const there = stylesIn(after);
  return [...(styles ?? [])].flatMap(([name, wanted]) => {
    const style = there.get(name);
    const isReached = style && wanted ? isSameStyle(style, wanted) : !style && !wanted;
    return isReached ? [] : [name];
  });
}

export const isEmpty = ({ job: { images, createTags, deleteTags, styles = [] } }: Pick<PluginPlan, 'job'>): boolean =>
  images.length + createTags.length + deleteTags.length + styles.length === 0;

export const NOTHING_ELSE = { needed: [], failed: new Map<number, string>(), left: [] } as const;
