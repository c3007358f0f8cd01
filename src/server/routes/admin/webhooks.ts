import type { z } from 'zod';
import {
  CreatedWebhook,
  MOST_DELIVERIES,
  MOST_WEBHOOKS,
  NewWebhook,
  NewWebhookSecret,
  Webhook,
  WEBHOOK_EVENTS,
  WebhookChange,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookSecret,
} from '../../../contract/webhooks.ts';
import { accepted, created, done, ok } from '../../routing/answers.ts';
import { json, optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const example = {
  name: 'Home automation',
  url: 'https://home.example.org/api/webhook/safelight',
  types: ['exports.finished', 'publication.finished'],
} satisfies z.input<typeof NewWebhook>;
const kept = Webhook.parse({
  ...NewWebhook.parse(example),
  id: 1,
  state: 'working',
  problem: null,
  waiting: 0,
  dropped: 0,
  next_try: null,
  former_secret_until: null,
});
const secret = 'whsec_…';
const delivery = WebhookDelivery.parse({
  id: 'msg_cFo2dS3p1uYQpVtTkqf1wz8r',
  type: 'exports.finished',
  happened: '2026-11-28T18:04:12.000Z',
  state: 'delivered',
  attempts: 1,
  tried: '2026-11-28T18:04:12.000Z',
  duration_ms: 84,
  status: 204,
  answer: '',
  problem: null,
});
const tag = 'Webhooks';
const types = Object.entries(WEBHOOK_EVENTS)
  .map(([type, { shape }]) => `\`${type}\` (${Object.keys(shape).join(', ') || 'none'})`)
  .join(', ');
const one = { description: 'The webhook.', json: Webhook, example: kept };
const sent = { description: 'The delivery.', json: WebhookDelivery, example: delivery };

export const webhookRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/webhooks',
    id: 'listWebhooks',
    tag,
    summary: 'List the webhooks',
    description: 'Without their secrets.',
    scope: 'admin',
    answers: ok({ description: 'The webhooks by name.', json: WebhookList, example: { items: [kept] } }),
    errors: ['storage_error'],
    handle:
      ({ webhooks }) =>
      () => ({ items: webhooks.list() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/webhooks',
    id: 'addWebhook',
    tag,
    summary: 'Add a webhook',
    description: `There can be ${MOST_WEBHOOKS}. The secret is shown only in this answer. Nothing is sent before something happens. Data: ${types}.`,
    scope: 'admin',
    body: json(NewWebhook, example),
    answers: created({
      description: 'The webhook and its secret.',
      json: CreatedWebhook,
      example: { ...kept, secret },
    }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ body }) => {
        const added = webhooks.add(body);
        return { ...added.webhook, secret: added.secret };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/webhooks/:webhookId',
    id: 'getWebhook',
    tag,
    summary: 'Read one webhook',
    scope: 'admin',
    answers: ok(one),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params }) =>
        webhooks.find(params.webhookId),
  }),
  route({
    method: 'patch',
    path: '/api/v1/webhooks/:webhookId',
    id: 'changeWebhook',
    tag,
    summary: 'Change a webhook',
    description:
      'What is left out stays. Deliveries that wait are tried at once; switched off (`enabled: false`), they are forgotten.',
    scope: 'admin',
    body: json(WebhookChange, { enabled: false }),
    answers: ok(one),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params, body }) =>
        webhooks.change(params.webhookId, body),
  }),
  route({
    method: 'delete',
    path: '/api/v1/webhooks/:webhookId',
    id: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    description: 'With its secret and its deliveries.',
    scope: 'admin',
    answers: done('It is deleted.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params }) =>
        webhooks.remove(params.webhookId),
  }),
  route({
    method: 'post',
    path: '/api/v1/webhooks/:webhookId/secret',
    id: 'rotateWebhookSecret',
    tag,
    summary: 'Give a webhook a new secret',
    description:
      'For `overlap_hours` deliveries have a signature by each of the two. The new secret is shown only in this answer.',
    scope: 'admin',
    body: optionalJson(NewWebhookSecret, { overlap_hours: 24 }),
    answers: ok({ description: 'The new secret.', json: WebhookSecret, example: { secret } }),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params, body }) => ({ secret: webhooks.rotate(params.webhookId, body.overlap_hours) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/webhooks/:webhookId/test',
    id: 'testWebhook',
    tag,
    summary: 'Send a test delivery',
    description: 'Of the type `webhook.test`, at once and once, also while the webhook is switched off.',
    scope: 'admin',
    answers: ok(sent),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params }) =>
        webhooks.test(params.webhookId),
  }),
  route({
    method: 'get',
    path: '/api/v1/webhooks/:webhookId/deliveries',
    id: 'listWebhookDeliveries',
    tag,
    summary: 'List the deliveries of a webhook',
    description: `Those that have been tried or given up, the last ${MOST_DELIVERIES}: first those that wait to be tried again, then the newest.`,
    scope: 'admin',
    answers: ok({ description: 'The deliveries.', json: WebhookDeliveryList, example: { items: [delivery] } }),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params }) => ({ items: webhooks.deliveries(params.webhookId) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/webhooks/:webhookId/deliveries/:deliveryId/replay',
    id: 'replayWebhookDelivery',
    tag,
    summary: 'Send a delivery again',
    description:
      'With the same `webhook-id`, after those that wait. One that waits itself is tried at once. 409 `conflict`: the webhook is switched off.',
    scope: 'admin',
    answers: accepted({ ...sent, example: { ...delivery, state: 'waiting' as const } }),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ webhooks }) =>
      ({ params }) =>
        webhooks.replay(params.webhookId, params.deliveryId),
  }),
];
