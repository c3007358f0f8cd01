/** Jobs of many images with a file each, which the plugin in a running darktable does: docs/bridge-protocol.md, "Organizing". */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '../platform/replace-file.ts';
import { appendJob } from './append-job.ts';
import type { Heartbeat } from './bridge-heartbeat.ts';
import { BRIDGE_PROTOCOL, fieldLines, parseFields, readText, RESULT_BYTES } from './bridge-fields.ts';
import { wakePlugin } from './wake-pipe.ts';

const IMAGE_CODES = [
  /** darktable received it: read the library. */
  'done',
  /** The same, but for its reject, which waits for what the reason says. */
  'waits',
  'no_image',
  'other_file',
  'bad_job',
  /** It was not as `before` says. Some of the fields may have been set. */
  'changed',
  /** The reason says why. Some of the fields may have been set. */
  'refused',
  /** Stopped before it was complete. */
  'cancelled',
  'expired',
  /** darktable ended during the job: read the library. */
  'interrupted',
  /** Nobody took the job: it was withdrawn, and nothing of it will be done. */
  'not_taken',
  /** A darktable took it and stopped answering: read the library. */
  'no_answer',
] as const;
export type ImageCode = (typeof IMAGE_CODES)[number];

export interface ImageAnswer {
  code: ImageCode;
  /** For people; empty when it was done. */
  reason: string;
  /** The id of an image that was made of it. */
  made?: number;
}

export interface ImageJobOptions {
  /** How long the plugin may take to start. */
  timeoutMs?: number;
  /** How long it may continue without progress. */
  graceMs?: number;
  onProgress?: (progress: { done: number; of: number }) => void;
  /** Withdraws the job, or stops it after the current image. */
  signal?: AbortSignal;
  /** Checked now and then: nobody will answer once darktable is gone. */
  isDarktableThere?: () => boolean;
}

export interface ImageJob {
  /** Where its file goes. */
  folder: string;
  /** The name of the queue in that folder. */
  queue: string;
  /** Where the plugin is woken. */
  editsDir: string;
  imageIds: readonly number[];
  /** Without the lines that all jobs begin with. */
  text: string;
  /** A style that it needs, as a `.dtstyle` file. */
  style?: string | undefined;
  /** Styles that it takes in for good, in this order, as `.dtstyle` files. */
  newStyles?: readonly string[] | undefined;
  /** Sidecars that it needs, by image. */
  sidecars?: ReadonlyMap<number, string> | undefined;
}

export interface ImageJobAnswer {
  /** Of the job; `done`: see the images. */
  job: ImageAnswer;
  /** One for every image. */
  images: Map<number, ImageAnswer>;
}

/** Has the plugin do a job and waits for it. Throws file system errors, never the plugin's failures. */
export async function doImageJob(job: ImageJob, options: ImageJobOptions = {}): Promise<ImageJobAnswer> {
  const uuid = randomUUID();
  try {
    return await askPlugin(uuid, job, options);
  } finally {
    const base = join(job.folder, uuid);
    if (job.style !== undefined) rmSync(`${base}.dtstyle`, { force: true });
    for (const at of (job.newStyles ?? []).keys()) rmSync(newStyleFile(base, at), { force: true });
    for (const imageId of job.sidecars?.keys() ?? []) rmSync(`${base}.${imageId}.xmp`, { force: true });
  }
}

const newStyleFile = (base: string, at: number) => `${base}.${at + 1}.dtstyle`;

async function askPlugin(
  uuid: string,
  { folder, queue, editsDir, imageIds, text, style, newStyles = [], sidecars }: ImageJob,
  { timeoutMs = 10_000, graceMs = 30_000, onProgress, signal, isDarktableThere }: ImageJobOptions,
): Promise<ImageJobAnswer> {
  const all = (code: ImageCode, reason: string): ImageJobAnswer => ({
    job: { code, reason },
    images: new Map(imageIds.map((id) => [id, { code, reason }])),
  });
  const base = join(folder, uuid);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (style !== undefined) replaceFile(`${base}.dtstyle`, style);
  for (const [at, file] of newStyles.entries()) replaceFile(newStyleFile(base, at), file);
  for (const [imageId, sidecar] of sidecars ?? []) replaceFile(`${base}.${imageId}.xmp`, sidecar);
  // A little later than we withdraw it, so that the plugin's clock never decides.
  const expires = Math.ceil((Date.now() + timeoutMs) / 1000) + 5;
  replaceFile(`${base}.job`, fieldLines({ protocol: BRIDGE_PROTOCOL, expires }) + text);
  appendJob(join(folder, queue), uuid);
  wakePlugin(editsDir);

  let deadline = performance.now() + timeoutMs;
  let lookedAt = performance.now();
  let isBegun = false;
  let isCancelled = false;
  let progress: string | null = null;
  for (;;) {
    const result = readText(`${base}.result`, RESULT_BYTES);
    if (result !== null) {
      for (const kind of ['result', 'stopped']) rmSync(`${base}.${kind}`, { force: true });
      return answersIn(result, imageIds);
    }
    const now = readText(`${base}.progress`);
    if (now !== null && now !== progress) {
      [isBegun, progress, deadline] = [true, now, performance.now() + graceMs];
      const { done, of } = parseFields(now);
      onProgress?.({ done: Number(done) || 0, of: Number(of) || imageIds.length });
    }
    if (signal?.aborted === true && !isCancelled) {
      isCancelled = true;
      if (isRemoved(`${base}.job`)) return all('cancelled', 'it was canceled before darktable began');
      // The plugin stops and answers.
      stop(base);
      [isBegun, deadline] = [true, performance.now() + graceMs];
    }
    if (isDarktableThere && performance.now() - lookedAt >= LOOK_FOR_DARKTABLE_MS) {
      lookedAt = performance.now();
      // Its answer may have come meanwhile.
      if (!isDarktableThere() && !existsSync(`${base}.result`)) {
        for (const kind of ['job', 'claimed', 'stopped', 'progress']) rmSync(`${base}.${kind}`, { force: true });
        return all('interrupted', 'darktable ended during the changes');
      }
    }
    if (performance.now() >= deadline) {
      if (isBegun) {
        stop(base);
        return all('no_answer', 'darktable started the changes but did not finish them in time');
      }
      if (isRemoved(`${base}.job`)) return all('not_taken', 'darktable did not accept the changes in time');
      [isBegun, deadline] = [true, performance.now() + graceMs];
    }
    await sleep(LOOK_MS);
  }
}

const LOOK_MS = 10;
const LOOK_FOR_DARKTABLE_MS = 1_000;

/** On one line. */
export const escaped = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- a line break would start another field
  text.replace(/[%\u0000-\u001f\u007f]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

function answersIn(result: string, imageIds: readonly number[]): ImageJobAnswer {
  const [head = '', ...blocks] = result.split(/^image=/m);
  const answerIn = (lines: string): ImageAnswer => {
    const { ok, code, reason = '', made } = parseFields(lines);
    if (ok === '1') return { code: 'done', reason: '' };
    const answer = { code: IMAGE_CODES.find((known) => known === code) ?? 'refused', reason };
    return made === undefined ? answer : { ...answer, made: Number(made) };
  };
  const job = answerIn(head);
  const answers = new Map(blocks.map((block) => [Number.parseInt(block, 10), answerIn(block)]));
  const missing: ImageAnswer = job.code === 'done' ? { code: 'refused', reason: '' } : job;
  return { job, images: new Map(imageIds.map((id) => [id, answers.get(id) ?? missing])) };
}

/** The plugin stops before the next image. `.stopped` records that it may still be at the current one. */
function stop(base: string): void {
  try {
    renameSync(`${base}.claimed`, `${base}.stopped`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Withdraws or stops jobs of an earlier Safelight and jobs that were never answered. Returns whether none of them will be written any more.
 * `name`: of
 * such jobs in the heartbeat. `heartbeat`: of the darktable that has the library open; null: none has.
 */
export function endLeftoverJobs(folder: string, name: string, heartbeat: Heartbeat | null): boolean {
  const all = existsSync(folder) ? readdirSync(folder) : [];
  const jobs = new Set(
    all.flatMap((name) => /^([0-9a-f-]{36})\.(?:job|claimed|stopped|result|progress|dtstyle)$/.exec(name)?.[1] ?? []),
  );
  for (const name of all)
    if (/^[0-9a-f-]{36}\.\d+\.(?:xmp|dtstyle)$/.test(name)) rmSync(join(folder, name), { force: true });
  let areEnded = true;
  for (const uuid of jobs) {
    const base = join(folder, uuid);
    rmSync(`${base}.dtstyle`, { force: true });
    isRemoved(`${base}.job`);
    stop(base);
    const isAnswered = existsSync(`${base}.result`);
    if (!isAnswered && mayBeInWork(`${base}.stopped`, `${name} ${uuid}`, heartbeat)) areEnded = false;
    else for (const kind of ['stopped', 'result', 'progress']) rmSync(`${base}.${kind}`, { force: true });
  }
  return areEnded;
}

/** A heartbeat newer than the stop shows the plugin's current job. (It has whole seconds.) */
function mayBeInWork(stopped: string, job: string, heartbeat: Heartbeat | null): boolean {
  const stoppedMs = statSync(stopped, { throwIfNoEntry: false })?.ctimeMs;
  if (stoppedMs === undefined || heartbeat === null) return false;
  return heartbeat.time * 1000 <= stoppedMs || heartbeat.job === job;
}

/** Returns whether the file existed. */
function isRemoved(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
