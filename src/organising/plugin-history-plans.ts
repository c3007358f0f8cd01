import { HISTORY_ONLY_CLOSED } from '../contract/whole-histories.ts';
import { isNamedByHand } from '../darktable/bridge-style.ts';
import { STEPS_STYLE, type ImageStep, type OperationImage } from '../darktable/operation-jobs.ts';
import type { LibraryReader } from '../library/library.ts';
import { readImageFiles } from '../library/organised.ts';
import { AppError } from '../platform/errors.ts';
import { NO_SUCH_IMAGE } from './image-operations.ts';
import { historyScopes } from './history-operations.ts';
import { copiedFor, historiesIn, preparedFor, schemaOf, type HistoryChange } from './history-plans.ts';
import { newestSet } from './history-paste.ts';
import type { StoredHistory } from './history-changes.ts';
import { pipeFacts } from './pipe-facts.ts';
import { instanceObstacle, newestOf, wantedStep } from './plugin-history-steps.ts';
import { NOTHING_ELSE, type PluginPlan } from './plugin-plan.ts';
import { encodedRow, rowsRead, type ReadRows, type Row } from './row-changes.ts';
import { styleStepOf } from './style-content.ts';
import { styleFile } from './style-file.ts';
import { stepsOfStyle } from './style-steps.ts';

/** Their histories are kept until it is known what was done. */
const MOST_IMAGES = 2_000;

/** From this schema on darktable gives a further instance a free number (5.4.1; 5.0.1 was not looked at). */
const RENUMBERS_FROM = 57;

/** How the plugin changes histories; a sentence: why it cannot. */
export function historyWay(
  imageIds: readonly number[],
  change: HistoryChange,
): ((reader: LibraryReader) => PluginPlan) | string {
  switch (change.do) {
    case 'style':
      return (reader) => stylePlan(reader, imageIds, change);
    case 'paste':
      return change.mode === 'append' ? (reader) => stylePlan(reader, imageIds, change) : HISTORY_ONLY_CLOSED;
    case 'put':
    case 'apply':
    case 'instance':
      // The steps of one image.
      return imageIds.length === 1 ? (reader) => stylePlan(reader, imageIds, change) : HISTORY_ONLY_CLOSED;
    case 'discard':
      return (reader) => discardPlan(reader, imageIds, change);
    default:
      return HISTORY_ONLY_CLOSED;
  }
}

/** Steps that a style puts on top of each history. Throws like `changeHistories`. */
function stylePlan(reader: LibraryReader, imageIds: readonly number[], change: ByStyle): PluginPlan {
  refuseTooMany(imageIds);
  const read = rowsRead(reader);
  const to = preparedFor(read, change);
  const historyOf = historiesIn(read);
  const shared = sharedSteps(read, change);
  const name = change.do === 'style' ? change.name : STEPS_STYLE;
  const facts = factsIn(read);
  const failed = new Map<number, string>();
  const wanted = new Map<number, ImageStep>();
  let steps = shared ?? [];
  for (const imageId of imageIds) {
    const before = historyOf(imageId);
    const after = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (typeof after === 'string') failed.set(imageId, after);
    else if (after !== before) {
      steps = shared ?? after.steps.slice(before!.steps.filter(({ num }) => Number(num) < before!.end).length);
      const added = after.steps.slice(-steps.length);
      const obstacle = obstacleTo(steps, before!, after, facts);
      if (obstacle === null) wanted.set(imageId, { do: 'style', name, steps: added.map(wantedStep) });
      else failed.set(imageId, obstacle);
    }
  }
  return planOf(reader, wanted, failed, change.do === 'style' ? undefined : fileOf(steps));
}

function factsIn(read: ReadRows) {
  const schema = schemaOf(read);
  return { ...pipeFacts(schema), renumbers: schema >= RENUMBERS_FROM };
}

/** Why a style of these steps would not make `after` of a history; null: it does. */
function obstacleTo(
  steps: readonly Row[],
  before: StoredHistory,
  after: StoredHistory,
  facts: ReturnType<typeof factsIn>,
): string | null {
  const added = after.steps.slice(-steps.length);
  const there = newestOf(before.end, before.steps);
  const reasons = steps.map((step, at) => instanceObstacle(step, Number(added[at]!.multi_priority), there, facts));
  return reasons.find((reason) => reason !== null) ?? (bringsShapes(before, after) ? NO_SHAPES : null);
}

/** Why the plugin would leave an image as it is, for a dry run; null: it would not. */
export function pluginObstacles(
  read: ReadRows,
  change: HistoryChange,
): (before: StoredHistory, after: StoredHistory) => string | null {
  const isAppended = change.do === 'style' || (change.do === 'paste' && change.mode === 'append');
  const steps = isAppended ? sharedSteps(read, change) : null;
  if (steps === null) return () => null;
  const facts = factsIn(read);
  return (before, after) => obstacleTo(steps, before, after, facts);
}

function discardPlan(reader: LibraryReader, imageIds: readonly number[], change: HistoryChange): PluginPlan {
  refuseTooMany(imageIds);
  const read = rowsRead(reader);
  const to = preparedFor(read, change);
  const historyOf = historiesIn(read);
  const failed = new Map<number, string>();
  const wanted = new Map<number, ImageStep>();
  for (const imageId of imageIds) {
    const before = historyOf(imageId);
    const after = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (typeof after === 'string') failed.set(imageId, after);
    else if (after !== before) wanted.set(imageId, { do: 'discard' });
  }
  return planOf(reader, wanted, failed);
}

function refuseTooMany(imageIds: readonly number[]): void {
  if (imageIds.length > MOST_IMAGES)
    throw new AppError(
      'db_write_error',
      `Nothing was changed: while darktable is open, at most ${MOST_IMAGES} images can be developed at once. Choose fewer, or close darktable and try again.`,
    );
}

function planOf(
  reader: LibraryReader,
  wanted: ReadonlyMap<number, ImageStep>,
  failed: ReadonlyMap<number, string>,
  style?: string,
): PluginPlan {
  const files = readImageFiles(reader, [...wanted.keys()]);
  const images = [...wanted].flatMap(([imageId, step]): OperationImage[] => {
    const file = files.get(imageId)?.file;
    return file === undefined ? [] : [{ imageId, file, step }];
  });
  return {
    ...{ ...NOTHING_ELSE, kind: 'history', tag: null, failed },
    job: { createTags: [], images, deleteTags: [], style },
    scopes: historyScopes(images.map(({ imageId }) => imageId)),
  };
}

type ByStyle = Extract<HistoryChange, { do: 'style' | 'paste' | 'put' | 'apply' | 'instance' }>;

/** The steps that all images get; null: they hang on the image. */
function sharedSteps(read: ReadRows, change: ByStyle): readonly Row[] | null {
  if (change.do === 'style') return stepsOfStyle(read, change.name).copied;
  return change.do === 'paste' ? copiedFor(read, change).copied : null;
}

/** darktable would make a style of all steps of an image, and older ones would become instances of their own. */
const fileOf = (steps: readonly Row[]) =>
  styleFile({
    ...{ name: STEPS_STYLE, description: '', order: null },
    items: steps.map((row, num) => {
      const step = styleStepOf(row);
      return { ...step, num, nameIsTyped: isNamedByHand(step) };
    }),
  });

const NO_SHAPES =
  'It would get drawn masks, which no plugin can pass to darktable while it is open. Close darktable and try again, or leave out what is masked.';

/** Whether a history has drawn shapes afterwards that it does not have now. */
function bringsShapes(before: StoredHistory, after: StoredHistory): boolean {
  const shapeOf = ({ imgid: _image, num: _num, ...shape }: Row) => encodedRow(shape);
  const there = new Set(newestSet(before).map(shapeOf));
  return newestSet(after).some((row) => !there.has(shapeOf(row)));
}
