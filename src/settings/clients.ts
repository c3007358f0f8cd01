import { randomUUID } from 'node:crypto';
import { ClientId, type ClientInfo, type ClientSecret, type NewClient } from '../contract/clients.ts';
import { ALL_SCOPES, DEFAULT_SCOPES, knownScopes, type Scope } from '../contract/scopes.ts';
import { didYouMean } from '../platform/did-you-mean.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { LastUsed } from './last-used.ts';
import { hashSecret, matchesHash, matchesNothing, newSecret, type SecretCost } from './secret-hash.ts';
import type { Settings } from './settings-store.ts';
import type { StoredClient } from './settings-schema.ts';
import { VerifiedSecrets } from './verified-secrets.ts';

/** A registration without secrets. The same object until the registration changes. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly enabled: boolean;
  /** The valid secrets by name. A token names the secret that it was issued for. */
  readonly secretIds: ReadonlySet<string>;
}

/** Checks id and secret; the message says why they are refused. */
export type Verification =
  { ok: true; client: Client; secretId: string } | { ok: false; reason: 'wrong' | 'disabled'; message: string };

export interface ClientChange {
  name?: string | undefined;
  /** Separated by spaces. */
  scope?: string | undefined;
  enabled?: boolean | undefined;
}

export interface Clients {
  /** In the order of registration. */
  list(): ClientInfo[];
  get(id: string): Client | undefined;
  /**
   * Registers a client; without scopes it gets all except `admin`. Throws `conflict` (id taken), `invalid_body` (id or scope).
   */
  add(client: NewClient): Promise<ClientSecret>;
  /**
   * Registers a device that signs in by a cookie of its own and never has a secret. The session names `secretId`.
   * Throws `invalid_body` (scope).
   */
  addDevice(device: { name: string; scope: string }): { client: Client; secretId: string };
  /**
   * Gives the client a new secret; the old one and every token bought with it end, at once or after so many hours.
   * Throws `not_found`.
   */
  rotate(id: string, options?: { overlapHours?: number | undefined }): Promise<ClientSecret>;
  /** Throws `not_found`. */
  remove(id: string): void;
  /** Takes effect immediately, also for issued tokens. Throws `not_found`, `invalid_body` (scope). */
  change(id: string, change: ClientChange): ClientInfo;
  /** Takes the same time for an unknown client as for a wrong secret. */
  verify(id: string, secret: string): Promise<Verification>;
  /** Like `verify`, but only for secrets that were verified before: an immediate answer, or null. */
  verifyKnown(id: string, secret: string): Verification | null;
  /** Records the last use; stored a little later. */
  touch(id: string): void;
  /** Stores pending changes. */
  close(): void;
}

/** The client names of Safelight's own tokens and sessions. */
export const OWN_CLIENT_IDS = { cli: 'safelight-cli', browser: 'safelight-browser' } as const;

const WRONG: Verification = { ok: false, reason: 'wrong', message: 'Unknown client or wrong secret.' };

/** The client registrations, kept in the settings. */
export function openClients({
  settings,
  log,
  now = Date.now,
  secretCost,
}: {
  settings: Pick<Settings, 'get' | 'change'>;
  log: Log;
  /** Unix milliseconds. */
  now?: () => number;
  secretCost?: SecretCost | undefined;
}): Clients {
  const verified = new VerifiedSecrets();
  const lastUsed = new LastUsed((times) => {
    settings.change({
      clients: stored().map((each) => ({ ...each, last_used: times.get(each.id) ?? each.last_used })),
    });
  }, log);
  let source: readonly StoredClient[] | undefined;
  /** When the next secret ends. */
  let goodUntil = Infinity;
  let byId = new Map<string, Client>();

  const stored = () => settings.get().clients;
  const current = () => {
    if (source !== stored() || now() >= goodUntil) {
      source = stored();
      byId = new Map(source.map((client) => [client.id, withoutSecrets(client, now())]));
      const ends = source.flatMap(({ secrets }) => secrets.map(({ expires }) => expires ?? Infinity));
      goodUntil = Math.min(Infinity, ...ends.filter((end) => end > now()));
    }
    return byId;
  };
  const find = (id: string): StoredClient => {
    const client = stored().find((each) => each.id === id);
    if (!client) throw new AppError('not_found', `There is no client ${id.slice(0, 100)}.`);
    return client;
  };
  const replace = (id: string, change: Partial<StoredClient>) => {
    settings.change({ clients: stored().map((each) => (each.id === id ? { ...each, ...change } : each)) });
  };
  const info = ({ id, name, scopes, enabled, created, last_used, secrets }: StoredClient): ClientInfo => ({
    id,
    name,
    scopes: [...scopes],
    enabled,
    created,
    last_used: lastUsed.of(id) ?? last_used,
    old_secret_until: secrets.find(({ expires }) => expires !== null && expires > now())?.expires ?? null,
  });
  const secretOf = async () => {
    const secret = newSecret();
    const hash = await hashSecret(secret, secretCost);
    return { secret, stored: { id: randomUUID(), hash, created: now(), expires: null } };
  };
  const accepted = (client: Client, secretId: string): Verification =>
    client.enabled
      ? { ok: true, client, secretId }
      : { ok: false, reason: 'disabled', message: 'This client is disabled.' };

  const verifyKnown = (id: string, secret: string): Verification | null => {
    const remembered = verified.find(id, secret);
    const client = current().get(id);
    const secretId = remembered.find((each) => client?.secretIds.has(each));
    return client && secretId !== undefined ? accepted(client, secretId) : null;
  };

  return {
    list: () => stored().map(info),
    get: (id) => current().get(id),
    async add({ id, name, scope }) {
      const problem = ClientId.safeParse(id).error?.issues[0]?.message;
      if (problem !== undefined) throw new AppError('invalid_body', `id: ${problem}`);
      const scopes = scopesOf(scope);
      const taken = () => {
        if (current().has(id) || Object.values<string>(OWN_CLIENT_IDS).includes(id)) {
          throw new AppError('conflict', `A client ${id} already exists.`);
        }
      };
      taken();
      const made = await secretOf();
      taken();
      const client: StoredClient = {
        id,
        name: nameOr(id, name),
        scopes,
        enabled: true,
        created: now(),
        last_used: null,
        secrets: [made.stored],
      };
      settings.change({ clients: [...stored(), client] });
      return { client_id: id, client_secret: made.secret, scope: scopes.join(' ') };
    },
    addDevice({ name, scope }) {
      const scopes = scopesOf(scope);
      const secret = { id: randomUUID(), hash: NO_SECRET, created: now(), expires: null };
      const id = deviceId(name, (taken) => current().has(taken));
      const device: StoredClient = {
        id,
        name: nameOr(id, name),
        scopes,
        enabled: true,
        created: now(),
        last_used: now(),
        secrets: [secret],
      };
      settings.change({ clients: [...stored(), device] });
      return { client: current().get(id)!, secretId: secret.id };
    },
    async rotate(id, { overlapHours = 0 } = {}) {
      find(id);
      const made = await secretOf();
      const { scopes, secrets } = find(id);
      const ends = now() + overlapHours * 3_600_000;
      // Keeps the current secret for the overlap; an older one ends.
      const old = secrets.filter(({ expires }) => expires === null).slice(0, 1);
      const kept = overlapHours > 0 ? old.map((secret) => ({ ...secret, expires: Math.round(ends) })) : [];
      replace(id, { secrets: [made.stored, ...kept] });
      verified.forget(id);
      return { client_id: id, client_secret: made.secret, scope: scopes.join(' ') };
    },
    remove(id) {
      find(id);
      settings.change({ clients: stored().filter((each) => each.id !== id) });
      verified.forget(id);
      lastUsed.forget(id);
    },
    change(id, { name, scope, enabled }) {
      const before = find(id);
      if (scope?.trim() === '') throw new AppError('invalid_body', 'scope: a client needs at least one.');
      replace(id, {
        name: name === undefined ? before.name : nameOr(id, name),
        scopes: scope === undefined ? before.scopes : scopesOf(scope),
        enabled: enabled ?? before.enabled,
      });
      return info(find(id));
    },
    async verify(id, secret) {
      const known = verifyKnown(id, secret);
      if (known) return known;
      const client = stored().find((each) => each.id === id);
      if (!client || client.secrets.length === 0) {
        await matchesNothing(secret);
        return WRONG;
      }
      for (const { id: secretId, hash } of client.secrets) {
        if (current().get(id)?.secretIds.has(secretId) === false || !(await matchesHash(secret, hash))) continue;
        // The secret may have been revoked while the hash was computed.
        const now = current().get(id);
        if (!now?.secretIds.has(secretId)) break;
        verified.remember(id, secretId, secret);
        return accepted(now, secretId);
      }
      return WRONG;
    },
    verifyKnown,
    touch: (id) => lastUsed.note(id, now()),
    close: () => lastUsed.flush(),
  };
}

const nameOr = (id: string, name = '') => (name.trim() === '' ? id : name.trim());

/** No secret has this hash. */
const NO_SECRET = 'none';

/** A readable id: "Ada's phone" becomes device-adas-phone, the next one device-adas-phone-2. */
function deviceId(name: string, isTaken: (id: string) => boolean): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  const id = word === '' ? 'device' : `device-${word}`;
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? id : `${id}-${number}`;
    if (!isTaken(wanted)) return wanted;
  }
}

function withoutSecrets({ id, name, scopes, enabled, secrets }: StoredClient, nowMs: number): Client {
  const good = secrets.filter(({ expires }) => expires === null || expires > nowMs);
  return Object.freeze({ id, name, scopes, enabled, secretIds: new Set(good.map((secret) => secret.id)) });
}

const MOST_UNKNOWN_SCOPES = 10;

/** The scopes of a list divided by spaces; all but `admin` when it names none. Throws `invalid_body` naming what is unknown and the nearest known ones. */
export function scopesOf(text: string | undefined): Scope[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [...DEFAULT_SCOPES];
  const unknown = [...new Set(words)].filter((word) => !(ALL_SCOPES as string[]).includes(word));
  if (unknown.length > 0) {
    const hints = unknown.slice(0, MOST_UNKNOWN_SCOPES).map((word) => {
      const hint = didYouMean(word, ALL_SCOPES);
      return `"${word.slice(0, 60)}"${hint && ` (${hint})`}`;
    });
    if (unknown.length > hints.length) hints.push(`${unknown.length - hints.length} more`);
    throw new AppError(
      'invalid_body',
      `scope: there is no ${hints.join(', ')}. Known scopes: ${ALL_SCOPES.join(', ')}.`,
    );
  }
  return knownScopes(words.join(' '));
}
