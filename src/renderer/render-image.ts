import { createHash, randomUUID } from 'node:crypto';
import { constants as fsConstants } from 'node:fs';
import { access, copyFile, lstat, mkdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import type { Command } from '../darktable/installation.ts';
import { reasonOf } from '../platform/errors.ts';
import { type ExportFolder, ExportFolderTrouble } from '../exports/export-folder.ts';
import { developState, type DevelopState } from '../library/develop-state.ts';
import { exportFacts } from '../library/export-facts.ts';
import type { Library } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import type { Box } from '../previews/decoder-process.ts';
import type { PictureDecoder } from '../previews/picture-decoder.ts';
import { RenderError, renderPicture, type RenderJob } from './darktable-cli.ts';
import { residentPreview, type ResidentUse } from './resident-preview.ts';
import { forgetConfig, likeUsers } from './user-config.ts';
import { developXmp } from './xmp.ts';

/**
 * What to make for one image. `refine`: repeat a quick refresh in full quality, as long as the image still has the
 * development `shows`.
 */
export type Wanted =
  | ({ job: 'refresh' } & WantedPreviews)
  | ({ job: 'refine'; shows: string } & WantedPreviews)
  | { job: 'export'; id: number; exports: Pick<ExportFolder, 'check' | 'draft' | 'folder' | 'put'>; quality: number };

interface WantedPreviews {
  id: number;
  previewsDir: string;
  levels: readonly PreviewLevel[];
  quality: number;
}

export interface RenderContext {
  library: Pick<Library, 'file' | 'read'>;
  /** null: not to be used. */
  cli: Command | null;
  /** Makes previews quicker than darktable-cli, where it can; null: not to be used. */
  resident: ResidentUse | null;
  decoder: PictureDecoder;
  /** Used by one run at a time. */
  workDir: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * `changed`: somebody kept developing the image while it was rendered; nothing was put in place. `sidecar` identifies
 * the development that the pictures show; `mayBeFiner`: they were scaled down the quick way.
 */
export type Rendered = { is: 'done'; sidecar: string; mayBeFiner: boolean } | { is: 'changed' };

/** The job cannot be done, and a retry is no use; the message says why, for people. */
export class JobFailure extends Error {}

/** Results cannot be put in place (missing folder, read-only, disk full): the job is not at fault. */
export class NoRoom extends Error {}

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
    const { state, xmp } = await sidecarOf(wanted, context);
    if (wanted.job === 'refine' && wanted.shows !== hashOf(xmp)) break;
    const { drafts, mayBeFiner } = await render(wanted, state, xmp, context);
    try {
      if ((await sidecarOf(wanted, context)).xmp !== xmp) continue;
      await into(async () => {
        for (const { draft, file, put } of drafts) {
          await utimes(draft, begun, begun);
          await put(draft).catch((error: unknown) => isInTheWay(file, error));
        }
      });
      return { is: 'done', sidecar: hashOf(xmp), mayBeFiner };
    } finally {
      await discard(drafts);
    }
  }
  return { is: 'changed' };
}

/** Only exports need the facts besides the picture. */
async function sidecarOf(
  { id, job }: Wanted,
  { library }: RenderContext,
): Promise<{ state: DevelopState; xmp: string }> {
  const { state, facts } = await readWholeHistory(library, id, (reader) => ({
    state: developState(reader, id),
    facts: job === 'export' ? exportFacts(reader, id) : null,
  }));
  if (!state) throw new JobFailure(`there is no image ${id} in the library`);
  return { state, xmp: developXmp(state, facts) };
}

const hashOf = (xmp: string) => createHash('sha1').update(xmp).digest('base64');

/** A file being written, and how it is put in place. */
type Draft = { draft: string; file: string; put: (draft: string) => Promise<void> };

async function render(
  wanted: Wanted,
  state: DevelopState,
  xmp: string,
  context: RenderContext,
): Promise<{ drafts: Draft[]; mayBeFiner: boolean }> {
  await assertSource(state.path);
  if (wanted.job === 'export') {
    const problem = await wanted.exports.check();
    if (problem !== null) throw new NoRoom(problem);
  }
  const targets = await into(() => targetsOf(wanted));
  const [largest, ...smaller] = targets;
  if (!largest) return { drafts: [], mayBeFiner: false };
  await into(() => mkdir(context.workDir, { recursive: true, mode: 0o700 }));
  const picture = await run({ wanted, state, xmp, box: largest.box }, context);
  context.signal.throwIfAborted();
  try {
    // Never over an existing file: where others may write, it could be their link.
    await into(() => copyFile(picture, largest.draft, fsConstants.COPYFILE_EXCL));
    for (const { box, draft } of smaller)
      await into(() => context.decoder.scale(picture, { box: box!, to: draft, quality: wanted.quality }));
    const mayBeFiner = wanted.job === 'refresh' && isScaled(await context.decoder.measure(picture), largest.box!);
    return { drafts: targets, mayBeFiner };
  } catch (error) {
    await discard(targets);
    throw error;
  } finally {
    await rm(picture, { force: true }).catch(() => undefined);
  }
}

/** A picture smaller than its box was not scaled down, so full quality would not improve it. */
const isScaled = ({ width, height }: Box, box: Box) => width >= box.width - 1 || height >= box.height - 1;

/** Deletes the drafts that were not put in place. */
async function discard(drafts: readonly Draft[]): Promise<void> {
  for (const { draft } of drafts) await rm(draft, { force: true }).catch(() => undefined);
}

/** The ending of this renderer's draft names. */
const DRAFT_ENDING = '.cli-tmp.jpg';

type Target = Draft & { box: { width: number; height: number } | null };

/** Largest first. */
async function targetsOf(wanted: Wanted): Promise<Target[]> {
  const { id } = wanted;
  if (wanted.job === 'export') {
    const { exports } = wanted;
    const put = (draft: string) => exports.put(id, draft);
    return [{ file: join(exports.folder, `${id}.jpg`), draft: exports.draft(id, DRAFT_ENDING), put, box: null }];
  }
  const targets = [...wanted.levels]
    .sort((one, other) => other - one)
    .map((level) => {
      const folder = join(wanted.previewsDir, String(level));
      const file = join(folder, `${id}.jpg`);
      const draft = join(folder, `${id}.${randomUUID()}${DRAFT_ENDING}`);
      return { file, draft, put: () => rename(draft, file), box: PREVIEW_LEVELS[level] };
    });
  for (const { file } of targets) await mkdir(dirname(file), { recursive: true });
  return targets;
}

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

async function run(
  {
    wanted,
    state,
    xmp,
    box,
  }: { wanted: Wanted; state: DevelopState; xmp: string; box: { width: number; height: number } | null },
  { library, cli, resident, workDir, timeoutMs, signal }: RenderContext,
): Promise<string> {
  if (resident && box && wanted.job === 'refresh') {
    const made = await into(() =>
      residentPreview({ state, box, quality: wanted.quality }, { ...resident, workDir, signal }),
    );
    if ('file' in made) return made.file;
    if (cli === null) throw new JobFailure(made.why);
  }
  if (cli === null) throw new JobFailure('nothing on this computer renders pictures');
  const config = join(workDir, 'config');
  const job: RenderJob = {
    ...{ cli, workDir, picture: state.path, xmp, box, quality: wanted.quality, timeoutMs, signal },
    isDescribed: wanted.job === 'export',
    // Previews should come quickly; an export is made only once.
    isFine: wanted.job !== 'refresh',
    // The photographer's own work goes first.
    priority: wanted.job === 'refine' ? constants.priority.PRIORITY_LOW : constants.priority.PRIORITY_BELOW_NORMAL,
  };
  await likeUsers(config, dirname(library.file), { withPresets: !state.isComplete });
  try {
    return await renderPicture(job);
  } catch (error) {
    if (!(error instanceof RenderError)) throw asRoom(error) ?? error;
    await probe(workDir);
    if (error.isLate || error.isOfSource) throw new JobFailure(error.message, { cause: error });
    // The cause may be the user's data.db, of another version, or what a killed run left behind.
    await forgetConfig(config);
    try {
      return await renderPicture(job);
    } catch (again) {
      if (!(again instanceof RenderError)) throw asRoom(again) ?? again;
      throw new JobFailure(again.message, { cause: again });
    }
  }
}

/** Checks that the work folder can be written when darktable-cli failed for an unknown reason. */
const probe = (folder: string) =>
  into(async () => {
    const file = join(folder, 'probe');
    await writeFile(file, Buffer.alloc(1024 ** 2));
    await rm(file);
  });

/** Work on our own folders: the job is not at fault for failures here. */
async function into<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asRoom(error) ?? error;
  }
}

const NO_ROOM: readonly string[] = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'EIO',
];

function asRoom(error: unknown): NoRoom | null {
  if (error instanceof ExportFolderTrouble) return new NoRoom(error.message, { cause: error });
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && NO_ROOM.includes(code) ? new NoRoom(reasonOf(error), { cause: error }) : null;
}
