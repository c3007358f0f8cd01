/**
 * Draws the tray on Linux where systray2 has no program, such as on ARM: a StatusNotifierItem over D-Bus. It is a process that speaks
 * the protocol of that program, so the tray treats both alike.
 * https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineInterface, sessionBus } from 'dbus-native';
import { belongToServer } from '../platform/child-process.ts';
import { reasonOf } from '../platform/errors.ts';
import { dbusMenu } from './dbus-menu.ts';
import type { DrawnRow } from './menu-drawing.ts';
import type { TrayHead } from './tray-program.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM_PATH = '/org/safelight/tray';
const MENU_PATH = '/org/safelight/tray/menu';

type Message =
  | ({ type?: undefined; items: DrawnRow[] } & TrayHead)
  | { type: 'update-item'; item: DrawnRow }
  | { type: 'update-menu'; menu: TrayHead }
  | { type: 'exit' };

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
function giveUp(error: unknown): never {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

/** Panels read the icon from a file. One for each picture: a new name tells them that it is another one. */
const iconFiles = new Map<string, string>();
function iconFile(picture: string): string {
  const file = iconFiles.get(picture) ?? join(tmpdir(), `icon-${iconFiles.size}.png`);
  if (!iconFiles.has(picture)) writeFileSync(file, Buffer.from(picture, 'base64'));
  iconFiles.set(picture, file);
  return file;
}

// The tray finds out whether there is a bus; it passes its address.
const bus = sessionBus({ direct: true });
bus.connection.on('error', giveUp);
bus.connection.on('close', () => giveUp('the D-Bus session bus ended'));

const menu = dbusMenu((id) => say({ type: 'clicked', __id: id }));
let icon = '';
let tooltip = '';
const read = (type: string, get: () => unknown) => ({ type, access: 'read' as const, get });
/** On a click, panels show the menu by themselves (ItemIsMenu). */
const nothing = { in: { x: 'i', y: 'i' }, handler: () => undefined };
const item = defineInterface({
  name: 'org.kde.StatusNotifierItem',
  methods: {
    Activate: nothing,
    SecondaryActivate: nothing,
    ContextMenu: nothing,
    Scroll: { in: { delta: 'i', orientation: 's' }, handler: () => undefined },
  },
  properties: {
    Category: read('s', () => 'ApplicationStatus'),
    Id: read('s', () => 'safelight'),
    Title: read('s', () => 'Safelight'),
    Status: read('s', () => 'Active'),
    WindowId: read('i', () => 0),
    IconThemePath: read('s', () => ''),
    IconName: read('s', () => icon),
    ToolTip: read('(sa(iiay)ss)', () => ['', [], 'Safelight', tooltip]),
    ItemIsMenu: read('b', () => true),
    Menu: read('o', () => MENU_PATH),
  },
  signals: { NewIcon: {}, NewToolTip: {} },
});

async function register(): Promise<void> {
  try {
    await bus.invoke({
      destination: WATCHER,
      path: '/StatusNotifierWatcher',
      interface: WATCHER,
      member: 'RegisterStatusNotifierItem',
      signature: 's',
      body: [ITEM_PATH],
    });
  } catch {
    // There is no panel; when one comes, it is told.
  }
}

function changeHead(head: Partial<TrayHead>): void {
  const before = { icon, tooltip };
  if (head.icon) icon = iconFile(head.icon);
  tooltip = head.tooltip ?? tooltip;
  if (icon !== before.icon) item.emit.NewIcon?.();
  if (tooltip !== before.tooltip) item.emit.NewToolTip?.();
}

async function handle(message: Message): Promise<void> {
  switch (message.type) {
    case undefined:
      changeHead(message);
      menu.show(message.items);
      return register();
    case 'update-menu':
      changeHead(message.menu);
      return;
    case 'update-item':
      menu.change(message.item);
      return;
    case 'exit':
      process.exit(0);
  }
}

bus.name = await bus.invokeDbus<string>({ member: 'Hello' }).catch(giveUp);
await bus.export(ITEM_PATH, item);
await bus.export(MENU_PATH, menu.definition);
bus.connection.on('message', ({ member, body }) => {
  if (member === 'NameOwnerChanged' && body?.[0] === WATCHER && body[2] !== '' && icon !== '') void register();
});
await bus.watch(`type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${WATCHER}'`);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => void handle(JSON.parse(line) as Message).catch(giveUp));
belongToServer();
// Safelight has ended, however that was.
lines.on('close', () => process.exit(0));
say({ type: 'ready' });
