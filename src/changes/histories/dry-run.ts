import { setImmediate as breathe } from 'node:timers/promises';
import { MOST_PLANS, type EditsPlan, type EditsResult } from '../../contract/history.ts';
import type { HistoryTaking } from '../../darktable/bridge-heartbeat.ts';
import { moduleLayouts } from '../../darktable/layouts.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { partsTold, type DryRunWatch } from '../writing/dry-run-watch.ts';
import { isUnchanged, type StoredHistory } from '../rules/stored-history.ts';
import {
  hasFirstSteps,
  historiesIn,
  isRawIn,
  isWithoutDefaults,
  preparedFor,
  schemaOf,
  tagsOf,
  type HistoryChange,
} from './plans.ts';
import { NO_SUCH_IMAGE } from '../images/direct.ts';
import { moduleFit } from '../rules/module-fit.ts';
import { instanceOf, newestSteps } from '../rules/newest-steps.ts';
import { Outcome } from '../writing/outcome.ts';
import { pluginDoes, type PluginAbility } from './plugin.ts';
import type { PluginPace } from '../writing/plugin-pace.ts';
import { isSameRow, rowsRead, type ReadRows, type Row } from '../writing/row-changes.ts';
import { furtherSidecars, wholeSteps } from './whole-sidecars.ts';
import { wholeImages, type WantedWhole, type WholeImage } from './whole-step.ts';

/** How many images are read before this thread does other work. */
const BREATH = 100;

type Plan = Omit<EditsPlan, 'images'>;

/**
 * What a change would make of the histories of images, read without a lock, so darktable may have the library open. `plugin`: of the darktable
 * that would make it, and cannot do all: what it says of its darkroom, and the sidecars that it would need, are looked at as well; null: the change would
 * go straight into the library. Throws as the change does.
 */
export async function dryRun(
  library: Pick<Library, 'file' | 'read'>,
  ids: readonly number[],
  change: HistoryChange,
  plugin: (PluginAbility & { pace: PluginPace }) | null = null,
  watch: DryRunWatch = {},
): Promise<EditsResult> {
  const outcome = new Outcome();
  const hasFurther = furtherSidecars();
  const tell = partsTold(watch, ids.length);
  const plans = new Map<string, EditsPlan>();
  // Without images, what is to be copied or applied is looked for all the same.
  for (let from = 0; from === 0 || from < ids.length; from += BREATH) {
    const some = ids.slice(from, from + BREATH);
    const { read, whole } = await library.read((reader) => plansOf(reader, some, change, plugin));
    const without = plugin?.taking
      ? await withoutSidecar(whole, { ...plugin, taking: plugin.taking }, hasFurther)
      : null;
    for (const [imageId, planned] of read) {
      const plan = without?.get(imageId) ?? planned;
      if (typeof plan === 'string') outcome.failed(imageId, plan);
      else if (plan === null) outcome.planned([{ imageId, edits: [] }]);
      else {
        outcome.stored(imageId);
        const key = JSON.stringify(plan);
        const alike = plans.get(key) ?? { images: [], ...plan };
        alike.images.push(imageId);
        plans.set(key, alike);
      }
    }
    tell(from + some.length, outcome);
    await breathe();
  }
  const sorted = [...plans.values()].toSorted((one, other) => other.images.length - one.images.length);
  const result = { ...outcome.result(null), plans: sorted.slice(0, MOST_PLANS) };
  if (plugin === null) return result;
  const { images } = (await library.read((reader) => reader.get('SELECT count(*) AS images FROM main.images'))) as {
    images: number;
  };
  return { ...result, seconds: plugin.pace.seconds(library.file, change, result.changed, images) };
}

/** For each image its plan, a sentence when it cannot be changed, null when it is as wanted already; and what would come as a whole history. */
function plansOf(
  reader: LibraryReader,
  ids: readonly number[],
  change: HistoryChange,
  plugin: PluginAbility | null,
): { read: [number, Plan | string | null][]; whole: Map<number, WholeImage | string> } {
  const read = rowsRead(reader);
  const pluginWould = plugin ? pluginDoes(read, change, plugin) : () => null;
  const whole = new Map<number, WantedWhole>();
  const to = preparedFor(read, change);
  const historyOf = historiesIn(read);
  const isRaw = isRawIn(read);
  const { rawObstacle } = moduleFit(schemaOf(read));
  const plans = ids.map((imageId): [number, Plan | string | null] => {
    const before = historyOf(imageId);
    const after = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (typeof after === 'string') return [imageId, after];
    if (after === before || (isUnchanged(before!, after) && isMarked(read, imageId, change))) return [imageId, null];
    const way = pluginWould(imageId, before!, after);
    if (typeof way === 'string') return [imageId, way];
    if (way !== null) whole.set(imageId, way);
    const [old, now] = [newestOf(before!), newestOf(after)];
    const given = [...now].filter(([instance, row]) => !isSameStep(old.get(instance), row));
    const gone = [...old].filter(([instance]) => !now.has(instance));
    const idle = isRaw(imageId) ? [] : given.flatMap(([, row]) => (rawObstacle(row) === null ? [] : [row.operation]));
    return [
      imageId,
      {
        modules: [
          ...given.map(([instance, row]) => named(row, old.has(instance) ? 'changed' : 'new')),
          ...gone.map(([, row]) => named(row, 'removed')),
        ],
        without_raw_data: [...new Set(idle.map(String))],
      },
    ];
  });
  return { read: plans, whole: wholeImages(reader, whole, Date.now()) };
}

/** The images for which there cannot be a sidecar that darktable takes, and why. */
async function withoutSidecar(
  whole: ReadonlyMap<number, WholeImage | string>,
  { configDir, taking }: { configDir: string; taking: HistoryTaking },
  hasFurther: ReturnType<typeof furtherSidecars>,
): Promise<Map<number, string>> {
  const images = [...whole.values()].filter((image) => typeof image !== 'string');
  const { failed } = await wholeSteps(images, { configDir, taking }, hasFurther);
  const unknown = [...whole].flatMap(([id, image]) => (typeof image === 'string' ? [[id, image] as const] : []));
  return new Map([...unknown, ...failed]);
}

function named(row: Row, becomes: Plan['modules'][0]['becomes']): Plan['modules'][0] {
  const operation = String(row.operation);
  return {
    operation,
    label: moduleLayouts(operation)?.label ?? operation,
    multi_priority: Number(row.multi_priority ?? 0n),
    multi_name: String(row.multi_name ?? ''),
    becomes,
  };
}

const newestOf = (history: StoredHistory) => new Map(newestSteps(history).map((row) => [instanceOf(row), row]));

/** Where they are, and of which image, does not count. */
const isSameStep = (one: Row | undefined, other: Row) =>
  one !== undefined && isSameRow({ ...one, num: 0n }, { ...other, imgid: one.imgid!, num: 0n });

/** Whether an image has the tags and the flag that the change leaves. */
function isMarked(read: ReadRows, imageId: number, change: HistoryChange): boolean {
  const tagSql = `SELECT 1 FROM main.tagged_images JOIN data.tags ON tags.id = tagid WHERE imgid = :imageId AND name = :name`;
  return (
    tagsOf(change).every((name) => read(tagSql, { imageId, name }).length > 0) &&
    !(isWithoutDefaults(change) && hasFirstSteps(read, imageId))
  );
}
