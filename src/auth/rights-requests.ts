import { randomUUID } from 'node:crypto';
import { DEVICE_RIGHTS } from '../contract/device-rights.ts';
import type { MoreRights, OwnRightsRequest, RightsRequest } from '../contract/rights-requests.ts';
import type { Scope } from '../contract/scopes.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Client, Clients } from '../settings/clients.ts';
import { deadline, type Clocks } from './clocks.ts';

export const LIFETIME_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** So that a device cannot wear out whoever answers. */
export const MOST_PER_HOUR = 3;
/** Of all devices together. */
export const MOST_OPEN = 20;

interface Request {
  id: string;
  clientId: string;
  /** Of the registration that asked: one of the same id made later has others. */
  secretIds: ReadonlySet<string>;
  rights: MoreRights;
  state: OwnRightsRequest['state'];
  expires: number;
  isOver: () => boolean;
}

/** Signed-in devices ask for more rights, and whoever has the scope `admin` answers. A restart forgets all questions. */
export interface RightsRequests {
  /** Throws `conflict` (one is open, or the device has these rights) and `slow_down`. */
  ask(clientId: string, rights: MoreRights): OwnRightsRequest;
  /** The last question of this device and its answer; null when there is none, or it is ten minutes old. */
  own(clientId: string): OwnRightsRequest | null;
  /** The open ones, oldest first. */
  list(): RightsRequest[];
  /** Each can be answered once. What is granted is added to what the device may do by then. Throws `not_found`. */
  answer(id: string, granted: boolean): void;
}

interface Options {
  clients: Pick<Clients, 'get' | 'change'>;
  clocks: Clocks;
  log: Log;
}

export function openRightsRequests({ clients, clocks, log }: Options): RightsRequests {
  /** The last one of each device. */
  const requests = new Map<string, Request>();
  const asked = new Map<string, { isOver: () => boolean; atMs: number }[]>();

  /** The client, if it is still the one that asked. */
  const clientOf = ({ clientId, secretIds }: Request): Client | null => {
    const client = clients.get(clientId);
    return client?.enabled === true && [...secretIds].some((id) => client.secretIds.has(id)) ? client : null;
  };
  const forgetOld = () => {
    for (const [key, request] of requests) if (request.isOver() || !clientOf(request)) requests.delete(key);
    for (const [key, times] of asked) {
      const recent = times.filter(({ isOver }) => !isOver());
      if (recent.length > 0) asked.set(key, recent);
      else asked.delete(key);
    }
  };
  const open = () => {
    forgetOld();
    return [...requests.values()].filter(({ state }) => state === 'open');
  };
  const seen = ({ rights, state, expires }: Request): OwnRightsRequest => ({ rights, state, expires });

  return {
    ask(clientId, rights) {
      const client = clients.get(clientId);
      if (!client || missing(client, rights).length === 0)
        throw new AppError('conflict', 'This device may do that already.');
      const others = open();
      if (others.some((request) => request.clientId === clientId))
        throw new AppError('conflict', 'This device has asked already and has no answer yet.');
      const times = asked.get(clientId) ?? [];
      const [first] = times;
      if (first && times.length >= MOST_PER_HOUR)
        throw slowDown('This device has asked too often', HOUR_MS - (clocks.elapsedMs() - first.atMs));
      if (others.length >= MOST_OPEN) throw slowDown('Too many devices wait for an answer', LIFETIME_MS);
      asked.set(clientId, [...times, { isOver: deadline(clocks, HOUR_MS), atMs: clocks.elapsedMs() }]);
      const request: Request = {
        id: randomUUID(),
        clientId,
        secretIds: client.secretIds,
        rights,
        state: 'open',
        expires: clocks.now() + LIFETIME_MS,
        isOver: deadline(clocks, LIFETIME_MS),
      };
      requests.set(clientId, request);
      log.info({ client: clientId, rights }, 'A device asks for more rights');
      return seen(request);
    },
    own(clientId) {
      forgetOld();
      const request = requests.get(clientId);
      return request ? seen(request) : null;
    },
    list: () =>
      open().flatMap((request) => {
        const client = clientOf(request);
        if (!client) return [];
        const { id, clientId, rights, expires } = request;
        return [
          { id, client_id: clientId, client_name: client.name, rights, scopes: missing(client, rights), expires },
        ];
      }),
    answer(id, granted) {
      const request = open().find((each) => each.id === id);
      const client = request && clientOf(request);
      if (!client) throw new AppError('not_found', 'There is no such request any more.');
      if (granted) {
        const scope = [...client.scopes, ...missing(client, request.rights)].join(' ');
        clients.change(client.id, { scope });
      }
      request.state = granted ? 'granted' : 'refused';
      log.info(
        { client: client.id, rights: request.rights, granted },
        'A device that asked for more rights was answered',
      );
    },
  };
}

const missing = ({ scopes }: Client, rights: MoreRights): Scope[] =>
  DEVICE_RIGHTS[rights].filter((scope) => !scopes.includes(scope));

function slowDown(reason: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('slow_down', `${reason}. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    retryAfterSeconds: seconds,
  });
}
