import { randomUUID } from 'node:crypto';
import { ClientId, type ClientInfo, type ClientSecret, type NewClient } from '../contract/clients.ts';
import type { Scope } from '../contract/scopes.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { deviceId } from './device-id.ts';
import { LastUsed } from './last-used.ts';
import { parseScopes } from './parse-scopes.ts';
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
export const OWN_CLIENT_IDS = {
  cli: 'safelight-cli',
  browser: 'safelight-browser',
  /** `safelight mcp`: an agent of the local user. */
  agent: 'safelight-agent',
} as const;

const WRONG: Verification = { ok: false, reason: 'wrong', message: 'Unknown client or wrong secret.' };

interface ClientsOptions {
  settings: Pick<Settings, 'get' | 'change'>;
  log: Log;
  /** Unix milliseconds. */
  now?: () => number;
  secretCost?: SecretCost | undefined;
}

/** The client registrations, kept in the settings. */
export const openClients = (options: ClientsOptions): Clients => new RegisteredClients(options);

class RegisteredClients implements Clients {
  readonly #settings: Pick<Settings, 'get' | 'change'>;
  readonly #now: () => number;
  readonly #secretCost: SecretCost | undefined;
  readonly #verified = new VerifiedSecrets();
  readonly #lastUsed: LastUsed;
  /** Without secrets, as made from `source`, until the next secret ends. */
  #known: { source: readonly StoredClient[]; goodUntil: number; byId: Map<string, Client> } | null = null;

  constructor({ settings, log, now = Date.now, secretCost }: ClientsOptions) {
    this.#settings = settings;
    this.#now = now;
    this.#secretCost = secretCost;
    this.#lastUsed = new LastUsed((times) => {
      this.#store(this.#stored().map((each) => ({ ...each, last_used: times.get(each.id) ?? each.last_used })));
    }, log);
  }

  list(): ClientInfo[] {
    return this.#stored().map((client) => this.#info(client));
  }

  get(id: string): Client | undefined {
    const source = this.#stored();
    if (this.#known?.source !== source || this.#now() >= this.#known.goodUntil) {
      const nowMs = this.#now();
      const ends = source.flatMap(({ secrets }) => secrets.map(({ expires }) => expires ?? Infinity));
      this.#known = {
        source,
        goodUntil: Math.min(Infinity, ...ends.filter((end) => end > nowMs)),
        byId: new Map(source.map((client) => [client.id, withoutSecrets(client, nowMs)])),
      };
    }
    return this.#known.byId.get(id);
  }

  async add({ id, name, scope }: NewClient): Promise<ClientSecret> {
    const problem = ClientId.safeParse(id).error?.issues[0]?.message;
    if (problem !== undefined) throw new AppError('invalid_body', `id: ${problem}`);
    const scopes = parseScopes(scope);
    this.#refuseTaken(id);
    const made = await this.#newSecret();
    // It may have been taken while the hash was computed.
    this.#refuseTaken(id);
    this.#store([...this.#stored(), this.#registration({ id, name, scopes, last_used: null, secret: made.stored })]);
    return { client_id: id, client_secret: made.secret, scope: scopes.join(' ') };
  }

  addDevice({ name, scope }: { name: string; scope: string }): { client: Client; secretId: string } {
    const scopes = parseScopes(scope);
    const secret = { id: randomUUID(), hash: NO_SECRET, created: this.#now(), expires: null };
    const id = deviceId(name, (taken) => this.get(taken) !== undefined);
    this.#store([...this.#stored(), this.#registration({ id, name, scopes, last_used: this.#now(), secret })]);
    return { client: this.get(id)!, secretId: secret.id };
  }

  async rotate(id: string, { overlapHours = 0 }: { overlapHours?: number | undefined } = {}): Promise<ClientSecret> {
    this.#find(id);
    const made = await this.#newSecret();
    const { scopes, secrets } = this.#find(id);
    const ends = this.#now() + overlapHours * 3_600_000;
    // Keeps the current secret for the overlap; an older one ends.
    const old = secrets.filter(({ expires }) => expires === null).slice(0, 1);
    const kept = overlapHours > 0 ? old.map((secret) => ({ ...secret, expires: Math.round(ends) })) : [];
    this.#replace(id, { secrets: [made.stored, ...kept] });
    this.#verified.forget(id);
    return { client_id: id, client_secret: made.secret, scope: scopes.join(' ') };
  }

  remove(id: string): void {
    this.#find(id);
    this.#store(this.#stored().filter((each) => each.id !== id));
    this.#verified.forget(id);
    this.#lastUsed.forget(id);
  }

  change(id: string, { name, scope, enabled }: ClientChange): ClientInfo {
    const before = this.#find(id);
    if (scope?.trim() === '') throw new AppError('invalid_body', 'scope: a client needs at least one.');
    this.#replace(id, {
      name: name === undefined ? before.name : nameOr(id, name),
      scopes: scope === undefined ? before.scopes : parseScopes(scope),
      enabled: enabled ?? before.enabled,
    });
    return this.#info(this.#find(id));
  }

  async verify(id: string, secret: string): Promise<Verification> {
    const known = this.verifyKnown(id, secret);
    if (known) return known;
    const client = this.#stored().find((each) => each.id === id);
    if (!client || client.secrets.length === 0) {
      await matchesNothing(secret);
      return WRONG;
    }
    for (const { id: secretId, hash } of client.secrets) {
      if (this.get(id)?.secretIds.has(secretId) === false || !(await matchesHash(secret, hash))) continue;
      // The secret may have been revoked while the hash was computed.
      const now = this.get(id);
      if (!now?.secretIds.has(secretId)) break;
      this.#verified.remember(id, secretId, secret);
      return accepted(now, secretId);
    }
    return WRONG;
  }

  verifyKnown(id: string, secret: string): Verification | null {
    const client = this.get(id);
    const secretId = this.#verified.find(id, secret).find((each) => client?.secretIds.has(each));
    return client && secretId !== undefined ? accepted(client, secretId) : null;
  }

  touch(id: string): void {
    this.#lastUsed.note(id, this.#now());
  }

  close(): void {
    this.#lastUsed.flush();
  }

  #stored(): readonly StoredClient[] {
    return this.#settings.get().clients;
  }

  #store(clients: StoredClient[]): void {
    this.#settings.change({ clients });
  }

  #find(id: string): StoredClient {
    const client = this.#stored().find((each) => each.id === id);
    if (!client) throw new AppError('not_found', `There is no client ${id.slice(0, 100)}.`);
    return client;
  }

  #replace(id: string, change: Partial<StoredClient>): void {
    this.#store(this.#stored().map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #refuseTaken(id: string): void {
    if (this.get(id) || Object.values<string>(OWN_CLIENT_IDS).includes(id))
      throw new AppError('conflict', `A client ${id} already exists.`);
  }

  #registration(of: {
    id: string;
    name: string | undefined;
    scopes: Scope[];
    last_used: number | null;
    secret: StoredClient['secrets'][number];
  }): StoredClient {
    const { id, name, scopes, last_used, secret } = of;
    return { id, name: nameOr(id, name), scopes, enabled: true, created: this.#now(), last_used, secrets: [secret] };
  }

  async #newSecret() {
    const secret = newSecret();
    const hash = await hashSecret(secret, this.#secretCost);
    return { secret, stored: { id: randomUUID(), hash, created: this.#now(), expires: null } };
  }

  #info({ id, name, scopes, enabled, created, last_used, secrets }: StoredClient): ClientInfo {
    return {
      id,
      name,
      scopes: [...scopes],
      enabled,
      created,
      last_used: this.#lastUsed.of(id) ?? last_used,
      old_secret_until: secrets.find(({ expires }) => expires !== null && expires > this.#now())?.expires ?? null,
    };
  }
}

const accepted = (client: Client, secretId: string): Verification =>
  client.enabled
    ? { ok: true, client, secretId }
    : { ok: false, reason: 'disabled', message: 'This client is disabled.' };

const nameOr = (id: string, name = '') => (name.trim() === '' ? id : name.trim());

/** No secret has this hash. */
const NO_SECRET = 'none';

function withoutSecrets({ id, name, scopes, enabled, secrets }: StoredClient, nowMs: number): Client {
  const good = secrets.filter(({ expires }) => expires === null || expires > nowMs);
  return Object.freeze({ id, name, scopes, enabled, secretIds: new Set(good.map((secret) => secret.id)) });
}
