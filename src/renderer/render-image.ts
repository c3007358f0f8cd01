import { createHash, randomUUID } from 'node:crypto';
import { constants as fsConstants, existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs';
import { access, lstat, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import type { ExportFolder } from '../exports/export-folder.ts';
import { developState, type DevelopState } from '../library/develop-state.ts';
import { exportFacts } from '../library/export-facts.ts';
import { type ImageFactsRow, imageFactsSql } from '../library/image-sql.ts';
import type { Library } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import { leastSizeOf, type LeastSize } from './least-size.ts';
import { into, JobFailure, NoRoom } from './job-failure.ts';
import type { Made, PictureMaker, PictureOrder } from './picture-maker.ts';
import { developmentOf } from './resident/development.ts';
import { developXmp } from './xmp.ts';

/**
 * What to make for one image. `refine`: repeat a quick refresh in full quality, as long as the image still has the
 * development `shows`.
 */
export type Wanted =
  | ({ job: 'refresh' } & WantedPreviews)
  | ({ job: 'refine'; shows: string } & WantedPreviews)
  | { job: 'export'; id: number; exports: Pick<ExportFolder, 'check' | 'draft' | 'folder' | 'put'>; quality: number };

export interface WantedPreviews {
  id: number;
  previewsDir: string;
  levels: readonly PreviewLevel[];
  quality: number;
  /** What was made of this image lately: not made again as long as it shows the image's development. */
  lately?: MadeLately | undefined;
  /** Told of each picture that was put in place, and which history it shows. */
  onShown?: (level: PreviewLevel, historyKey: string) => void;
}

/** Previews of one image. `sidecar` identifies the development that they show. */
export interface MadeLately {
  sidecar: string;
  levels: ReadonlySet<PreviewLevel>;
  /** They were scaled down the quick way. */
  mayBeFiner: boolean;
}

export interface RenderContext {
  library: Pick<Library, 'file' | 'read' | 'pictureFile' | 'stamp' | 'hasImagesOf'>;
  maker: PictureMaker;
  signal: AbortSignal;
  /** Whether to begin anew when somebody kept developing the image. Default: yes. */
  mayRepeat?: () => boolean;
}

/**
 * `changed`: somebody kept developing the image while it was rendered; nothing was put in place. `sidecar` identifies
 * the development that the pictures show; `mayBeFiner`: they were scaled down the quick way.
 */
export type Rendered = ({ is: 'done'; sidecar: string } & Made) | { is: 'changed' };

const ATTEMPTS = 3;

/**
 * Renders an image with its history in the library, and puts the results in place: every level for a refresh, or the
 * export. Readers see either the old file or the new one. Throws JobFailure, NoRoom, the signal's reason, and
 * `library_unavailable`.
 */
export async function renderImage(wanted: Wanted, context: RenderContext): Promise<Rendered> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    context.signal.throwIfAborted();
    // The results get this time, so that an edit made during the rendering counts as newer.
    const begun = new Date();
    const stamp = context.library.stamp();
    const { shows, historyKey, drafts, making } = await begin(wanted, context);
    if (making === null) break;
    const left = new Set(drafts);
    let made: Made | null = null;
    try {
      made = await making;
      const isUntouched = stamp !== null && wanted.job !== 'export' && context.library.hasImagesOf(stamp);
      const present = isUntouched ? null : await sidecarOf(wanted, context);
      if (present && hashOf(present.xmp) !== shows) {
        made.settle(true);
        if (context.mayRepeat?.() === false) break;
        continue;
      }
      await into(async () => {
        for (const target of drafts) {
          const { draft, file, put } = target;
          await put(draft, begun).catch((error: unknown) => isInTheWay(file, error));
          left.delete(target);
        }
      });
      // darktable writes the hash of a history after the history.
      if (wanted.job !== 'export' && (present === null || present.historyKey === historyKey))
        for (const level of wanted.levels) wanted.onShown?.(level, historyKey);
      return { is: 'done', sidecar: shows, ...made };
    } catch (error) {
      made?.settle(error instanceof JobFailure);
      throw error;
    } finally {
      await discard(left);
    }
  }
  return { is: 'changed' };
}

/** Only exports need the facts besides the picture. */
async function sidecarOf(
  { id, job }: Wanted,
  { library }: RenderContext,
): Promise<{ state: DevelopState; xmp: string; historyKey: string; least: LeastSize | null }> {
  const { state, historyKey, facts, least } = await readWholeHistory(library, id, (reader) => {
    const state = developState(reader, id);
    return {
      state,
      least: state && leastSizeOf(reader, state),
      historyKey: (reader.get(imageFactsSql(reader.schema), { id }) as ImageFactsRow | undefined)?.history_key ?? '0',
      facts: job === 'export' ? exportFacts(reader, id) : null,
    };
  });
  if (!state) throw new JobFailure(`there is no image ${id} in the library`);
  return { state, xmp: developXmp(state, facts), historyKey, least };
}

const hashOf = (xmp: string) => createHash('sha1').update(xmp).digest('base64');

/** A file being written, and how it is put in place. */
type Draft = { draft: string; file: string; put: (draft: string, begun: Date) => Promise<void> };

/**
 * Begins to make the pictures; null: those that are there are fine. Many may be made at once, so what was read of the library is not kept
 * meanwhile.
 */
async function begin(
  wanted: Wanted,
  context: RenderContext,
): Promise<{ shows: string; historyKey: string; drafts: Target[]; making: Promise<Made> | null }> {
  const { state, xmp, historyKey, least } = await sidecarOf(wanted, context);
  const shows = hashOf(xmp);
  if (wanted.job === 'refine' && wanted.shows !== shows) return { shows, historyKey, drafts: [], making: null };
  const picture = await context.library.pictureFile(state);
  await assertSource(picture);
  if (wanted.job === 'export') {
    const problem = await wanted.exports.check();
    if (problem !== null) throw new NoRoom(problem);
  }
  const drafts = await into(() => Promise.resolve(wanted).then((all) => targetsOf(all, shows)));
  const order: PictureOrder = {
    job: wanted.job,
    imageId: wanted.id,
    picture,
    sidecar: xmp,
    isComplete: state.isComplete,
    development: wanted.job === 'refresh' ? developmentOf(state) : null,
    name: basename(state.path),
    boxes: drafts.map(({ box }) => box),
    quality: wanted.quality,
    least,
  };
  const lately = wanted.job === 'export' ? undefined : wanted.lately;
  // All of them are there.
  if (drafts.length === 0)
    return {
      shows,
      historyKey,
      drafts,
      making: Promise.resolve({ mayBeFiner: lately?.mayBeFiner === true, settle: () => undefined }),
    };
  const making = context.maker.make(
    order,
    drafts.map(({ draft }) => draft),
    context.signal,
  );
  return { shows, historyKey, drafts, making };
}

/** Deletes the drafts that were not put in place. */
async function discard(drafts: Iterable<Draft>): Promise<void> {
  for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => undefined);
}

/** The ending of this renderer's draft names. */
const DRAFT_ENDING = '.cli-tmp.jpg';

type Target = Draft & { box: { width: number; height: number } | null };

/** Largest first. `shows`: what they will show. */
function targetsOf(wanted: Wanted, shows: string): Target[] {
  const { id } = wanted;
  if (wanted.job === 'export') {
    const { exports } = wanted;
    const put: Target['put'] = async (draft, begun) => {
      await utimes(draft, begun, begun);
      await exports.put(id, draft);
    };
    return [{ file: join(exports.folder, `${id}.jpg`), draft: exports.draft(id, DRAFT_ENDING), put, box: null }];
  }
  const isMade = (level: PreviewLevel, file: string) =>
    wanted.lately?.sidecar === shows && wanted.lately.levels.has(level) && existsSync(file);
  const targets = [...wanted.levels]
    .sort((one, other) => other - one)
    .flatMap((level) => {
      const folder = join(wanted.previewsDir, String(level));
      const file = join(folder, `${id}.jpg`);
      if (isMade(level, file)) return [];
      const draft = join(folder, `${id}.${randomUUID()}${DRAFT_ENDING}`);
      return [{ file, draft, put: moveTo(file), box: PREVIEW_LEVELS[level] }];
    });
  for (const { file } of targets) mkdirSync(dirname(file), { recursive: true });
  return targets;
}

/**
 * [Note: Quick steps at once] In the data folder, a step that takes microseconds is done at once: to let another thread do it and to hear of
 * it takes ten times the processor time, and workers send more than a hundred pictures a second.
 */
const moveTo =
  (file: string): Draft['put'] =>
  // oxlint-disable-next-line typescript/require-await -- its errors are to be rejections
  async (draft, begun) => {
    utimesSync(draft, begun, begun);
    renameSync(draft, file);
  };

/** Fails only this job when something is wrong with the photograph; others need not wait. */
async function assertSource(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw new JobFailure(`this is not a file: ${path}`);
    await access(path, fsConstants.R_OK);
  } catch (error) {
    if (error instanceof JobFailure) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new JobFailure(isMissing ? `the file is missing: ${path}` : `the file cannot be read: ${path}`);
  }
}

/** One result alone may be blocked: something else has its name. */
async function isInTheWay(file: string, error: unknown): Promise<never> {
  const at = await lstat(file).catch(() => null);
  if (at?.isDirectory()) throw new JobFailure(`a folder is in the way: ${file}`, { cause: error });
  throw error;
}
