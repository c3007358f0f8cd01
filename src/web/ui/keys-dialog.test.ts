import { expect, test, vi } from 'vitest';
import { wishOfKey } from '../culling/culling-keys.ts';
import { KEY_LIST } from '../culling/key-list.ts';
import { actionsOf, type View } from '../culling/use-view-keys.ts';
import { actionsOf as pictureActions } from '../detail/detail-keys.ts';
import { starsOf, undoOrRedo } from '../organising/organising-keys.ts';
import { labelOfKey } from '../organising/decision.ts';
import { ORGANISE, PICTURE } from './keys-dialog.tsx';

vi.hoisted(() => {
  // Modules read them when they are loaded.
  Object.assign(globalThis, { location: new URL('http://localhost/'), history: {}, addEventListener: () => undefined });
});

const PRINTED = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const FUNCTION_KEYS = Array.from({ length: 12 }, (_, at) => `F${at + 1}`);
const pressed = (key: string, held: Partial<KeyboardEvent> = {}) =>
  ({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, ...held }) as KeyboardEvent;

/** How a list names the keys of an event. The key of + is = without Shift. */
const NAMES: Record<string, string> = {
  ...{ ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Home: 'home', End: 'end' },
  ...{ PageUp: 'pageUp', PageDown: 'pageDown', Enter: 'enter', ' ': 'space', Escape: 'Esc', '-': '−', '=': '+' },
};
const nameOf = (key: string) => NAMES[key] ?? key.toUpperCase();

/** A row of a list as the keys and chords that it stands for: `ctrl shift Z`. */
function keysOf(row: readonly string[]): string[] {
  if (row[1] === '…') {
    const [from, to] = [row[0]!, row[2]!].map((key) => Number(key.replace('F', '')));
    return Array.from({ length: to! - from! + 1 }, (_, at) => row[0]!.replace(/\d/, String(from! + at)));
  }
  const comma = row.indexOf(',');
  if (comma > 0) return [...keysOf(row.slice(0, comma)), ...keysOf(row.slice(comma + 1))];
  const last = row.at(-1)!.split(' ');
  return last.map((key) => [...row.slice(0, -1), key].join(' '));
}

const handled = (wish: (event: KeyboardEvent) => unknown, actions: Record<string, unknown>): string[] => [
  ...[...PRINTED, ...FUNCTION_KEYS].filter((key) => wish(pressed(key)) !== null).map(nameOf),
  ...Object.keys(actions).map(nameOf),
  ...[false, true].flatMap((shiftKey) =>
    PRINTED.filter((key) => undoOrRedo(pressed(key, { ctrlKey: true, shiftKey })) !== null).map(
      (key) => `ctrl ${shiftKey ? 'shift ' : ''}${nameOf(key)}`,
    ),
  ),
  'shift left',
];

test.each(['single', 'compare', 'survey'] as const)('every key of the culling view is in its list: %s', (mode) => {
  const view = { mode, panes: [1, 2], id: 1, index: 0, total: 9, room: null, survey: { burst: [1], first: 0 } };
  const keys = handled(wishOfKey, actionsOf(view as unknown as View));
  expect(keys).toEqual(expect.arrayContaining(['0', '9', 'R', 'F5', 'enter', 'ctrl Y', 'ctrl shift Z', '?']));
  const { survey, ...others } = KEY_LIST;
  const parts = [...Object.values(others), ...(mode === 'survey' ? [survey] : [])];
  const inList = parts.flatMap((part) => part.flatMap((row) => keysOf(row.keys)));
  expect(keys.filter((key) => !inList.includes(key))).toEqual([]);
});

test('every key of a picture is in the list', () => {
  const [none, zoom] = [() => undefined, { current: null }];
  const actions = pictureActions({
    ...{ controls: zoom, close: none, goBack: none, goOn: none, go: none, total: 9, showPanel: none },
    ...{ before: { show: none, hide: none }, looks: { toggleSplit: none, toggleClipping: none } },
  } as unknown as Parameters<typeof pictureActions>[0]);
  const keys = handled((event) => starsOf(event) ?? labelOfKey(event.key) ?? null, actions);
  const inList = [...PICTURE, ...ORGANISE].flatMap(([row]) => keysOf(row));
  expect(keys.filter((key) => !inList.includes(key))).toEqual([]);
});
