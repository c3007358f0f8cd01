import { join } from 'node:path';
import type { TailscaleStatus } from '../contract/remote-access.ts';
import { Tailscale, undoTailscale } from '../network/tailscale/tailscale.ts';
import { tailscaleProgram } from '../network/tailscale/tailscale-command.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { Listener } from './listener.ts';

export interface OwnTailscaleOptions {
  dataDir: string;
  settings: Pick<Settings, 'get'>;
  listener: Pick<Listener, 'openRemoteDoor'>;
  /** Where programs are. */
  path: string;
  log: Log;
}

/** Tailscale as the settings want it. */
export interface OwnTailscale {
  status(): TailscaleStatus;
  /** The name under which others reach this computer; null: there is none. */
  name(): string | null;
  /** Sets it up or undoes it, without waiting. */
  follow(): void;
  close(): Promise<void>;
}

export function ownTailscale({ dataDir, settings, listener, path, log }: OwnTailscaleOptions): OwnTailscale {
  const note = join(dataDir, 'tailscale.json');
  let tailscale: Tailscale | null = null;
  let turn = Promise.resolve();
  const close = async () => {
    const open = tailscale;
    tailscale = null;
    await open?.close();
  };
  return {
    status: () => tailscale?.status() ?? { state: 'off', url: null, problem: null },
    name: () => tailscale?.name() ?? null,
    follow() {
      turn = turn.then(async () => {
        await close();
        const program = tailscaleProgram(path);
        if (settings.get().tailscale)
          tailscale = new Tailscale({ program, openDoor: () => listener.openRemoteDoor(), note, log });
        else await undoTailscale(program, note, log);
      });
    },
    close: () => (turn = turn.then(close)),
  };
}
