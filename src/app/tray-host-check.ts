import { platform } from 'node:os';
import type { Environment } from '../platform/environment.ts';
import { sessionBusAddress, watchTrayHost, type TrayHost } from '../tray/tray-host.ts';

const PATIENCE_MS = 3_000;

/** Whether this desktop can show a tray icon now; null: there is no desktop. */
export async function askForTrayHost(
  environment: Pick<Environment, 'DISPLAY' | 'WAYLAND_DISPLAY' | 'DBUS_SESSION_BUS_ADDRESS' | 'XDG_RUNTIME_DIR'>,
): Promise<Pick<TrayHost, 'present' | 'reason'> | null> {
  if (platform() !== 'linux') return { present: true, reason: null };
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return null;
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = environment;
  const address = sessionBusAddress({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR });
  if (address === null) return { present: false, reason: 'there is no D-Bus session bus' };
  return new Promise((resolve) => {
    let isTold = false;
    const tell = (host: Pick<TrayHost, 'present' | 'reason'>) => {
      if (isTold) return;
      isTold = true;
      clearTimeout(late);
      resolve(host);
      void watch.close();
    };
    const late = setTimeout(
      () => tell({ present: false, reason: 'the D-Bus session bus does not respond' }),
      PATIENCE_MS + 1_000,
    );
    const watch = watchTrayHost(address, (host) => setImmediate(tell, host), { timeoutMs: PATIENCE_MS });
  });
}
