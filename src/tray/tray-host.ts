/** Whether this desktop can show a tray icon. On Linux the session bus knows. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';
import { Restarts } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';

export type TrayHost = {
  present: boolean;
  /** Why there is none, in words for the user. */
  reason: string | null;
  /** The color of the panel. */
  panel: 'dark' | 'light';
};

export type TrayHostWatch = {
  /** Whether the panel has taken an icon from this process. null: unknown. */
  holdsIconOf(pid: number): Promise<boolean | null>;
  close(): Promise<void>;
};

/** A bus that does not answer takes ten seconds not to. */
const BACK_OFF = { firstMs: 1_000, slowestMs: 60_000, resetAfterMs: 30_000 };

const NO_HOST =
  'nothing on this desktop shows tray icons (GNOME needs the extension "AppIndicator and KStatusNotifierItem Support")';

const PORTAL = 'org.freedesktop.portal.Desktop';
const COLORS = ['org.freedesktop.appearance', 'color-scheme'];

/** The session bus as a desktop program finds it, or null. An address may exist although no bus answers. */
export function sessionBusAddress(env: NodeJS.ProcessEnv): string | null {
  const address = env.DBUS_SESSION_BUS_ADDRESS;
  if (address) return address;
  const folder = env.XDG_RUNTIME_DIR;
  const socket = folder ? join(folder, 'bus') : null;
  return socket !== null && existsSync(socket) ? `unix:path=${socket}` : null;
}

/**
 * The connection behind an entry of RegisteredStatusNotifierItems. Panels write it in several ways:
 * ":1.8/org/ayatana/…" (Plasma, Xfce), ":1.8@/org/ayatana/…" (GNOME's extension), or a name of its own.
 */
export const itemOwner = (item: string): string => /:\d+\.\d+/.exec(item)?.[0] ?? item.split(/[@/]/)[0]!;

/**
 * Reports whether a StatusNotifier host runs, now and whenever that changes: panels start late and restart. A bus that
 * does not answer is asked again, after a second at first and then less and less often.
 */
export function watchTrayHost(
  address: string,
  onChange: (host: TrayHost) => void,
  { desktop = '', timeoutMs = 10_000 }: { desktop?: string | undefined; timeoutMs?: number | undefined } = {},
): TrayHostWatch {
  // Panels are dark on GNOME, Xfce, Cinnamon and MATE. Plasma's panel has the colors of the windows, which are light
  // by default.
  const followsColors = desktop.split(':').includes('KDE');
  let host: TrayHost = { present: false, reason: null, panel: followsColors ? 'light' : 'dark' };
  let bus: MessageBus | null = null;
  let isClosed = false;
  const restarts = new Restarts(() => void connect(), BACK_OFF);
  let told: string | undefined;

  const tell = (now: Partial<TrayHost>) => {
    host = { ...host, ...now };
    const words = JSON.stringify(host);
    if (isClosed || words === told) return;
    told = words;
    onChange(host);
  };
  const ask = async (on: MessageBus, { alsoColor }: { alsoColor: boolean }) => {
    const panel = alsoColor ? await panelColor(on) : null;
    const hasOwner = await on.invokeDbus<boolean>({ member: 'NameHasOwner', signature: 's', body: [WATCHER] });
    tell({ present: hasOwner, reason: hasOwner ? null : NO_HOST, ...(panel && { panel }) });
  };
  const connect = async () => {
    restarts.noteStart();
    let isLost = false;
    let opened: MessageBus | null = null;
    const lost = (error?: unknown) => {
      if (isLost || isClosed) return;
      isLost = true;
      bus = null;
      opened?.connection.stream.destroy();
      tell({ present: false, reason: `the D-Bus session bus does not respond (${reasonOf(error ?? 'it ended')})` });
      restarts.plan();
    };
    try {
      // Most starts need no bus.
      const { sessionBus } = await import('dbus-native');
      if (isClosed) return;
      // direct: the package's own Hello throws where nobody can catch it when the bus does not answer.
      opened = sessionBus({ busAddress: address, timeout: timeoutMs, direct: true });
      bus = opened;
      const { connection } = opened;
      connection.on('error', lost);
      connection.on('close', lost);
      const on = opened;
      connection.on('message', (message) => {
        const isOfWatcher = message.member === 'NameOwnerChanged' && message.body?.[0] === WATCHER;
        const isOfColors = message.member === 'SettingChanged' && message.body?.[1] === COLORS[1];
        if (isOfWatcher || (isOfColors && followsColors)) void ask(on, { alsoColor: isOfColors }).catch(lost);
      });
      opened.name = await opened.invokeDbus<string>({ member: 'Hello' });
      // Subscribe first, then ask: no change is missed in between.
      await opened.watch(`type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${WATCHER}'`);
      if (followsColors)
        await opened.watch("type='signal',interface='org.freedesktop.portal.Settings',member='SettingChanged'");
      await ask(opened, { alsoColor: followsColors });
    } catch (error) {
      lost(error);
    }
  };
  void connect();
  return {
    holdsIconOf: (pid) => (bus === null ? Promise.resolve(null) : hasIconOf(bus, pid)),
    async close() {
      isClosed = true;
      restarts.stop();
      await bus?.close().catch(() => undefined);
    },
  };
}

async function hasIconOf(on: MessageBus, pid: number): Promise<boolean | null> {
  try {
    const items = await on.invoke<string[]>({
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [WATCHER, 'RegisteredStatusNotifierItems'],
    });
    const owners = await Promise.all(
      items.map((item) =>
        on
          .invokeDbus<number>({ member: 'GetConnectionUnixProcessID', signature: 's', body: [itemOwner(item)] })
          .catch(() => null),
      ),
    );
    if (owners.includes(pid)) return true;
    return owners.includes(null) ? null : false;
  } catch {
    return null;
  }
}

/** Null: a desktop without the portal does not answer. */
async function panelColor(on: MessageBus): Promise<TrayHost['panel'] | null> {
  const preference = await on
    .invoke<number>({
      destination: PORTAL,
      path: '/org/freedesktop/portal/desktop',
      interface: 'org.freedesktop.portal.Settings',
      member: 'Read',
      signature: 'ss',
      body: COLORS,
    })
    .catch(() => null);
  // 1: the user prefers dark, 2: light, 0: no preference.
  return preference === null ? null : preference === 1 ? 'dark' : 'light';
}
