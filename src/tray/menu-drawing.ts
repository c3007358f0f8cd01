/** A menu in the tray program's terms: numbered rows, all of them there from the start, some of them hidden. */
import type { MenuPart, MenuRow, TrayAction, TrayMenu } from './tray-menu.ts';

/** A row as the tray program reads it. Numbers are unique within a menu: an unknown one would change the first row. */
export type DrawnRow = {
  __id: number;
  title: string;
  tooltip: string;
  enabled: boolean;
  hidden: boolean;
  checked: boolean;
  items?: DrawnRow[];
};

export type Drawing = {
  rows: DrawnRow[];
  /**
   * The action for a click on each row, by number. Parents of submenus are left out, although panels report clicks on
   * them.
   */
  actions: Map<number, TrayAction>;
  /** The number of rows that each list has, hidden ones included, in menu order. */
  room: number[];
  /** Equal for drawings that differ only in rows that can be changed; otherwise a new menu is needed. */
  shape: string;
};

/** The title that makes a row a line. */
export const SEPARATOR = '<SEPARATOR>';
const STEP = 8;

/**
 * Draws a menu. Lists get hidden rows to grow into: as many as `room` (of the previous drawing) says, or more where
 * that is not enough. On Linux the program has no switches, so the mark is part of the label there.
 */
export function drawMenu(menu: TrayMenu, platform: NodeJS.Platform, room: readonly number[] = []): Drawing {
  const actions = new Map<number, TrayAction>();
  const rooms: number[] = [];
  let last = 0;

  const drawRow = (row: MenuRow): DrawnRow => {
    const id = ++last;
    if (row.action !== null && row.hidden !== true) actions.set(id, row.action);
    return {
      __id: id,
      title: drawLabel(row, platform),
      tooltip: '',
      enabled: row.action !== null,
      hidden: row.hidden === true,
      checked: row.checked === true,
    };
  };
  const drawParts = (parts: readonly MenuPart[]): DrawnRow[] =>
    parts.flatMap((part) => {
      switch (part.kind) {
        case 'row':
          return [drawRow(part)];
        case 'separator':
          return [{ __id: ++last, title: SEPARATOR, tooltip: '', enabled: true, hidden: false, checked: false }];
        case 'list': {
          const before = room[rooms.length] ?? STEP;
          // At least one step more than needed, so that the next few additions need no new menu.
          const slots = part.rows.length <= before ? before : Math.ceil(part.rows.length / STEP + 1) * STEP;
          rooms.push(slots);
          const spare = Array<MenuRow>(slots - part.rows.length).fill({
            kind: 'row',
            label: '',
            action: null,
            hidden: true,
          });
          return [...part.rows, ...spare].map(drawRow);
        }
        case 'submenu': {
          const id = ++last;
          const items = drawParts(part.parts);
          const title = drawLabel(part, platform);
          return [{ __id: id, title, tooltip: '', enabled: true, hidden: false, checked: false, items }];
        }
      }
    });

  const rows = drawParts(menu.parts);
  return { rows, actions, room: rooms, shape: shapeOf(rows) };
}

/** The rows that look different in `after`, each without its submenu. Both drawings must have the same shape. */
export function changedRows(before: readonly DrawnRow[], after: readonly DrawnRow[]): DrawnRow[] {
  return after.flatMap((row, at) => {
    const old = before[at]!;
    const { items = [], ...self } = row;
    const isSame =
      old.title === self.title &&
      old.enabled === self.enabled &&
      old.hidden === self.hidden &&
      old.checked === self.checked;
    return [...(isSame ? [] : [self]), ...changedRows(old.items ?? [], items)];
  });
}

function shapeOf(rows: readonly DrawnRow[]): string {
  return rows.map(({ title, items }) => (items ? `(${shapeOf(items)})` : title === SEPARATOR ? '-' : 'r')).join('');
}

const LONGEST = 64;
const characters = new Intl.Segmenter('en');

/** One line, not too long, with the platform's special characters escaped. */
export function drawLabel(part: { label: string; checked?: boolean }, platform: NodeJS.Platform): string {
  // oxlint-disable-next-line no-control-regex -- file names may hold any of them
  const text = shorten(part.label.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' '));
  // A row that reads <SEPARATOR> would become a separator.
  const words = text === SEPARATOR ? ` ${text}` : text;
  if (platform === 'linux') {
    const plain = words.replaceAll('_', '__');
    if (part.checked === undefined) return plain;
    return `${part.checked ? '☑' : '☐'} ${plain}`;
  }
  return platform === 'win32' ? words.replaceAll('&', '&&') : words;
}

/** Leaves out the middle, because names often differ at their end. */
function shorten(text: string): string {
  const all = Array.from(characters.segment(text), ({ segment }) => segment);
  if (all.length <= LONGEST) return text;
  const half = (LONGEST - 1) / 2;
  return [...all.slice(0, Math.ceil(half)), '…', ...all.slice(-Math.floor(half))].join('');
}
