import { z } from 'zod';
import { PreviewFailureCode } from './preview.ts';
import { QueueName } from './admin.ts';

/** More than anybody has programs that listen. */
export const MOST_WEBHOOKS = 20;
/** Of each webhook, delivered or given up. Those that wait come on top. */
export const MOST_DELIVERIES = 100;
/** Of each webhook. The oldest make room, and are counted. */
export const MOST_WAITING = 1000;
/** Of an answer. */
export const ANSWER_BYTES = 500;

/** What can be sent, and its data: ids, with which a program asks the API. */
export const WEBHOOK_EVENTS = {
  /** The list of images has another state. */
  'library.changed': z.object({ generation: z.int() }),
  /** Another library is shown. */
  'library.switched': z.object({}),
  /** An album has another order or cover. */
  'album.changed': z.object({ album_id: z.int() }),
  'preview.ready': z.object({ image_id: z.int() }),
  'preview.failed': z.object({ image_id: z.int(), failure: PreviewFailureCode }),
  /** A change of several images has ended. */
  'change.finished': z.object({ change_id: z.int() }),
  /** No export waits any more. */
  'exports.finished': z.object({}),
  /** Jobs of a queue have failed. */
  'queue.failed': z.object({ queue: QueueName }),
  /** A run has ended. */
  'publication.finished': z.object({ publication_id: z.int() }),
  /** A guest marked a picture or said something of it. */
  'proof.mark': z.object({
    proof_id: z.int(),
    image_id: z.int().nullable().describe('null: it is not in the library'),
  }),
  /** A guest has finished. */
  'proof.done': z.object({ proof_id: z.int(), guest: z.int() }),
} as const;
export type WebhookEvent = {
  [Type in keyof typeof WEBHOOK_EVENTS]: { type: Type; data: z.infer<(typeof WEBHOOK_EVENTS)[Type]> };
}[keyof typeof WEBHOOK_EVENTS];

/** Sent by a test alone. */
export const TEST_TYPE = 'webhook.test';

export const WEBHOOK_TYPES = Object.keys(WEBHOOK_EVENTS) as (keyof typeof WEBHOOK_EVENTS)[];
export const WebhookType = z.enum(WEBHOOK_TYPES);
export type WebhookType = z.infer<typeof WebhookType>;

/** As an address says it: whoever writes so means this computer, whatever a name server says. */
export const isThisComputer = (hostname: string): boolean => /^(localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname);

const address = z
  .url({ protocol: /^https?$/, error: 'an address that begins with https://' })
  .max(1000)
  .refine((url) => {
    const { username, password } = URL.parse(url) ?? {};
    return username === '' && password === '';
  }, 'without a name and a password in it')
  .refine((url) => {
    const { protocol, hostname } = URL.parse(url) ?? { hostname: '' };
    return protocol !== 'http:' || isThisComputer(hostname);
  }, 'only this computer is reached by http://, all others by https://')
  .describe('`https://`, or `http://` to this computer. No redirect is followed');

const fields = {
  name: z.string().trim().min(1, 'a name').max(100, 'at most 100 characters'),
  url: address,
  types: z.array(WebhookType).min(1, 'at least one').describe('What it is told'),
  allow_private: z.boolean().describe('Whether its name may lead to this computer or into the private network'),
  enabled: z.boolean().describe('false: it is told nothing, and nothing waits for it'),
};

export const NewWebhook = z
  .strictObject({
    ...fields,
    allow_private: fields.allow_private.default(false),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** What is left out stays. */
export const WebhookChange = z.strictObject(fields).partial().meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof WebhookChange>;

const when = z.iso.datetime();
export const Webhook = z
  .object({
    ...fields,
    id: z.int().min(1),
    state: z
      .enum(['working', 'failing', 'off', 'gone'])
      .describe('`gone`: its address answered 410, which switched it off'),
    problem: z.string().nullable().describe('Why the last delivery failed'),
    waiting: z.int().min(0).describe('Deliveries that wait'),
    dropped: z.int().min(0).describe(`Deliveries that made room, as no more than ${MOST_WAITING} wait`),
    next_try: when.nullable(),
    former_secret_until: when.nullable().describe('Until when deliveries are signed with the former secret, too'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;
export const WebhookList = z.object({ items: z.array(Webhook) }).meta({ id: 'WebhookList' });

const secret = z.string().describe('`whsec_` and base64, in this answer alone');
export const CreatedWebhook = Webhook.extend({ secret }).meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

/** The longest time that deliveries are signed with two secrets. */
const LONGEST_OVERLAP_HOURS = 30 * 24;
export const NewWebhookSecret = z
  .strictObject({
    overlap_hours: z
      .number('a number of hours')
      .min(0, 'at least 0')
      .max(LONGEST_OVERLAP_HOURS, `at most ${LONGEST_OVERLAP_HOURS}`)
      .default(24)
      .describe('How long deliveries are signed with the former secret, too'),
  })
  .meta({ id: 'NewWebhookSecret' });
export const WebhookSecret = z.object({ secret }).meta({ id: 'WebhookSecret' });

export const WebhookDelivery = z
  .object({
    id: z.string().describe('`webhook-id`: the same with every attempt'),
    type: z.union([WebhookType, z.literal(TEST_TYPE)]),
    happened: when,
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().min(0),
    tried: when.nullable().describe('The last attempt'),
    duration_ms: z.int().min(0).nullable(),
    status: z.int().nullable().describe('Of the last answer; null: there was none'),
    answer: z.string().describe(`The first ${ANSWER_BYTES} bytes of the last answer`),
    problem: z.string().nullable().describe('Why the last attempt failed'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
export const WebhookDeliveryList = z.object({ items: z.array(WebhookDelivery) }).meta({ id: 'WebhookDeliveryList' });
