import {
  MOST_WEBHOOKS,
  type NewWebhook,
  TEST_TYPE,
  type Webhook,
  type WebhookChange,
  type WebhookDelivery,
} from '../contract/webhooks.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { AddressRefused, checkLiteral, type Resolve, resolveName } from './allowed-addresses.ts';
import { Endpoint } from './endpoint.ts';
import { hearEvents } from './hear-events.ts';
import { pauseLeft } from './pauses.ts';
import { newSecret } from './signature.ts';
import { type Delivery, type Happened, type StoredWebhook, WebhookStore } from './webhook-store.ts';

/** Programs elsewhere that are told what happens, as Standard Webhooks says. Every method throws `storage_error`, too. */
export interface Webhooks {
  /** By name, without their secrets. */
  list(): Webhook[];
  /** Throws `not_found`. */
  find(id: number): Webhook;
  /** The secret is in this answer alone. Throws `conflict`, `invalid_body`. */
  add(webhook: NewWebhook): { webhook: Webhook; secret: string };
  /** Throws `not_found`, `conflict`, `invalid_body`. */
  change(id: number, change: WebhookChange): Promise<Webhook>;
  /** Throws `not_found`. */
  remove(id: number): Promise<void>;
  /** A new secret, beside which the former is used for some time. Throws `not_found`. */
  rotate(id: number, overlapHours: number): string;
  /** Sends a delivery now, also when it is switched off. Throws `not_found`. */
  test(id: number): Promise<WebhookDelivery>;
  /** What has been tried or given up: first what is tried again, then the newest. Throws `not_found`. */
  deliveries(id: number): WebhookDelivery[];
  /** Sends one again; one that waits is sent at once. Throws `not_found`, `conflict`. */
  replay(id: number, delivery: string): WebhookDelivery;
  close(): Promise<void>;
}

export interface WebhooksOptions {
  file: string;
  version: string;
  events: Events;
  log: Log;
  /** Others in tests. */
  resolve?: Resolve;
  timeoutMs?: number;
  now?: () => number;
  random?: () => number;
}

/** For a whole attempt, as Standard Webhooks proposes. */
const TIMEOUT_MS = 20_000;
const HOUR_MS = 3600_000;

export function openWebhooks(options: WebhooksOptions): Webhooks {
  const { events, log, now = Date.now } = options;
  const store = new WebhookStore(options.file);
  const endpoints = new Map<number, Endpoint>();
  const endpointOptions = {
    store,
    now,
    log,
    random: options.random ?? Math.random,
    resolve: options.resolve ?? resolveName,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    userAgent: `Safelight/${options.version}`,
    onGone: ({ id, name }: StoredWebhook) => {
      log.warn(
        { webhook: id, name },
        'The address of a webhook answered that it is gone. The webhook is switched off.',
      );
      events.emit('webhook.gone', { name });
    },
  };
  const endpointOf = (id: number) => {
    const endpoint = endpoints.get(id) ?? new Endpoint(id, endpointOptions);
    endpoints.set(id, endpoint);
    return endpoint;
  };
  const stop = async (id: number) => {
    await endpoints.get(id)?.close();
    endpoints.delete(id);
  };
  const existing = (id: number) => {
    const found = store.find(id);
    if (!found) throw new AppError('not_found', `There is no webhook ${id}.`);
    return found;
  };
  const deliveryOf = (id: number, delivery: string) => {
    const found = store.delivery(existing(id).id, delivery);
    if (!found) throw new AppError('not_found', `The webhook ${id} has no delivery ${delivery.slice(0, 40)}.`);
    return found;
  };
  const refuseSameName = (name: string, but: number | null) => {
    const other = store.list().find((each) => each.id !== but && BY_NAME.compare(each.name, name) === 0);
    if (other) throw new AppError('conflict', `There is a webhook named ${other.name}.`);
  };
  const shown = (webhook: StoredWebhook) => shownOf(webhook, store.waiting(webhook.id), now());

  // What happens in one turn is stored at once.
  let happened: Happened[] = [];
  let turn: NodeJS.Immediate | undefined;
  const storeHappened = () => {
    clearImmediate(turn);
    turn = undefined;
    const all = happened;
    happened = [];
    try {
      for (const id of store.queue(all)) endpointOf(id).wake();
    } catch (error) {
      log.warn({ reason: reasonOf(error), events: all.length }, 'Webhooks are not told what happened');
    }
  };
  const stopHearing = hearEvents(events, ({ type, data }) => {
    happened.push({ type, data, at: now() });
    turn ??= setImmediate(storeHappened);
  });
  try {
    for (const { id } of store.list()) endpointOf(id).wake();
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'Webhooks cannot be read');
  }

  return {
    list: () =>
      store
        .list()
        .map(shown)
        .toSorted((one, other) => BY_NAME.compare(one.name, other.name)),
    find: (id) => shown(existing(id)),
    add(webhook) {
      storeHappened();
      refusePlace(webhook);
      refuseSameName(webhook.name, null);
      if (store.list().length >= MOST_WEBHOOKS)
        throw new AppError('conflict', `No more than ${MOST_WEBHOOKS} can be kept. Delete a webhook first.`);
      const secret = newSecret();
      const id = store.add({ ...webhook, ...NEW, secret });
      return { webhook: shown(existing(id)), secret };
    },
    async change(id, change) {
      // What happened before goes by what was wanted then.
      storeHappened();
      const before = existing(id);
      const after: StoredWebhook = {
        ...before,
        name: change.name ?? before.name,
        url: change.url ?? before.url,
        types: change.types ?? before.types,
        allow_private: change.allow_private ?? before.allow_private,
        enabled: change.enabled ?? before.enabled,
      };
      refusePlace(after);
      refuseSameName(after.name, id);
      // Whoever changes it wants to see at once whether it works now.
      store.change(id, { ...after, ...NEW_TRY, isGone: before.isGone && !after.enabled });
      await stop(id);
      if (after.enabled) endpointOf(id).wake();
      else store.clear(id);
      return shown(existing(id));
    },
    async remove(id) {
      store.remove(existing(id).id);
      await stop(id);
    },
    rotate(id, overlapHours) {
      const { secret: former } = existing(id);
      const secret = newSecret();
      const until = now() + overlapHours * HOUR_MS;
      store.change(id, { secret, former: overlapHours > 0 ? { secret: former, until } : null });
      return secret;
    },
    async test(id) {
      const data = { webhook_id: existing(id).id };
      const delivery = store.addTest(id, { type: TEST_TYPE, data, at: now() });
      await endpointOf(id).tryOnce(delivery);
      return publicOf(deliveryOf(id, delivery.id));
    },
    deliveries: (id) => store.deliveries(existing(id).id).map(publicOf),
    replay(id, delivery) {
      const { enabled, name } = existing(id);
      deliveryOf(id, delivery);
      if (!enabled) throw new AppError('conflict', `The webhook ${name} is switched off. Switch it on first.`);
      store.replay(id, delivery, now());
      store.change(id, { pause: null });
      endpointOf(id).wake();
      return publicOf(deliveryOf(id, delivery));
    },
    async close() {
      stopHearing();
      storeHappened();
      await Promise.all([...endpoints.keys()].map(stop));
      store.close();
    },
  };
}

const BY_NAME = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const NEW_TRY = { problem: null, failures: 0, pause: null } as const;
const NEW = { ...NEW_TRY, former: null, isGone: false, dropped: 0 } as const;

function refusePlace({ url, allow_private }: Pick<NewWebhook, 'url' | 'allow_private'>): void {
  try {
    checkLiteral({ url: new URL(url), allowPrivate: allow_private });
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw new AppError('invalid_body', error.message, { fields: { url: error.message }, cause: error });
  }
}

const stateOf = ({ isGone, enabled, failures }: StoredWebhook): Webhook['state'] => {
  if (isGone) return 'gone';
  if (!enabled) return 'off';
  return failures > 0 ? 'failing' : 'working';
};

function shownOf(webhook: StoredWebhook, waiting: number, now: number): Webhook {
  const { id, name, url, types, allow_private, enabled, problem, dropped, pause, former } = webhook;
  const isPausing = waiting > 0 && pauseLeft(webhook, now) > 0;
  return {
    id,
    name,
    url,
    types,
    allow_private,
    enabled,
    state: stateOf(webhook),
    problem,
    waiting,
    dropped,
    next_try: isPausing && pause ? new Date(pause.until).toISOString() : null,
    former_secret_until: former && former.until > now ? new Date(former.until).toISOString() : null,
  };
}

const publicOf = ({ webhook: _webhook, body: _body, since: _since, ...delivery }: Delivery): WebhookDelivery =>
  delivery;
