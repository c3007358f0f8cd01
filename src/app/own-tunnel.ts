import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { TunnelStatus } from '../contract/remote-access.ts';
import type { SettingName } from '../contract/settings.ts';
import { Tunnel } from '../network/tunnel/tunnel.ts';
import { tunnelTarget } from '../network/tunnel/tunnel-target.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { Listener } from './listener.ts';

/** What decides where the tunnel leads. */
export const TUNNEL_SETTINGS = [
  'tunnelHost',
  'tunnelPort',
  'tunnelKey',
  'tunnelShows',
] as const satisfies SettingName[];

export interface OwnTunnelOptions {
  dataDir: string;
  settings: Pick<Settings, 'get'>;
  listener: Pick<Listener, 'openRemoteDoor'>;
  /** Answers what is for guests, and nothing else. */
  forGuests: RequestListener;
  log: Log;
}

/** The tunnel as the settings want it. */
export interface OwnTunnel {
  status(): TunnelStatus;
  /** Opens it, closes it, or opens another one. Waits for the end of the former one alone. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

export function ownTunnel({ dataDir, settings, listener, forGuests, log }: OwnTunnelOptions): OwnTunnel {
  let tunnel: Tunnel | null = null;
  let turn = Promise.resolve();
  const closeNow = async () => {
    await tunnel?.close();
    tunnel = null;
  };
  const followNow = async () => {
    await closeNow();
    const { tunnelHost, tunnelPort, tunnelKey, tunnelShows } = settings.get();
    if (tunnelHost === '') return;
    const isForGuests = tunnelShows === 'proofs';
    tunnel = new Tunnel({
      target: tunnelTarget({ tunnelHost, tunnelPort, tunnelKey }),
      openDoor: (proof) => listener.openRemoteDoor(proof, isForGuests ? forGuests : undefined),
      publicAddress: () => settings.get()[isForGuests ? 'proofAddress' : 'publicAddress'],
      note: join(dataDir, 'tunnel.json'),
      log,
    });
  };
  return {
    status: () => ({
      host: settings.get().tunnelHost || null,
      ...(tunnel?.status() ?? { state: 'off', problem: null }),
    }),
    follow: () => (turn = turn.then(followNow)),
    close: () => (turn = turn.then(closeNow)),
  };
}
