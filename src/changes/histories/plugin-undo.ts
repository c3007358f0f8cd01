import type { LibraryReader } from '../../library/library.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { asMade } from './as-made.ts';
import type { ModuleOrder, StoredHistory } from '../rules/stored-history.ts';
import { historyScopes } from './direct.ts';
import { AUTO_PRESETS_APPLIED, hasFirstSteps } from './plans.ts';
import { withWhole, type PluginAbility } from './plugin.ts';
import { NOTHING_ELSE, type PluginPlan } from '../writing/plugin-plan.ts';
import { bitsOf, encodedRow, rowsRead, rowsTakenBack, type Row, type RowChange } from '../writing/row-changes.ts';
import type { WantedWhole } from './whole-step.ts';

/** What a change did to histories, by image. */
export type MadeOfImages = ReadonlyMap<number, { rows: readonly RowChange[]; fields: readonly ListedField[] }>;

/** How the plugin takes a change of histories back. An image whose history was changed again since stays as it is and is told in `left`. */
export function historiesBackPlan(reader: LibraryReader, made: MadeOfImages, ability: PluginAbility): PluginPlan {
  const read = rowsRead(reader);
  const nameOf = (row: Row) =>
    String(read('SELECT name FROM data.tags WHERE id = :id', { id: row.tagid! })[0]?.name ?? '');
  const whole = new Map<number, WantedWhole>();
  const left: ListedField[] = [];
  for (const [imageId, { rows, fields }] of made) {
    const changes = rowsTakenBack(rows);
    const found = asMade(read, imageId, changes);
    if (!found) {
      left.push(...fields.map((field) => ({ ...field, before: field.after, after: field.before })));
      continue;
    }
    const tags = changes.filter(({ table }) => table === 'main.tagged_images');
    const named = (all: readonly (Row | null)[]) => all.flatMap((row) => (row ? [nameOf(row)] : [])).filter(Boolean);
    const flag = changes.find(({ table }) => table === 'main.images')?.after?.[FIRST_STEPS];
    const history = applied(found.history, changes);
    whole.set(imageId, {
      history,
      // Without steps, darktable develops it from the start, with its presets.
      hasFirstSteps: history.steps.length > 0 && (flag === undefined ? hasFirstSteps(read, imageId) : flag !== 0n),
      addTags: named(tags.map(({ after }) => after)),
      removeTags: named(tags.map((row) => (row.after ? null : row.before))),
    });
  }
  const plan: PluginPlan = {
    ...NOTHING_ELSE,
    kind: 'history',
    tag: null,
    left,
    job: { createTags: [], images: [], deleteTags: [] },
    scopes: historyScopes([...whole.keys()]),
  };
  return withWhole(reader, plan, whole, ability);
}

const FIRST_STEPS = bitsOf('flags', AUTO_PRESETS_APPLIED);

function applied(history: StoredHistory, changes: readonly RowChange[]): StoredHistory {
  const of = (table: RowChange['table']) => changes.filter((change) => change.table === table);
  const [order] = of('main.module_order');
  const end = of('main.images')[0]?.after?.history_end;
  return {
    end: end === undefined ? history.end : Number(end ?? 0),
    steps: exchanged(history.steps, of('main.history')),
    masks: exchanged(history.masks, of('main.masks_history')),
    order: order ? orderOf(order.after) : history.order,
  };
}

const orderOf = (row: Row | null): ModuleOrder | null =>
  row && { version: Number(row.version), list: row.iop_list as string | null };

/** Of equal rows, as many go as are to go. */
function exchanged(rows: readonly Row[], changes: readonly RowChange[]): Row[] {
  const kept = [...rows];
  for (const { before } of changes) {
    if (before === null) continue;
    const at = kept.findIndex((row) => encodedRow(row) === encodedRow(before));
    if (at >= 0) kept.splice(at, 1);
  }
  const added = changes.flatMap(({ after }) => (after === null ? [] : [after]));
  return [...kept, ...added].toSorted((one, other) => Number(one.num) - Number(other.num));
}
