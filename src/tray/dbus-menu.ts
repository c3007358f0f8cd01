/**
 * A menu as panels read it over D-Bus (com.canonical.dbusmenu):
 * https://github.com/AyatanaIndicators/libdbusmenu/blob/master/libdbusmenu-glib/dbus-menu.xml
 */
import { defineInterface, type DefinedInterface, Variant } from 'dbus-native';
import { type DrawnRow, SEPARATOR } from './menu-drawing.ts';

type Properties = Record<string, Variant>;
type Node = [id: number, properties: Properties, children: Variant<Node>[]];

export type DbusMenu = {
  definition: DefinedInterface;
  show(rows: readonly DrawnRow[]): void;
  change(row: DrawnRow): void;
};

/** The number of what holds all rows. Rows have those of the drawing, from 1 on. */
const ROOT = 0;

export function dbusMenu(onClick: (id: number) => void): DbusMenu {
  let revision = 1;
  let root: DrawnRow[] = [];
  const known = new Map<number, DrawnRow>();

  const childrenOf = (id: number) => (id === ROOT ? root : (known.get(id)?.items ?? []));
  const node = (id: number, depth: number): Node => [
    id,
    propertiesOf(id, known.get(id)),
    depth === 0 ? [] : childrenOf(id).map(({ __id }) => new Variant('(ia{sv}av)', node(__id, depth - 1))),
  ];
  const event = (id: number, kind: string) => {
    if (kind === 'clicked' && known.has(id)) onClick(id);
  };

  const definition = defineInterface({
    name: 'com.canonical.dbusmenu',
    methods: {
      GetLayout: {
        in: { parent: 'i', depth: 'i', names: 'as' },
        out: { revision: 'u', layout: '(ia{sv}av)' },
        handler: ({ parent, depth }: { parent: number; depth: number }) => ({ revision, layout: node(parent, depth) }),
      },
      GetGroupProperties: {
        in: { ids: 'ai', names: 'as' },
        out: { properties: 'a(ia{sv})' },
        // None named means all.
        handler: ({ ids }: { ids: number[] }) =>
          (ids.length === 0 ? [ROOT, ...known.keys()] : ids).map((id) => [id, propertiesOf(id, known.get(id))]),
      },
      GetProperty: {
        in: { id: 'i', name: 's' },
        out: { value: 'v' },
        handler: ({ id, name }: { id: number; name: string }) =>
          propertiesOf(id, known.get(id))[name] ?? new Variant('s', ''),
      },
      Event: {
        in: { id: 'i', kind: 's', data: 'v', time: 'u' },
        handler: ({ id, kind }: { id: number; kind: string }) => event(id, kind),
      },
      EventGroup: {
        in: { events: 'a(isvu)' },
        out: { unknown: 'ai' },
        handler: ({ events }: { events: [number, string][] }) => {
          for (const [id, kind] of events) event(id, kind);
          return events.map(([id]) => id).filter((id) => !known.has(id));
        },
      },
      AboutToShow: { in: { id: 'i' }, out: { isChanged: 'b' }, handler: () => false },
      AboutToShowGroup: {
        in: { ids: 'ai' },
        out: { changed: 'ai', unknown: 'ai' },
        handler: ({ ids }: { ids: number[] }) => ({ changed: [], unknown: ids.filter((id) => !known.has(id)) }),
      },
    },
    properties: {
      Version: { type: 'u', access: 'read', value: 3 },
      TextDirection: { type: 's', access: 'read', value: 'ltr' },
      Status: { type: 's', access: 'read', value: 'normal' },
      IconThemePath: { type: 'as', access: 'read', value: [] },
    },
    signals: {
      ItemsPropertiesUpdated: { args: { changed: 'a(ia{sv})', removed: 'a(ias)' } },
      LayoutUpdated: { args: { revision: 'u', parent: 'i' } },
      ItemActivationRequested: { args: { id: 'i', time: 'u' } },
    },
  });

  const learn = (rows: readonly DrawnRow[]) => {
    for (const row of rows) {
      known.set(row.__id, row);
      learn(row.items ?? []);
    }
  };
  return {
    definition,
    show(rows) {
      root = [...rows];
      known.clear();
      learn(rows);
      definition.emit.LayoutUpdated?.(++revision, ROOT);
    },
    change(row) {
      const old = known.get(row.__id);
      if (old === undefined) return;
      // The row stays in its place, with its submenu.
      Object.assign(old, row);
      definition.emit.ItemsPropertiesUpdated?.([[row.__id, propertiesOf(row.__id, old)]], []);
    },
  };
}

/** Labels mark their own underscores and switches: see drawLabel. */
function propertiesOf(id: number, row: DrawnRow | undefined): Properties {
  if (id === ROOT) return { 'children-display': new Variant('s', 'submenu') };
  if (row === undefined) return {};
  const visible = new Variant('b', !row.hidden);
  if (row.title === SEPARATOR) return { type: new Variant('s', 'separator'), visible };
  return {
    label: new Variant('s', row.title),
    enabled: new Variant('b', row.enabled),
    visible,
    ...(row.items === undefined ? {} : { 'children-display': new Variant('s', 'submenu') }),
  };
}
