import { z } from 'zod';
import { BRIDGE_STATES, QueueName } from './admin.ts';
import { ChangeProgress } from './image-change.ts';
import { PreviewFailureCode } from './preview.ts';
import { PreviewProgress } from './preview-run.ts';
import { Rendering } from './rendering.ts';

/**
 * The events of `GET /api/v1/events` with their data. `ADMIN_EVENTS` need the scope `admin`.
 */
export const LIVE_EVENTS = {
  /** The first event of every stream. `missed`: some events since `Last-Event-ID` were lost, so reload everything. */
  hello: z.object({ version: z.string(), missed: z.boolean() }),
  'library-changed': z.object({
    ready: z.boolean(),
    message: z.string(),
    images: z.int().optional(),
    generation: z.int().optional().describe('Increases with every change that affects lists'),
  }),
  /** An album has another order or cover. Its images change with the library. */
  'albums-changed': z.object({ album_id: z.int() }),
  'library-switched': z.object({ message: z.string() }),
  'index-progress': z.object({ done: z.int(), total: z.int() }),
  'preview-ready': z.object({ image_id: z.int() }),
  /** See `X-Preview-Failure` in `GET /api/v1/images/:id/preview`. */
  'preview-failed': z.object({ image_id: z.int(), failure: PreviewFailureCode, reason: z.string() }),
  /** How far previews for the whole library are: see `GET /api/v1/admin/previews`. */
  'previews-progress': PreviewProgress,
  /** Another program renders now, or none: see `rendering` in `GET /api/v1/library`. */
  'rendering-changed': Rendering,
  'queue-depth': z.object({ queue: QueueName, depth: z.int() }),
  /** No export waits any more in the queue, or in what was asked for by a recipe. */
  'exports-finished': z.object({}),
  'queue-failed': z.object({ queue: QueueName, failures: z.int().describe('The number of new failures') }),
  'queues-paused': z.object({ paused: z.boolean() }),
  /** A change of several images. `DELETE /api/v1/changes/:changeId` stops it while it is running. */
  'change-progress': ChangeProgress,
  /** A change was put off until darktable is closed, or has ended: see `GET /api/v1/postponed-changes`. */
  'postponed-changes': z.object({ waiting: z.int().min(0).describe('How many wait') }),
  /** Rejects wait for darktable, or wait no more: see `rejects` in `GET /api/v1/postponed-changes`. */
  'waiting-rejects': z.object({ images: z.int().min(0).describe('How many wait') }),
  'read-only-changed': z.object({ read_only: z.boolean() }),
  'bridge-changed': z.object({ state: z.enum(BRIDGE_STATES), message: z.string() }),
  /** A device asks for more rights, or was answered: see `GET /session` and `GET /api/v1/rights-requests`. */
  'rights-changed': z.object({ waiting: z.int().min(0).describe('How many wait for an answer') }),
  /** How far publications are: see `GET /api/v1/publications`. */
  'agents-changed': z.object({ asking: z.int() }),
  'publications-changed': z.object({ publication_id: z.int() }),
  /** A run of a publication has ended. */
  'publication-run-ended': z.object({ publication_id: z.int() }),
  /** A proof was made, changed, ended or deleted, how far its pictures are, or who was there: see `GET /api/v1/proofs`. */
  'proofs-changed': z.object({ proof_id: z.int() }),
  /** A guest marked a picture or said something of it. */
  'proof-mark': z.object({
    proof_id: z.int(),
    image_id: z.int().nullable().describe('null: it is not in the library'),
  }),
  /** A guest has finished. */
  'proof-done': z.object({ proof_id: z.int(), guest: z.int() }),
  'server-moved': z.object({ url: z.string() }),
  'settings-changed': z.object({ keys: z.array(z.string()) }),
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;
export type LiveEvent = {
  [Name in LiveEventName]: { name: Name; data: z.infer<(typeof LIVE_EVENTS)[Name]> };
}[LiveEventName];

export const ADMIN_EVENTS: ReadonlySet<LiveEventName> = new Set(['settings-changed', 'previews-progress']);

export const EventsQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'a number from 1')
    .transform(Number)
    .optional()
    .describe('Ends the stream after this many events; if omitted, the stream does not end')
    .meta({ override: { type: 'integer', minimum: 1 } }),
});
