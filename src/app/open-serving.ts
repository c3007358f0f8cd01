import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressTest } from '../contract/public-address.ts';
import { testAddress } from '../network/public-address/test-address.ts';
import { ExpectedVisits } from '../network/public-address/visits.ts';
import { AppError } from '../platform/errors.ts';
import { guestDir, version, webDir } from '../platform/package-files.ts';
import { httpApp } from '../server/http-app.ts';
import { proxiesOf, type Proxies } from '../server/network/forwarding.ts';
import { restBelow } from '../server/requests/path-prefix.ts';
import { openEventStream } from '../server/responses/event-stream.ts';
import type { Services } from '../server/services.ts';
import type { Instance } from '../settings/instance.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import type { Settings } from '../settings/settings-store.ts';
import { openGuestSessions } from '../proofing/guest-sessions.ts';
import type { ClosingStack } from './closing-stack.ts';
import { isOpenToLan, lanUrls, ownNames } from './configuration.ts';
import { guestListener, type GuestListener } from './guest-listener.ts';
import { openListener, type Listener } from './listener.ts';
import { ownHttps, type OwnHttps } from './own-https.ts';
import { ownDomain, type OwnDomain } from './own-domain.ts';
import { ownTailscale, type OwnTailscale } from './own-tailscale.ts';
import { ownTunnel, type OwnTunnel } from './own-tunnel.ts';
import type { PluginService } from './plugin-service.ts';
import { whyReadOnly } from './read-only.ts';
import { refusedWhenReadOnly } from './read-only-queue.ts';
import type { ShownLibrary } from './shown-library.ts';

/** What the routes are handed, and the address at which they answer. */
export interface Serving {
  /** Of the library that is shown now. */
  readonly services: Services;
  readonly listener: Listener;
  readonly https: OwnHttps;
  readonly tunnel: OwnTunnel;
  readonly domain: OwnDomain;
  readonly tailscale: OwnTailscale;
  readonly guests: GuestListener;
  /** The addresses for other devices, the public one first. In the network: none without LAN access, with HTTPS its own alone. */
  lanUrls(): string[];
  /** Opens another library, or the same one again. Requests wait meanwhile. */
  reopening(reopen: () => Promise<void>): Promise<void>;
}

export interface ServingOptions extends Pick<
  Services,
  | 'auth'
  | 'clients'
  | 'searches'
  | 'recipes'
  | 'destinations'
  | 'agents'
  | 'webhooks'
  | 'events'
  | 'admin'
  | 'updates'
  | 'previewWait'
  | 'log'
> {
  settings: Settings;
  shown: ShownLibrary;
  plugin: PluginService;
  instance: Instance;
  dataDir: string;
  /** Where programs are. */
  path: string;
}

export async function openServing(options: ServingOptions, closing: ClosingStack): Promise<Serving> {
  const { settings, shown, plugin, instance, dataDir, path, ...own } = options;
  const eventStream = closing.add(openEventStream(own.events));
  const whyReadOnlyNow = () => whyReadOnly(settings.get(), shown.services().library.state());
  let listener: Listener | null = null;
  let https: OwnHttps | null = null;
  let guests: GuestListener | null = null;
  const proxies = proxiesNow(settings, ({ publicAddress }) => publicAddress);
  let tunnel: OwnTunnel | null = null;
  let tailscale: OwnTailscale | null = null;
  const addressTest = addressTestOf(settings);
  const domain = closing.add(ownDomain({ dataDir, settings, log: own.log }));
  const servicesNow = (): Services => {
    const parts = shown.services();
    return {
      ...parts,
      ...own,
      eventStream,
      whyReadOnly: whyReadOnlyNow,
      version,
      rendering: () => plugin.rendering(),
      async pageOpened() {
        if (settings.isChosen('renderer')) return;
        settings.keep('renderer');
        // What the page is told must be so from the first moment.
        await plugin.look();
      },
      queues: {
        ...parts.queues,
        refresh: refusedWhenReadOnly(parts.queues.refresh, whyReadOnlyNow),
        exports: refusedWhenReadOnly(parts.queues.exports, whyReadOnlyNow),
      },
      https: https!,
      remoteAccess: {
        status: () => ({ tunnel: tunnel!.status(), tailscale: tailscale!.status(), domain: domain.status() }),
      },
      origin: () => listener!.url(),
      allowedOrigins: () => settings.get().allowedOrigins,
      publicAddress: () => settings.get().publicAddress,
      proxies,
      addressTest,
      // Nothing listens for guests yet.
      proofAddresses: () => guests!.addresses(),
      allowedHosts: () => [
        ...(isOpenToLan(listener!.host()) ? ownNames() : []),
        ...publicHosts(settings.get()),
        ...(settings.get().domain === '' ? [] : [settings.get().domain]),
        ...(tailscale?.name() ? [tailscale.name()!] : []),
        ...settings.get().allowedHosts,
      ],
      webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    };
  };
  const { host, port } = shown.configuration();
  const listening = (listener = closing.add(
    await openListener({
      host,
      port,
      // Until all is open.
      handler: (_req, res) => res.writeHead(503, { 'Retry-After': '1' }).end(),
      isLasting: (sent) => {
        const url = restBelow(sent, settings.get().publicAddress) ?? sent;
        return url.startsWith('/api/v1/admin/') || url.startsWith('/api/v1/events');
      },
      onMoved: (url) => {
        instance.announce(url);
        own.events.emit('server.moved', { url });
      },
      onClosing: (server) => eventStream.endAll(server),
      log: own.log,
    }),
  ));
  const ownHttpsNow = (https = closing.add(ownHttps({ dataDir, settings, listener: listening, domain, log: own.log })));
  const tailscaleNow = (tailscale = closing.add(
    ownTailscale({ dataDir, settings, listener: listening, path, log: own.log }),
  ));
  const guestsNow = (guests = closing.add(
    guestListener({
      settings,
      host: () => listening.host(),
      domain,
      proxies: proxiesNow(settings, ({ proofAddress }) => proofAddress),
      door: () => shown.services().guestDoor,
      sessions: closing.add(openGuestSessions({ file: join(dataDir, 'guest-sessions.db'), log: own.log })),
      pageDir: guestDir,
      log: own.log,
    }),
  ));
  own.events.on('proofs.changed', () => void guestsNow.follow());
  const tunnelNow = (tunnel = closing.add(
    ownTunnel({ dataDir, settings, listener: listening, forGuests: guestsNow.handler, log: own.log }),
  ));
  let services = servicesNow();
  listening.serve(httpApp(services));
  await ownHttpsNow.follow();
  domain.follow();
  tailscaleNow.follow();
  await tunnelNow.follow();
  await guestsNow.follow();
  instance.announce(listening.url());
  // Before the listener: who waits for a picture would keep it open.
  closing.add({ close: () => shown.services().resident.close() });
  return {
    get services() {
      return services;
    },
    listener: listening,
    https: ownHttpsNow,
    tunnel: tunnelNow,
    domain,
    tailscale: tailscaleNow,
    guests: guestsNow,
    lanUrls: () => {
      const { publicAddress } = settings.get();
      const own = listening.secure() ? ownHttpsNow.status().lan_urls : lanUrls(listening.host(), listening.port());
      return publicAddress === null ? own : [publicAddress, ...own];
    },
    reopening: (reopen) =>
      listening.closedFor(() =>
        guestsNow.closedFor(async () => {
          try {
            await reopen();
          } finally {
            services = servicesNow();
            listening.serve(httpApp(services));
          }
          plugin.tell();
        }),
      ),
  };
}

function addressTestOf(settings: Pick<Settings, 'get'>): Services['addressTest'] {
  const visits = new ExpectedVisits();
  let running: Promise<AddressTest> | null = null;
  return {
    visits,
    run() {
      const { publicAddress } = settings.get();
      if (publicAddress === null) throw new AppError('conflict', 'There is no public address. Enter it first.');
      return (running ??= testAddress(publicAddress, visits).finally(() => (running = null)));
    },
  };
}

/** What the settings say of proxies; prepared anew when they change. */
function proxiesNow(
  settings: Pick<Settings, 'get'>,
  address: (now: Readonly<SettingsValues>) => string | null,
): () => Proxies {
  let of = '';
  let proxies: Proxies | null = null;
  return () => {
    const { trustedProxies, forwardedHeader } = settings.get();
    const outside = address(settings.get());
    const key = [...trustedProxies, forwardedHeader, outside].join(' ');
    if (proxies === null || of !== key) {
      of = key;
      // [Note: Trusted at first] Who has a public address has something on this computer, or a tunnel that ends here, behind it.
      const here = outside === null ? [] : LOOPBACK_NETWORKS;
      proxies = proxiesOf(trustedProxies.length > 0 ? trustedProxies : here, forwardedHeader);
    }
    return proxies;
  };
}
const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1'];

/** Its own host can be asked for. */
const publicHosts = ({ publicAddress }: Pick<SettingsValues, 'publicAddress'>): string[] =>
  publicAddress === null ? [] : [new URL(publicAddress).hostname];
