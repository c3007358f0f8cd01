import type { HistoryTaking } from '../../darktable/bridge-heartbeat.ts';
import { isNamedByHand } from '../../darktable/bridge-style.ts';
import { STEPS_STYLE, type ImageStep, type OperationImage } from '../../darktable/operation-jobs.ts';
import type { LibraryReader } from '../../library/library.ts';
import { inForce } from '../../library/listed-history.ts';
import { readImageFiles } from '../../library/organised.ts';
import { AppError } from '../../platform/errors.ts';
import { NO_SUCH_IMAGE } from '../images/direct.ts';
import { historyScopes } from './direct.ts';
import {
  copiedFor,
  hasFirstSteps,
  historiesIn,
  isWithoutDefaults,
  preparedFor,
  schemaOf,
  tagsOf,
  type HistoryChange,
} from './plans.ts';
import { newestSet } from '../rules/history-paste.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import { pipeFacts, type PipeFacts } from '../rules/pipe-facts.ts';
import { newestSteps } from '../rules/newest-steps.ts';
import { instanceObstacle, wantedStep } from './plugin-steps.ts';
import { NOTHING_ELSE, type PluginPlan } from '../writing/plugin-plan.ts';
import { encodedRow, rowsRead, type ReadRows, type Row } from '../writing/row-changes.ts';
import { styleStepOf } from '../styles/style-content.ts';
import { styleFile } from '../styles/style-file.ts';
import { stepsOfStyle } from '../styles/style-steps.ts';
import { wholeSteps } from './whole-sidecars.ts';
import { wholeImages, wholeObstacle, type WantedWhole, type WholeImage } from './whole-step.ts';

/** Their histories are kept until it is known what was done. */
const MOST_IMAGES = 2_000;

/** Whether a change needs a plugin that puts a whole history in the place of another. */
export const needsWhole = (change: HistoryChange): boolean =>
  !['style', 'put', 'apply', 'instance', 'discard'].includes(change.do) &&
  !(change.do === 'paste' && change.mode === 'append');

/** What the plugin and its darktable can do. */
export interface PluginAbility {
  /** How it puts a history in the place of another; null: it cannot. */
  taking: HistoryTaking | null;
  /** The image that is open in the darkroom; `unknown`: one is; null: none. */
  openImage: number | 'unknown' | null;
  /** Whether it edits that image. */
  editsWhileOpen: boolean;
  /** darktable's config folder. */
  configDir: string;
}

/** How the plugin changes histories. */
export function historyWay(
  imageIds: readonly number[],
  change: HistoryChange,
  ability: PluginAbility,
): (reader: LibraryReader) => PluginPlan {
  switch (change.do) {
    case 'style':
      return (reader) => stylePlan(reader, imageIds, change, ability);
    case 'paste':
      if (change.mode === 'replace') break;
      return (reader) => stylePlan(reader, imageIds, change, ability);
    case 'put':
    case 'apply':
    case 'instance':
      // The steps of one image.
      if (imageIds.length > 1) break;
      return (reader) => stylePlan(reader, imageIds, change, ability);
    case 'discard':
      return (reader) => discardPlan(reader, imageIds, change);
    default:
  }
  return (reader) => wholePlan(reader, imageIds, change, ability);
}

/** Steps that a style puts on top of each history; where it cannot, as a whole history. Throws like `changeHistories`. */
function stylePlan(
  reader: LibraryReader,
  imageIds: readonly number[],
  change: ByStyle,
  ability: PluginAbility,
): PluginPlan {
  const read = rowsRead(reader);
  const shared = sharedSteps(read, change);
  const name = change.do === 'style' ? change.name : STEPS_STYLE;
  const facts = factsIn(read);
  const markedAs = markedBy(read, change);
  const wanted = new Map<number, ImageStep>();
  const whole = new Map<number, WantedWhole>();
  let steps = shared ?? [];
  const failed = forEach(reader, imageIds, change, (imageId, before, after) => {
    steps = shared ?? after.steps.slice(inForce(before.steps, before.end).length);
    const added = after.steps.slice(-steps.length);
    const obstacle = obstacleTo(steps, before, after, facts);
    if (obstacle === null) wanted.set(imageId, { do: 'style', name, steps: added.map(wantedStep) });
    else if (ability.taking === null) return obstacle;
    else whole.set(imageId, markedAs(imageId, after));
    return null;
  });
  const style = change.do === 'style' || wanted.size === 0 ? undefined : fileOf(steps);
  return planOf(reader, { wanted, whole, failed, style }, ability);
}

/** The whole history that each image shall have. */
function wholePlan(
  reader: LibraryReader,
  imageIds: readonly number[],
  change: HistoryChange,
  ability: PluginAbility,
): PluginPlan {
  const markedAs = markedBy(rowsRead(reader), change);
  const whole = new Map<number, WantedWhole>();
  const failed = forEach(reader, imageIds, change, (imageId, _before, after) => {
    whole.set(imageId, markedAs(imageId, after));
    return null;
  });
  return planOf(reader, { whole, failed }, ability);
}

/** The history that a change leaves, with the marks that darktable gives an image then. */
function markedBy(read: ReadRows, change: HistoryChange) {
  // As it was copied: darktable's own steps would come before it, and nobody could take that back.
  const isCopied = isWithoutDefaults(change);
  const addTags = tagsOf(change);
  return (imageId: number, history: StoredHistory): WantedWhole => ({
    history,
    hasFirstSteps: isCopied || hasFirstSteps(read, imageId),
    addTags,
    removeTags: [],
  });
}

/** Calls for each image that is to change; a sentence says why it cannot. Returns the images that stay as they are, and why. */
function forEach(
  reader: LibraryReader,
  imageIds: readonly number[],
  change: HistoryChange,
  does: (imageId: number, before: StoredHistory, after: StoredHistory) => string | null,
): Map<number, string> {
  refuseTooMany(imageIds);
  const read = rowsRead(reader);
  const to = preparedFor(read, change);
  const historyOf = historiesIn(read);
  const failed = new Map<number, string>();
  for (const imageId of imageIds) {
    const before = historyOf(imageId);
    const after = before ? to(imageId, before) : NO_SUCH_IMAGE;
    if (after === before) continue;
    const reason = typeof after === 'string' ? after : does(imageId, before!, after);
    if (reason !== null) failed.set(imageId, reason);
  }
  return failed;
}

const factsIn = (read: ReadRows) => pipeFacts(schemaOf(read));

/** Why a style of these steps would not make `after` of a history; null: it does. */
function obstacleTo(
  steps: readonly Row[],
  before: StoredHistory,
  after: StoredHistory,
  facts: PipeFacts,
): string | null {
  const added = after.steps.slice(-steps.length);
  const there = newestSteps(before);
  const reasons = steps.map((step, at) => instanceObstacle(step, Number(added[at]!.multi_priority), there, facts));
  return reasons.find((reason) => reason !== null) ?? (bringsShapes(before, after) ? NO_SHAPES : null);
}

const OPEN =
  'It is open in the darkroom, and this version of darktable could lose what is done there. Go back to the lighttable.';
const DARKROOM =
  'The darkroom is open, and would put its own history in the place of the new one. Go back to the lighttable.';

/**
 * What the plugin would do with an image, for a dry run: a sentence when it would leave it as it is; the history that it would put in the place of the
 * present one; null: it would put steps on top.
 */
export function pluginDoes(
  read: ReadRows,
  change: HistoryChange,
  { taking, openImage, editsWhileOpen }: Omit<PluginAbility, 'configDir'>,
): (imageId: number, before: StoredHistory, after: StoredHistory) => string | WantedWhole | null {
  const isAppended = change.do === 'style' || (change.do === 'paste' && change.mode === 'append');
  const steps = isAppended ? sharedSteps(read, change) : null;
  const facts = factsIn(read);
  const markedAs = markedBy(read, change);
  return (imageId, before, after) => {
    const isOpen = openImage === 'unknown' || openImage === imageId;
    const obstacle = steps === null ? null : obstacleTo(steps, before, after, facts);
    if (obstacle === null && !needsWhole(change)) return isOpen && !editsWhileOpen ? OPEN : null;
    if (taking === null) return obstacle;
    if (isOpen) return DARKROOM;
    return wholeObstacle(read, imageId, taking) ?? markedAs(imageId, after);
  };
}

function discardPlan(reader: LibraryReader, imageIds: readonly number[], change: HistoryChange): PluginPlan {
  const wanted = new Map<number, ImageStep>();
  const failed = forEach(reader, imageIds, change, (imageId) => {
    wanted.set(imageId, { do: 'discard' });
    return null;
  });
  return planOf(reader, { wanted, failed });
}

export function refuseTooMany(imageIds: readonly number[]): void {
  if (imageIds.length > MOST_IMAGES)
    throw new AppError(
      'db_write_error',
      `Nothing was changed: while darktable is open, at most ${MOST_IMAGES} images can be developed at once. Choose fewer, or close darktable and try again.`,
    );
}

interface Wanted {
  wanted?: ReadonlyMap<number, ImageStep>;
  whole?: ReadonlyMap<number, WantedWhole>;
  failed: ReadonlyMap<number, string>;
  style?: string | undefined;
}

function planOf(
  reader: LibraryReader,
  { wanted = new Map(), whole = new Map(), failed, style }: Wanted,
  ability?: PluginAbility,
): PluginPlan {
  const files = readImageFiles(reader, [...wanted.keys()]);
  const images = [...wanted].flatMap(([imageId, step]): OperationImage[] => {
    const file = files.get(imageId)?.file;
    return file === undefined ? [] : [{ imageId, file, step }];
  });
  const plan: PluginPlan = {
    ...NOTHING_ELSE,
    kind: 'history',
    tag: null,
    failed,
    job: { createTags: [], images, deleteTags: [], style },
    scopes: historyScopes([...images.map(({ imageId }) => imageId), ...whole.keys()]),
  };
  return ability && whole.size > 0 ? withWhole(reader, plan, whole, ability) : plan;
}

/** Has the plugin put these histories in the place of others, too. */
export function withWhole(
  reader: LibraryReader,
  plan: PluginPlan,
  whole: ReadonlyMap<number, WantedWhole>,
  { taking, configDir }: PluginAbility,
): PluginPlan {
  const read = rowsRead(reader);
  const images: WholeImage[] = [];
  const failed = new Map(plan.failed);
  for (const [imageId, image] of wholeImages(reader, whole, Date.now())) {
    const obstacle = typeof image === 'string' ? image : wholeObstacle(read, imageId, taking!);
    if (obstacle !== null) failed.set(imageId, obstacle);
    else if (typeof image !== 'string') images.push(image);
  }
  return { ...plan, failed, prepare: () => wholeSteps(images, { configDir, taking: taking! }) };
}

type ByStyle = Extract<HistoryChange, { do: 'style' | 'paste' | 'put' | 'apply' | 'instance' }>;

/** The steps that all images get; null: they depend on the image. */
function sharedSteps(read: ReadRows, change: ByStyle): readonly Row[] | null {
  if (change.do === 'style') return (change.taken ?? stepsOfStyle(read, change.name)).copied;
  return change.do === 'paste' ? copiedFor(read, change).copied : null;
}

/** darktable would make a style of all steps of an image, and older ones would become instances of their own. */
const fileOf = (steps: readonly Row[]) =>
  styleFile({
    name: STEPS_STYLE,
    description: '',
    order: null,
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
