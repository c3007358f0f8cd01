import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { OWN_CLIENT_IDS } from '../settings/clients.ts';
import { readPrivateFile, writePrivateFile } from '../settings/private-file.ts';
import { DRIFT_MS, steadiness, type Clocks } from './clocks.ts';

export const SESSION_DAYS = 30;
const LIFETIME_MS = SESSION_DAYS * 24 * 3600 * 1000;
/** How far a session's end must move before it is stored. */
const SLIDE_MS = 3600 * 1000;
const STORE_DELAY_MS = 10_000;
/** The most sessions per client; beyond that, its least recently used one ends. */
export const MOST_SESSIONS_OF_A_CLIENT = 50;
/** The most sessions in all; beyond that, the client with the most loses one, but never Safelight's own browser. */
export const MOST_SESSIONS = 500;

const Session = z.object({
  /** SHA-256 of the cookie's value, so that the file alone signs nobody in. */
  id_hash: z.string(),
  client_id: z.string(),
  /** The client secret that it was opened with; null for a one-time code. */
  secret_id: z.string().nullable(),
  /** Unix milliseconds. */
  expires: z.int(),
  created: z.int().default(0),
  last_used: z.int().default(0),
  /** See [Note: Sessions of a time to come]. */
  early: z.int().optional(),
  /** The User-Agent and the address at sign-in. */
  agent: z.string().default(''),
  address: z.string().default(''),
});
/** A browser that is signed in. */
export type Session = z.infer<typeof Session>;

/** Facts about a browser, so that users can tell their sessions apart. */
export interface Browser {
  agent: string;
  address: string;
}

export interface Sessions {
  /** Returns the value for the cookie: 256 random bits. */
  open(session: { clientId: string; secretId: string | null; browser?: Browser | undefined }): string;
  /** Also extends the session by 30 days. */
  find(id: string): Session | undefined;
  end(id: string): void;
  /** The open sessions by their public ids, newest first. */
  list(): { publicId: string; session: Session }[];
  /** Ends a session by its public id. Returns whether there was one. */
  endByPublicId(publicId: string): boolean;
  /** The public id for a cookie's value. */
  publicIdOf(id: string): string;
  close(): void;
}

/**
 * [Note: Sessions of a time to come] If a session was last used later than it is now, the clock was ahead then or is behind
 * now, and nobody knows which. So it counts for 30 days from the first moment at which it was found like this, and keeps its
 * own times for the case that they are right: a clock that starts in 1970 signs nobody out, and a session that was opened in
 * 2036 does not last until then.
 */
const isEarly = ({ last_used }: Session, now: number) => last_used > now + DRIFT_MS;
const isOpen = (session: Session, now: number) =>
  isEarly(session, now) ? now < (session.early ?? now) + LIFETIME_MS : now < session.expires;

/** The signed-in browsers, stored in a file so that they survive a restart. */
export function openSessions({ file, log, clocks }: { file: string; log: Log; clocks: Clocks }): Sessions {
  const { now, elapsedMs } = clocks;
  const isClockSteady = steadiness(clocks);
  const began = elapsedMs();
  const sessions = new Map(load(file, log).map((session) => [session.id_hash, session]));
  let timer: NodeJS.Timeout | undefined;
  let isStored = true;

  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    // A clock that was set forward by mistake, before the start or since, must not sign everybody out for good.
    if (isClockSteady() && elapsedMs() - began >= LIFETIME_MS)
      for (const [key, session] of sessions) if (!isOpen(session, now())) sessions.delete(key);
    try {
      writePrivateFile(file, JSON.stringify([...sessions.values()]));
      isStored = true;
    } catch (error) {
      if (isStored) log.warn({ file, reason: reasonOf(error) }, 'The browser sessions cannot be stored');
      isStored = false;
      timer = setTimeout(store, STORE_DELAY_MS).unref();
    }
  };
  const key = (id: string) => hash('sha256', id, 'base64url');
  // The public id is a hash of the stored hash, so it cannot be used to sign in.
  const publicId = (keyOfSession: string) => hash('sha256', keyOfSession, 'hex').slice(0, 16);

  const makeRoom = (clientId: string) => {
    const clients = Map.groupBy(sessions.values(), ({ client_id }) => client_id);
    const own = clients.get(clientId) ?? [];
    if (own.length >= MOST_SESSIONS_OF_A_CLIENT) sessions.delete(leastUsed(own).id_hash);
    if (sessions.size < MOST_SESSIONS) return;
    clients.delete(OWN_CLIENT_IDS.browser);
    const [most] = [...clients.values()].sort((one, other) => other.length - one.length);
    if (most) sessions.delete(leastUsed(most).id_hash);
  };

  return {
    open({ clientId, secretId, browser }) {
      const id = randomBytes(32).toString('base64url');
      makeRoom(clientId);
      sessions.set(key(id), {
        id_hash: key(id),
        client_id: clientId,
        secret_id: secretId,
        expires: now() + LIFETIME_MS,
        created: now(),
        last_used: now(),
        agent: (browser?.agent ?? '').slice(0, 300),
        address: browser?.address ?? '',
      });
      store();
      return id;
    },
    find(id) {
      const session = sessions.get(key(id));
      if (!session || !isOpen(session, now())) return undefined;
      const storeSoon = () => (timer ??= setTimeout(store, STORE_DELAY_MS).unref());
      if (isEarly(session, now())) {
        if (session.early !== undefined) return session;
        session.early = now();
        storeSoon();
        return session;
      }
      delete session.early;
      session.last_used = now();
      const end = now() + LIFETIME_MS;
      if (session.expires >= end - SLIDE_MS) return session;
      session.expires = end;
      storeSoon();
      return session;
    },
    end(id) {
      if (sessions.delete(key(id))) store();
    },
    list: () =>
      [...sessions]
        .filter(([, session]) => isOpen(session, now()))
        .map(([id, session]) => ({ publicId: publicId(id), session }))
        .reverse(),
    endByPublicId(wanted) {
      const found = [...sessions.keys()].find((id) => publicId(id) === wanted);
      if (found === undefined) return false;
      sessions.delete(found);
      store();
      return true;
    },
    publicIdOf: (id) => publicId(key(id)),
    close() {
      if (timer) store();
    },
  };
}

const leastUsed = (sessions: readonly Session[]): Session =>
  sessions.reduce((least, each) => (usedMs(each) < usedMs(least) ? each : least));
const usedMs = ({ early, last_used }: Session) => early ?? last_used;

const load = (file: string, log: Log): Session[] =>
  readPrivateFile(file, z.array(Session), (kept, reason) =>
    log.warn({ file, reason, kept }, 'A damaged file of sessions is kept aside: all browsers must sign in again.'),
  ) ?? [];
