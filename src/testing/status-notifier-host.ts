/**
 * A StatusNotifier host of our own: what a desktop's panel is to the tray, without drawing anything. It reads menus, clicks
 * items and sees the icon, over the same D-Bus interfaces as a panel does.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineInterface, sessionBus, Variant, type Message } from 'dbus-native';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';

/** A row of the menu as the panel would draw it. */
export type HostRow = {
  /** The panel's own number of the row, good for a click. */
  id: number;
  label: string;
  enabled: boolean;
  visible: boolean;
  separator: boolean;
  rows: HostRow[];
};

/** A tray icon that has registered itself. */
export type HostItem = {
  /** Its connection, such as `:1.7`. */
  name: string;
  properties(): Promise<Record<string, unknown>>;
  /** The bytes of the icon that it shows now. */
  icon(): Promise<Buffer>;
  /** The menu with everything that is hidden. */
  layout(): Promise<HostRow[]>;
  click(id: number): Promise<void>;
};

export type TrayHost = {
  /** The icons that are there now. */
  items(): HostItem[];
  /** The one icon that is there; waits for it. */
  item(): Promise<HostItem>;
  /** Waits until no icon is there. */
  empty(): Promise<void>;
  /** How many icons have registered so far: restarts count. */
  registrations(): number;
  /** Waits for news of any kind, at most `ms`. */
  news(ms?: number): Promise<void>;
  /** Overlooks so many of the next registrations, as a busy desktop does. */
  ignore(registrations: number): void;
  /** Plays the portal that tells programs of the desktop's colors: 1 dark, 2 light. */
  setColours(scheme: number): Promise<void>;
  close(): Promise<void>;
};

type Node = [id: number, props: Record<string, unknown>, children: Node[]];

/** Becomes the watcher and the only host of the session bus at `busAddress`. Throws when the place is taken. */
export async function startTrayHost(busAddress: string): Promise<TrayHost> {
  const bus = sessionBus({ busAddress });
  let isClosing = false;
  let lost: string | undefined;
  bus.connection.on('error', (error) => {
    // An answer to a call that came while we closed is nobody's loss.
    if (!isClosing) lost ??= `its connection failed: ${error.message}`;
  });
  bus.connection.on('close', () => {
    if (!isClosing) lost ??= 'its connection was closed';
    tell();
  });
  const registered: { name: string; path: string }[] = [];
  const dead = new Set<unknown>();
  let count = 0;
  let ignored = 0;
  let wake = new AbortController();
  const tell = () => {
    const waiting = wake;
    wake = new AbortController();
    waiting.abort();
  };

  const watcher = defineInterface({
    name: WATCHER,
    methods: {
      RegisterStatusNotifierItem: {
        in: { service: 's' },
        handler: ({ service }: { service: string }, { sender }) => {
          const item = service.startsWith('/')
            ? { name: sender!, path: service }
            : { name: service, path: '/StatusNotifierItem' };
          // Calls are handled a moment after they came; meanwhile the caller may have died.
          if (dead.has(item.name)) return;
          if (ignored > 0) {
            ignored -= 1;
            return;
          }
          registered.push(item);
          count += 1;
          tell();
        },
      },
      RegisterStatusNotifierHost: { in: { service: 's' }, handler: () => undefined },
    },
    properties: {
      RegisteredStatusNotifierItems: {
        type: 'as',
        access: 'read',
        get: () => registered.map(({ name, path }) => name + path),
      },
      IsStatusNotifierHostRegistered: { type: 'b', access: 'read', value: true },
      ProtocolVersion: { type: 'i', access: 'read', value: 0 },
    },
    signals: {
      StatusNotifierItemRegistered: { args: { service: 's' } },
      StatusNotifierItemUnregistered: { args: { service: 's' } },
      StatusNotifierHostRegistered: {},
    },
  });
  await bus.export('/StatusNotifierWatcher', watcher);
  await bus.watch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'");
  await bus.watch(`type='signal',interface='${MENU}'`);
  await bus.watch(`type='signal',interface='${ITEM}'`);
  bus.connection.on('message', (message: Message) => {
    if (message.member === 'NameOwnerChanged' && message.body?.[2] === '') {
      dead.add(message.body[0]);
      const gone = registered.findIndex(({ name }) => name === message.body?.[0]);
      if (gone >= 0) registered.splice(gone, 1);
    }
    tell();
  });
  if (!(await bus.ownName(WATCHER)).isPrimaryOwner) throw new Error('This bus has a StatusNotifierWatcher already.');

  let colours = 0;
  const portal = defineInterface({
    name: 'org.freedesktop.portal.Settings',
    methods: {
      Read: {
        in: { namespace: 's', key: 's' },
        out: { value: 'v' },
        handler: () => new Variant('v', new Variant('u', colours)),
      },
    },
    signals: { SettingChanged: { args: { namespace: 's', key: 's', value: 'v' } } },
  });
  let hasPortal = false;
  const setColours = async (scheme: number) => {
    colours = scheme;
    if (!hasPortal) {
      await bus.export('/org/freedesktop/portal/desktop', portal);
      await bus.ownName('org.freedesktop.portal.Desktop');
    }
    hasPortal = true;
    portal.emit.SettingChanged?.('org.freedesktop.appearance', 'color-scheme', new Variant('u', scheme));
  };

  const itemAt = ({ name, path }: { name: string; path: string }): HostItem => {
    const properties = () =>
      bus.invoke<Record<string, unknown>>({
        destination: name,
        path,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'GetAll',
        signature: 's',
        body: [ITEM],
      });
    const menuPath = async () => (await properties()).Menu as string;
    return {
      name,
      properties: async () => await properties(),
      icon: async () => readFile((await properties()).IconName as string),
      layout: async () => {
        const answer = await bus.invoke<[revision: number, root: Node]>({
          destination: name,
          path: await menuPath(),
          interface: MENU,
          member: 'GetLayout',
          signature: 'iias',
          body: [0, -1, []],
        });
        return rowsOf(answer[1]);
      },
      click: async (id) => {
        await bus.invoke({
          destination: name,
          path: await menuPath(),
          interface: MENU,
          member: 'Event',
          signature: 'isvu',
          body: [id, 'clicked', new Variant('i', 0), 0],
        });
      },
    };
  };

  const news = async (ms = 250) => {
    await sleep(ms, undefined, { signal: wake.signal }).catch(() => undefined);
  };
  const waitFor = async <T>(look: () => T | undefined, what: string): Promise<T> => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const seen = look();
      if (seen !== undefined) return seen;
      if (lost !== undefined) throw new Error(`The tray host is lost: ${lost}`);
      if (Date.now() > deadline) throw new Error(`The tray host saw ${what} for a minute`);
      await news();
    }
  };
  return {
    items: () => registered.map(itemAt),
    item: () => waitFor(() => (registered[0] ? itemAt(registered[0]) : undefined), 'no icon'),
    empty: async () => {
      await waitFor(() => (registered.length === 0 ? true : undefined), 'an icon that stayed');
    },
    registrations: () => count,
    news,
    ignore: (registrations) => {
      ignored = registrations;
    },
    setColours,
    close: async () => {
      isClosing = true;
      await bus.close();
    },
  };
}

/** Properties at their default are not sent: a row without `enabled` is enabled, one without `visible` is visible. */
function rowsOf([, , children]: Node): HostRow[] {
  return children.map((node) => {
    const [id, props] = node;
    return {
      id,
      label: typeof props.label === 'string' ? props.label : '',
      enabled: props.enabled !== false,
      visible: props.visible !== false,
      separator: props.type === 'separator',
      rows: rowsOf(node),
    };
  });
}
