import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedRows, drawLabel, drawMenu, type DrawnRow } from './menu-drawing.ts';
import type { MenuRow, TrayMenu } from './tray-menu.ts';

const row = (label: string, more: Partial<MenuRow> = {}): MenuRow => ({
  kind: 'row',
  label,
  action: { action: 'quit' },
  ...more,
});
const menu = (names: string[], more: MenuRow[] = []): TrayMenu => ({
  look: 'idle',
  tooltip: '',
  parts: [
    row('first'),
    { kind: 'separator' },
    { kind: 'submenu', label: 'parent', parts: [{ kind: 'list', rows: names.map((name) => row(name)) }, row('last')] },
    ...more,
  ],
});
const all = (rows: readonly DrawnRow[]): DrawnRow[] => rows.flatMap((one) => [one, ...all(one.items ?? [])]);

test('every row has a number of its own and a parent cannot be clicked', () => {
  const drawing = drawMenu(menu(['a', 'b']), 'linux');
  const ids = all(drawing.rows).map(({ __id }) => __id);
  expect(new Set(ids).size).toBe(ids.length);
  const parent = drawing.rows.find(({ title }) => title === 'parent')!;
  expect(drawing.actions.has(parent.__id)).toBe(false);
  expect(drawing.actions.size).toBe(4);
});

test('a list grows within its room without a new menu, and gets more room beyond', () => {
  const small = drawMenu(menu(['a']), 'linux');
  const full = drawMenu(menu('abcdefgh'.split('')), 'linux', small.room);
  expect(full.shape).toBe(small.shape);
  const more = drawMenu(menu('abcdefghi'.split('')), 'linux', full.room);
  expect(more.shape).not.toBe(full.shape);
  // Rows are kept when the list shrinks: a client that comes and goes needs no new menu.
  const less = drawMenu(menu(['a']), 'linux', more.room);
  expect(less.shape).toBe(more.shape);
});

test('hidden rows cannot be clicked', () => {
  const drawing = drawMenu(menu(['a'], [row('secret', { hidden: true })]), 'linux');
  for (const { __id } of all(drawing.rows).filter(({ hidden }) => hidden))
    expect(drawing.actions.has(__id)).toBe(false);
});

test('only rows that look different are sent, each by itself', () => {
  const before = drawMenu(menu(['a', 'b']), 'linux');
  const after = drawMenu(menu(['a', 'c', 'd']), 'linux', before.room);
  expect(changedRows(before.rows, after.rows).map(({ title, hidden }) => [title, hidden])).toEqual([
    ['c', false],
    ['d', false],
  ]);
});

test('any sequence of lists, drawn by changes alone, ends as the last one drawn at once', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { maxLength: 8 }), { minLength: 2, maxLength: 6 }), (lists) => {
      let drawing = drawMenu(menu(lists[0]!), 'linux');
      const shown = new Map(all(drawing.rows).map(({ items: _, ...self }) => [self.__id, self]));
      for (const list of lists.slice(1)) {
        const next = drawMenu(menu(list), 'linux', drawing.room);
        for (const change of changedRows(drawing.rows, next.rows)) shown.set(change.__id, change);
        drawing = next;
      }
      expect([...shown.values()]).toEqual(all(drawing.rows).map(({ items: _, ...self }) => self));
    }),
  );
});

test.each<[string, { label: string; checked?: boolean }, NodeJS.Platform, string]>([
  ['a switch that is on', { label: 'Pause', checked: true }, 'linux', '☑ Pause'],
  ['a switch that is off', { label: 'Pause', checked: false }, 'linux', '☐ Pause'],
  ['Windows has switches', { label: 'Pause', checked: true }, 'win32', 'Pause'],
  ['macOS has switches', { label: 'Pause', checked: true }, 'darwin', 'Pause'],
  ['an underscore is no shortcut on Linux', { label: 'IMG_1_2.jpg' }, 'linux', 'IMG__1__2.jpg'],
  ['an ampersand is no shortcut on Windows', { label: 'you & me' }, 'win32', 'you && me'],
  ['and stays one elsewhere', { label: 'you & me' }, 'linux', 'you & me'],
  ['a name of two lines', { label: 'a\nb\t\u0000c' }, 'linux', 'a b c'],
  ['a name that would draw a line', { label: '<SEPARATOR>' }, 'linux', ' <SEPARATOR>'],
  ['a long name', { label: `${'a'.repeat(100)}.jpg` }, 'darwin', `${'a'.repeat(32)}…${'a'.repeat(27)}.jpg`],
  ['whole characters', { label: '📷'.repeat(100) }, 'darwin', `${'📷'.repeat(32)}…${'📷'.repeat(31)}`],
])('words are drawn as they are: %s', (_, part, platform, drawn) => {
  expect(drawLabel(part, platform)).toBe(drawn);
});
