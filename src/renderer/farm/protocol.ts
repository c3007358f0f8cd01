import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { WorkerName } from '../../contract/farm.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { Development } from '../resident/protocol.ts';

/** What coordinator and workers say to each other. Everything that comes from the broker is checked against these. */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);
const reason = z.string().max(2000);

/** A file at the broker, in chunks that follow each other under one subject. */
export const Blob = z.object({ subject: z.string().max(200), size: bytes, sha256 });
export type Blob = z.infer<typeof Blob>;

/** What identifies a file; `modifiedMs` in Unix ms. */
export const SourceFacts = z.object({
  /** The path on the coordinator's machine, for workers that share its disks. */
  path: z.string().max(4096),
  name: z.string().min(1).max(255),
  size: bytes,
  modifiedMs: z.number(),
  sha256,
});
export type SourceFacts = z.infer<typeof SourceFacts>;

const box = z.object({ width: z.int().positive(), height: z.int().positive() }).nullable();

const text = z.string();
const development = z
  .object({
    xmp: text,
    apartFromParams: text,
    order: text,
    isComplete: z.boolean(),
    uncached: text,
    steps: z.array(
      z.object({ place: text, content: text, operation: text, version: z.number(), params: text.nullable() }),
    ),
  })
  .nullable() satisfies z.ZodType<Development | null>;

/** A job for a worker. `key` is made from everything that shapes the pictures, so the same request twice is the same job. */
export const Job = z.object({
  key: z.string().regex(/^[0-9a-f]{40}$/),
  attempt: z.int().positive(),
  job: z.enum(['refresh', 'refine', 'export']),
  imageId: z.int(),
  source: SourceFacts,
  /** Darktable's settings of the photographer, as a bundle (see `settings-bundle.ts`). */
  settings: Blob,
  sidecar: z.string(),
  development,
  isComplete: z.boolean(),
  boxes: z.array(box).min(1).max(10),
  quality: z.int().min(1).max(100),
  /** The version of darktable that must make it; null: any. */
  darktable: z.string().nullable(),
  /** Workers whose picture was refused. */
  notBy: z.array(WorkerName),
});
export type Job = z.infer<typeof Job>;

const about = {
  key: Job.shape.key,
  attempt: Job.shape.attempt,
  imageId: z.int(),
  darktable: z.string().max(50).nullable(),
};

/**
 * What became of a job. `pictures`: one JPEG after the other in a blob, in the order of the job's boxes. `failed`: a retry would not help.
 * `returned`: the job waits for another worker, and has not failed; `needsSource`: the broker does not have the file; `rests`: nothing is wrong, the
 * worker pauses or ends.
 */
export const Result = z.discriminatedUnion('is', [
  z.object({
    ...about,
    is: z.literal('done'),
    blob: Blob,
    pictures: z.array(z.object({ size: bytes, width: z.int().positive(), height: z.int().positive() })).max(10),
    mayBeFiner: z.boolean(),
    ms: z.number(),
  }),
  z.object({ ...about, is: z.literal('failed'), reason }),
  z.object({
    ...about,
    is: z.literal('returned'),
    reason,
    needsSource: z.boolean(),
    rests: z.boolean().default(false),
  }),
]);
export type Result = z.infer<typeof Result>;

/** A worker's sign of life. */
export const Heartbeat = z.object({
  version: z.string().max(50).nullable(),
  cores: z.int().min(1).max(4096),
  state: z.enum(['idle', 'working', 'paused']),
  job: z.object({ kind: z.enum(['preview', 'export']), image_id: z.int() }).nullable(),
  /** Folders of the coordinator's machine that it can read itself. */
  sharedFolders: z.array(z.string().max(4096)).max(100),
  /** Why it takes no jobs, in words for people. */
  reason: reason.nullable(),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** The coordinator's answer. `reason`: why the worker is to take no jobs, in words for people. */
export const HeartbeatAnswer = z.object({ pause: z.boolean(), reason: reason.nullable() });
export type HeartbeatAnswer = z.infer<typeof HeartbeatAnswer>;

/** What a worker sends is short: its longest part is a reason. So it is never compressed, and nothing longer is parsed. */
export const SHORT_BYTES = 16 * 1024;
/** A job has two sidecars. Those with many drawn masks have some megabytes. */
const MOST_JOB_BYTES = 32 * 1024 ** 2;
/** In a job; ten for each step of a long history. */
const MOST_JOB_VALUES = 100_000;
/** The first byte of gzip data. JSON never begins with it. */
const GZIP = 0x1f;

/**
 * The broker takes messages of a megabyte. Sidecars repeat themselves, so a long one shrinks to a fifth; for a short one, that costs more
 * than it saves.
 */
export function pack(value: Job | Result): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  return text.length <= SHORT_BYTES ? text : gzipSync(text, { level: 4 });
}

/** Throws when the data is not a job. */
export function unpackJob(data: Uint8Array): Job {
  const text = data[0] === GZIP ? gunzipSync(data, { maxOutputLength: MOST_JOB_BYTES }) : Buffer.from(data);
  if (text.length > MOST_JOB_BYTES) throw new Error('it is larger than any job');
  return Job.parse(parseJson(text.toString('utf8'), MOST_JOB_VALUES));
}

/** Reads a result, a heartbeat, or the answer to one. Throws when the data is something else. */
export function readShort<T>(schema: z.ZodType<T>, data: Uint8Array): T {
  if (data.length > SHORT_BYTES) throw new Error('it is larger than any answer');
  return schema.parse(JSON.parse(Buffer.from(data).toString('utf8')));
}
