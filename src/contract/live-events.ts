import { z } from 'zod';
import { BRIDGE_STATES, QueueName } from './admin.ts';
import { PreviewFailureCode } from './preview.ts';
import { Rendering } from './rendering.ts';

/**
 * What `GET /api/v1/events` tells: the name of each event and its data. Those of `ADMIN_EVENTS` are for whoever has the scope `admin`.
 */
export const LIVE_EVENTS = {
  /** The first of every stream. `missed`: more happened since `Last-Event-ID` than is remembered, so ask anew for what is shown. */
  hello: z.object({ version: z.string(), missed: z.boolean() }),
  'library-changed': z.object({
    ready: z.boolean(),
    message: z.string(),
    images: z.int().optional(),
    generation: z.int().optional().describe('Grows with every change that lists can show'),
  }),
  'library-switched': z.object({ message: z.string() }),
  'index-progress': z.object({ done: z.int(), total: z.int() }),
  'preview-ready': z.object({ image_id: z.int() }),
  /** It could not be made: see `X-Preview-Failure` of `GET /api/v1/images/:id/preview`. */
  'preview-failed': z.object({ image_id: z.int(), failure: PreviewFailureCode, reason: z.string() }),
  /** Somebody else renders from now on, or nobody: see `rendering` of `GET /api/v1/library`. */
  'rendering-changed': Rendering,
  'queue-depth': z.object({ queue: QueueName, depth: z.int() }),
  'queue-failed': z.object({ queue: QueueName, failures: z.int().describe('So many more') }),
  'queues-paused': z.object({ paused: z.boolean() }),
  'read-only-changed': z.object({ read_only: z.boolean() }),
  'bridge-changed': z.object({ state: z.enum(BRIDGE_STATES), message: z.string() }),
  'server-moved': z.object({ url: z.string() }),
  'settings-changed': z.object({ keys: z.array(z.string()) }),
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;
export type LiveEvent = {
  [Name in LiveEventName]: { name: Name; data: z.infer<(typeof LIVE_EVENTS)[Name]> };
}[LiveEventName];

export const ADMIN_EVENTS: ReadonlySet<LiveEventName> = new Set(['settings-changed']);

export const EventsQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'a number from 1')
    .transform(Number)
    .optional()
    .describe('Ends after so many events; left out: goes on for ever')
    .meta({ override: { type: 'integer', minimum: 1 } }),
});
