import { queryOptions } from '@tanstack/react-query';
import type { CreatedWebhook, NewWebhook, Webhook, WebhookChange, WebhookDelivery } from '../../contract/webhooks.ts';
import { get, send } from './request.ts';

const WEBHOOKS = '/api/v1/webhooks';
/** Deliveries cause no event. */
const LOOK_MS = 3000;

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(`${WEBHOOKS}${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const webhooksQuery = queryOptions({
  queryKey: ['admin', 'webhooks'],
  queryFn: async ({ signal }) => (await get<{ items: Webhook[] }>(WEBHOOKS, signal)).items,
  refetchInterval: LOOK_MS,
});
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', `deliveries-${id}`],
    queryFn: async ({ signal }) =>
      (await get<{ items: WebhookDelivery[] }>(`${WEBHOOKS}/${id}/deliveries`, signal)).items,
    refetchInterval: LOOK_MS,
  });

export const addWebhook = (webhook: NewWebhook) => ask<CreatedWebhook>('POST', '', webhook);
export const changeWebhook = (id: number, change: WebhookChange) => ask<Webhook>('PATCH', `/${id}`, change);
export const removeWebhook = (id: number) => ask<undefined>('DELETE', `/${id}`);
export const renewWebhookSecret = (id: number) => ask<{ secret: string }>('POST', `/${id}/secret`);
export const testWebhook = (id: number) => ask<WebhookDelivery>('POST', `/${id}/test`);
export const replayDelivery = (id: number, delivery: string) =>
  ask<WebhookDelivery>('POST', `/${id}/deliveries/${encodeURIComponent(delivery)}/replay`);
