import type { ImageAnswer } from '../../darktable/image-jobs.ts';
import { operateThroughPlugin, type OperationImage } from '../../darktable/operation-jobs.ts';
import { runningDarktable } from '../../darktable/running.ts';
import type { WriteQueue } from './write-queue.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { readWholeHistories } from '../../library/whole-history.ts';
import { noteEnding } from './note-ending.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { answerInWords, backUpBesideDarktable, busyFor, CANCELLED, notStored } from './through-plugin.ts';
import type { OperationKind } from './operation.ts';
import type { Journal } from '../journal/journal.ts';
import {
  doneOf,
  isEmpty,
  notReached,
  stylesNotReached,
  tagsNotReached,
  type BegunPlan,
  type DonePlan,
  type PluginPlan,
  type Reported,
} from './plugin-plan.ts';
import { rowsIn, rowsRead, type KeyedRows } from './row-changes.ts';
import type { RunningChange } from './running-changes.ts';

export interface PluginOperationsOptions {
  library: Pick<Library, 'file' | 'read' | 'resting'>;
  journal: Journal;
  /** Gets the operations whose outcome is unknown. */
  writes: Pick<WriteQueue, 'unsettled' | 'warnOnce'>;
  operationsDir: string;
  editsDir: string;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  onStep?: ((step: PluginOperationStep) => void) | undefined;
  log: Log;
}

/** For tests of power cuts. */
export const PLUGIN_OPERATION_STEPS = ['asked', 'answered', 'settled'] as const;
export type PluginOperationStep = (typeof PLUGIN_OPERATION_STEPS)[number];

interface Asked {
  client: string;
  undoes: number | null;
  running: RunningChange;
  /** An undo that counts as a part of one until it is finished. */
  isUnfinished?: boolean;
  /** What it was postponed as. */
  postponed?: number | null | undefined;
}

export interface PluginOutcome {
  /** null: nothing was changed. */
  change: number | null;
  plan: PluginPlan;
  done: Pick<DonePlan, 'fields'>;
  /** Images that are not as wanted, and why. */
  reasons: ReadonlyMap<number, string>;
  /** Why the operation is not done as a whole; null: it is. */
  problem: string | null;
}

/** How often images that got a tag meanwhile are looked for. */
const MOST_ROUNDS = 5;

const NO_ANSWER =
  'darktable started it but did not report that it is done. What became of it is looked at again, and stands in the list of changes then.';

const CHANGED_BY_OTHERS = 'Another program changed it at the same moment. Look at it and try again.';
/** darktable skips a module that it does not know, or not in this version, without a word. */
const NOT_TAKEN =
  'Its history is not as it should be: darktable left a module out, or another program changed it at the same moment. Look at it and try again.';

const STYLE_NOT_TAKEN =
  'The style is not as it should be: darktable left something out, or another program changed it at the same moment. Look at it and try again.';

/** Whether the plugin did nothing. */
const isLeftAlone = ({ code }: ImageAnswer) => !['done', 'refused', 'interrupted'].includes(code);

/** Operations by the plugin of a running darktable. What was done is read from the library afterwards, whatever was reported. */
export class PluginOperations {
  readonly #options: PluginOperationsOptions;

  constructor(options: PluginOperationsOptions) {
    this.#options = options;
  }

  /** Throws `db_write_error` when it cannot be told what was done, and what `planOf` throws. */
  async carryOut(
    planOf: (reader: LibraryReader) => PluginPlan,
    { client, undoes, running, isUnfinished = false, postponed = null }: Asked,
  ): Promise<PluginOutcome> {
    const { library, journal, writes, onStep, log } = this.#options;
    await backUpBesideDarktable(library, log);
    const read = await readWholeHistories(library, (reader) => {
      const value = withRows(reader, planOf(reader));
      return { value, imageIds: value.plan.kind === 'history' ? imagesIn(value.before) : [] };
    });
    const { before } = read;
    const plan = await prepared(read.plan);
    if (isEmpty(plan)) return { change: null, plan, done: { fields: [] }, reasons: new Map(), problem: null };
    running.of = plan.job.images.length;
    const { kind, scopes, needed, tag } = plan;
    const begun: BegunPlan = { kind, scopes, needed, before };
    const id = journal.needed(() =>
      journal.operations.beginPlan(
        { client, time: Date.now(), undoes },
        { ...begun, tag },
        { isUnfinished, postponed },
      ),
    );
    running.begun(id);
    onStep?.('asked');
    const asked = await this.#ask(id, plan, begun, running).catch((error: unknown) => {
      writes.unsettled();
      throw error;
    });
    onStep?.('answered');
    if (asked.answer.code === 'no_answer') {
      writes.unsettled();
      throw notStored(NO_ANSWER);
    }
    const all = [...asked.answers.values()].flatMap((answer) => answer.made ?? []);
    const made = all.length > 0 ? new Set(all) : undefined;
    const untouched = new Set([...asked.answers].flatMap(([imageId, one]) => (isLeftAlone(one) ? [imageId] : [])));
    const isRefused = isLeftAlone(asked.answer);
    const done = await this.settle(id, asked.begun, { made, untouched, isRefused });
    onStep?.('settled');
    if (typeof done === 'string') throw notStored(done);
    const reasons = new Map(
      notReached(asked.images, done, (imageId) => asked.answers.get(imageId)?.code === 'done').map((imageId) => [
        imageId,
        this.#reason(asked.answers.get(imageId), plan.kind),
      ]),
    );
    const change = done.rows.length === 0 ? null : id;
    const areTagsReached = tagsNotReached(plan.job, done).length === 0;
    const isWhole = reasons.size === 0 && areTagsReached && stylesNotReached(plan.styles, done).length === 0;
    const problem = isWhole
      ? null
      : (this.#jobProblem(asked.answer) ??
        [...reasons.values()][0] ??
        (areTagsReached ? STYLE_NOT_TAKEN : 'darktable has the tag still.'));
    return { change, plan, done, reasons, problem };
  }

  /** Reads what was done and records it. Otherwise returns why it cannot be told. */
  async settle(id: number, begun: BegunPlan, reported: Reported = {}): Promise<DonePlan | string> {
    const { library, journal, writes } = this.#options;
    let done: DonePlan;
    try {
      done = await readWholeHistories(library, (reader) => ({
        value: doneOf(begun, rowsRead(reader), reported),
        imageIds: begun.kind === 'history' ? imagesIn(begun.before) : [],
      }));
    } catch (error) {
      writes.unsettled();
      return `whether it was stored cannot be told now (${reasonOf(error)})`;
    }
    noteEnding(this.#options, () => {
      if (done.rows.length > 0) journal.operations.done(id, done);
      else journal.operations.forget(id);
    });
    return done;
  }

  async #ask(id: number, plan: PluginPlan, first: BegunPlan, running: RunningChange) {
    const { library, journal, operationsDir, editsDir, timeoutMs = 10_000, graceMs = 30_000 } = this.#options;
    const images: OperationImage[] = [];
    const answers = new Map<number, ImageAnswer>();
    let begun = first;
    let { job } = plan;
    for (let round = 1; ; round += 1) {
      const before = images.length;
      images.push(...job.images);
      let answer: ImageAnswer;
      try {
        const answered = await operateThroughPlugin({ operationsDir, editsDir }, job, {
          timeoutMs,
          graceMs,
          signal: running.signal,
          onProgress: ({ done }) => {
            running.progress(before + done);
          },
          isDarktableThere: () => runningDarktable(library.file) !== null,
        });
        for (const [imageId, one] of answered.images) answers.set(imageId, one);
        answer = answered.job;
      } catch (error) {
        answer = { code: 'refused', reason: `it could not be passed to darktable: ${reasonOf(error)}` };
        for (const { imageId } of job.images) answers.set(imageId, answer);
      }
      const isAgain = plan.again && answer.code === 'done' && !running.signal.aborted && round < MOST_ROUNDS;
      if (!isAgain) return { begun, images, answers, answer };
      const known = new Set(images.map(({ imageId }) => imageId));
      const more = await library.read((reader) => withRows(reader, plan.again!(reader, known)));
      if (more.plan.job.images.length === 0) return { begun, images, answers, answer };
      const scopes = [...begun.scopes, ...more.plan.scopes];
      begun = { ...begun, scopes, before: new Map([...more.before, ...begun.before]) };
      journal.needed(() => journal.operations.extendPlan(id, begun));
      ({ job } = more.plan);
      running.of = images.length + job.images.length;
    }
  }

  #reason(answer: ImageAnswer | undefined, kind: OperationKind): string {
    return (answer && answerInWords(answer)) ?? (kind === 'history' ? NOT_TAKEN : CHANGED_BY_OTHERS);
  }

  /** What happened to the job as a whole. */
  #jobProblem(answer: ImageAnswer): string | null {
    const { timeoutMs = 10_000 } = this.#options;
    switch (answer.code) {
      case 'not_taken':
      case 'expired':
        return `${busyFor(timeoutMs)}.`;
      case 'interrupted':
        return 'darktable ended before it was done.';
      case 'cancelled':
        return CANCELLED;
      default:
        return answerInWords(answer);
    }
  }
}

async function prepared(plan: PluginPlan): Promise<PluginPlan> {
  if (!plan.prepare) return plan;
  const { steps, failed } = await plan.prepare();
  const { job } = plan;
  return { ...plan, job: { ...job, images: [...job.images, ...steps] }, failed: new Map([...plan.failed, ...failed]) };
}

/** The images whose histories it changes. */
const imagesIn = (rows: KeyedRows) =>
  [...rows.values()].filter(({ table }) => table === 'main.images').map(({ row }) => Number(row.id));

const withRows = (reader: LibraryReader, plan: PluginPlan) => ({
  plan,
  before: rowsIn(rowsRead(reader), plan.scopes),
});
