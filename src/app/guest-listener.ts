import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { setImmediate as turnOver } from 'node:timers/promises';
import type { ProofAddress } from '../contract/proofs.ts';
import type { SettingName } from '../contract/settings.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { GuestDoor } from '../proofing/guest-door.ts';
import type { GuestSessions } from '../proofing/guest-sessions.ts';
import { guestApp } from '../server/guests/guest-app.ts';
import { readGuestPage } from '../server/guests/guest-page.ts';
import type { Proxies } from '../server/network/forwarding.ts';
import { LISTEN_LIMITS, ListenError, type ListenLimits } from '../server/network/listen.ts';
import type { Settings } from '../settings/settings-store.ts';
import { isOpenToLan, lanUrls } from './configuration.ts';
import { openListener, type Listener } from './listener.ts';
import type { OwnDomain } from './own-domain.ts';

/** What decides where guests find their proofs. */
export const GUEST_SETTINGS = [
  'proofPort',
  'proofAddress',
  'host',
  'lan',
  'https',
  'domain',
] as const satisfies SettingName[];

/** Half of what the photographer's own listener may hold: each connection may have a file open besides. */
const LIMITS: ListenLimits = { ...LISTEN_LIMITS, connections: 256, connectionsOfHost: 192, newcomers: 32, kept: 0 };
const WORDS = { listening: 'Guests can see their proofs', securely: 'Guests can see their proofs with HTTPS' };
/** How many ports after a taken one are tried. */
const NEXT_PORTS = 20;
/** How often it is looked whether a proof has ended, or the domain has its certificate by now. */
const LOOK_MS = 60_000;

export interface GuestListenerOptions {
  settings: Pick<Settings, 'get'>;
  /** The address that the photographer's listener listens on. */
  host: () => string;
  domain: Pick<OwnDomain, 'contextFor'>;
  proxies: () => Proxies;
  door: () => GuestDoor;
  sessions: GuestSessions;
  /** Of the page for guests, as it was built. */
  pageDir: string;
  log: Log;
}

/** The listener for guests, on a port of its own: so a proxy or a tunnel can show that, and nothing else of Safelight. */
export interface GuestListener {
  /** Opens, moves or closes it, as proofs and settings want it. A failure is in the log, and is tried again. */
  follow(): Promise<void>;
  /** Holds requests until the work is done. */
  closedFor(work: () => Promise<void>): Promise<void>;
  /** null: it is closed. */
  port(): number | null;
  /** What it answers, also for those who come in another way. */
  readonly handler: RequestListener;
  /** Which addresses links can have, the best first. While it is closed, those that it would have. */
  addresses(): ProofAddress[];
  close(): Promise<void>;
}

export function guestListener(options: GuestListenerOptions): GuestListener {
  const { settings, host, domain, door, log } = options;
  let listener: Listener | null = null;
  /** The setting that the present port came from. */
  let wantedPort = 0;
  let problem: string | null = null;
  let turn = Promise.resolve();
  const timer = setInterval(() => void follow(), LOOK_MS).unref();

  const handler = guestApp({
    ...options,
    page: readGuestPage(options.pageDir),
    address: () => addresses().find(({ reach }) => reach !== 'computer')?.url ?? null,
  });
  const open = (at: string, port: number) =>
    openListener({
      host: at,
      port,
      handler,
      isLasting: () => false,
      onMoved: () => undefined,
      onClosing: () => undefined,
      limits: LIMITS,
      words: WORDS,
      log,
    });

  /** With the domain's own certificate, unless guests come through something that speaks plain HTTP with us. */
  const isSecure = () => {
    const { proxied, name } = placeOf(settings.get());
    return !proxied && name !== '' && domain.contextFor(name) !== undefined;
  };

  const followNow = async () => {
    if (!door().isNeeded()) {
      const before = listener;
      listener = null;
      await before?.close();
      return;
    }
    const { proofPort } = settings.get();
    const secure = isSecure();
    // Beside HTTPS, plain HTTP is for this computer.
    const at = secure ? '127.0.0.1' : host();
    const hasMoved = wantedPort !== proofPort || (listener?.secure() != null) !== secure;
    const port = secure || proofPort === 0 ? 0 : proofPort;
    if (!listener) listener = await firstFree(port, (free) => open(at, free));
    else if (hasMoved) await firstFree(port, (free) => listener!.move(at, free));
    else await listener.move(at, listener.port());
    await turnOver();
    if (secure) {
      const handshake = { SNICallback: sni(domain) };
      const present = hasMoved ? null : (listener.secure()?.port ?? null);
      await firstFree(present ?? proofPort, (free) =>
        listener!.listenSecurely({ host: host(), port: free, handshake }),
      );
    } else await listener.listenSecurely(null);
    wantedPort = proofPort;
    const told = listener.secure()?.port ?? listener.port();
    if (hasMoved && proofPort !== 0 && told !== proofPort)
      log.warn(
        { wanted: proofPort, port: told },
        'The port for guests is taken; they are answered at the next free one',
      );
  };
  const follow = () =>
    (turn = turn.then(async () => {
      try {
        await followNow();
        problem = null;
      } catch (error) {
        if (problem !== reasonOf(error)) log.error({ reason: reasonOf(error) }, 'Guests cannot see their proofs');
        problem = reasonOf(error);
      }
    }));

  const portNow = () => (listener ? (listener.secure()?.port ?? listener.port()) : null);

  function addresses(): ProofAddress[] {
    const { proofAddress, proofPort } = settings.get();
    const port = portNow() ?? proofPort;
    const given: ProofAddress[] = proofAddress === null ? [] : [addressOf(proofAddress)];
    if (port === 0) return given;
    const { name } = placeOf(settings.get());
    const own: ProofAddress[] = isSecure()
      ? [{ url: `https://${name}${port === 443 ? '' : `:${port}`}`, reach: 'internet', is_secure: true }]
      : [
          ...lanUrls(host(), port).map((url) => ({ url, reach: 'network' as const, is_secure: false })),
          { url: `http://127.0.0.1:${port}`, reach: 'computer', is_secure: true },
        ];
    // Without LAN access nobody else comes in by the name.
    return [...given, ...own.filter(({ reach }) => reach === 'computer' || isOpenToLan(host()))];
  }

  return {
    follow,
    closedFor: (work) => (listener ? listener.closedFor(work) : work()),
    port: portNow,
    handler,
    addresses,
    async close() {
      clearInterval(timer);
      await turn;
      await listener?.close();
      listener = null;
    },
  };
}

/** `proxied`: guests come through what has an address of its own. */
function placeOf({ proofAddress, domain, https }: ReturnType<Settings['get']>): { proxied: boolean; name: string } {
  const name = https ? domain : '';
  return { proxied: proofAddress !== null && new URL(proofAddress).hostname !== name, name };
}

const sni =
  ({ contextFor }: Pick<OwnDomain, 'contextFor'>) =>
  (name: string, answer: (error: null, context: ReturnType<typeof contextFor>) => void) =>
    answer(null, contextFor(name));

/** Opens at this port, or at the next one that is free. Throws ListenError. */
async function firstFree<Opened>(port: number, open: (port: number) => Promise<Opened>): Promise<Opened> {
  const ports = port === 0 ? [0] : [...Array.from({ length: NEXT_PORTS }, (_, at) => port + at), 0];
  for (const each of ports.filter((number) => number <= 65_535)) {
    try {
      return await open(each);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
      if (!(error instanceof ListenError) || code !== 'EADDRINUSE' || each === 0) throw error;
    }
  }
  return open(0);
}

const PRIVATE =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd]|\[fe80)/i;

/** Where the address that was entered can be reached from, as far as it tells. */
function addressOf(url: string): ProofAddress {
  const { hostname, protocol } = new URL(url);
  const isHere = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isNear = PRIVATE.test(hostname) || (isName && (!hostname.includes('.') || hostname.endsWith('.local')));
  return {
    url,
    reach: isHere ? 'computer' : isNear ? 'network' : 'internet',
    is_secure: protocol === 'https:' || isHere,
  };
}
