import { expect, test } from 'vitest';
import { CULLING, CULLING_PARTS } from '../culling/culling-actions.ts';
import { type Action, type Actions, PARTS } from './actions.ts';
import { namesOf } from './keys.ts';
import './words.ts';

const { gallery, picture, organise } = PARTS;
/** Each view with the tables whose keys work in it at once. */
const VIEWS: Record<string, readonly Actions[]> = {
  gallery: [gallery, organise],
  picture: [picture, organise],
  'culling, single': [CULLING.single],
  'culling, compare': [CULLING.compare],
  'culling, survey': [CULLING.survey],
};
const keysIn = (tables: readonly Actions[]) =>
  tables.flatMap((table) => Object.entries(table).flatMap(([id, { keys }]) => keys.map((key) => [key, id] as const)));

test.each(Object.entries(VIEWS))('no two actions share a key: %s', (_, tables) => {
  const keys = keysIn(tables).map(([key]) => key);
  expect(keys.length).toBeGreaterThan(1);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

test('the list of the culling view has every key of its views', () => {
  const listed = new Set(keysIn(Object.values(CULLING_PARTS)).map((entry) => entry.join(' ')));
  const all = keysIn(Object.values(CULLING)).map((entry) => entry.join(' '));
  expect(all).toEqual(expect.arrayContaining(['Z zoom', 'Enter zoom', 'Ctrl+Y redo', '9 labelDigits']));
  expect(all.filter((entry) => !listed.has(entry))).toEqual([]);
});

test('in the list of the culling view, Shift follows the decisions that it goes with', () => {
  expect(Object.keys(CULLING_PARTS.do)).toEqual(
    'stars reject labels labelDigits stay advance tags undo redo'.split(' '),
  );
});

const pressed = (key: string, code = '', held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
});
const SHIFT = { shiftKey: true };
const CTRL = { ctrlKey: true };
const done = (view: string, event: ReturnType<typeof pressed>) => {
  const actions = keysIn(VIEWS[view] ?? []);
  const names = namesOf(event, view.startsWith('culling'));
  return names.flatMap((name) => actions.filter(([key]) => key === name).map(([key, id]) => `${id} ${key}`))[0];
};

test.each([
  ['picture', pressed('z', 'KeyZ'), 'zoom Z'],
  ['picture', pressed('Enter'), 'zoom Enter'],
  ['picture', pressed('y', 'KeyY', CTRL), 'redo Ctrl+Y'],
  ['picture', pressed('Z', 'KeyZ', { ...CTRL, ...SHIFT }), 'redo Ctrl+Shift+Z'],
  // Caps Lock.
  ['picture', pressed('B', 'KeyB'), 'before B'],
  ['picture', pressed('я', 'KeyZ', CTRL), 'undo Ctrl+Z'],
  ['picture', pressed('B', 'KeyB', SHIFT), undefined],
  ['picture', pressed('F1', 'F1', SHIFT), undefined],
  ['picture', pressed('=', 'Equal'), 'plusMinus +'],
  ['picture', pressed('+', 'Equal', SHIFT), 'plusMinus +'],
  // On a Czech keyboard without Shift, and on a French one.
  ['picture', pressed('+', 'Digit1'), 'stars 1'],
  ['picture', pressed('-', 'Digit6'), 'plusMinus -'],
  ['picture', pressed('ArrowLeft', 'ArrowLeft', SHIFT), 'pan Shift+Left'],
  ['picture', pressed('Home', 'Home', SHIFT), 'homeEnd Home'],
  ['gallery', pressed('ArrowLeft', 'ArrowLeft', SHIFT), 'shiftArrows Shift+Left'],
  ['gallery', pressed(' ', 'Space'), 'space Space'],
  ['gallery', pressed('#', 'Digit3', SHIFT), undefined],
  ['gallery', pressed('3', 'Digit3', SHIFT), 'stars 3'],
  ['gallery', pressed('ф', 'KeyA', CTRL), 'ctrlA Ctrl+A'],
  ['gallery', pressed('?', 'Digit7', SHIFT), 'help ?'],
  ['culling, single', pressed('#', 'Digit3', SHIFT), 'stars 3'],
  ['culling, single', pressed('R', 'KeyR', SHIFT), 'reject R'],
  ['culling, single', pressed('F2', 'F2', SHIFT), 'labels F2'],
  ['culling, single', pressed('-', 'Digit6'), 'labelDigits 6'],
  ['culling, single', pressed('?', 'Digit7', SHIFT), 'help ?'],
  ['culling, compare', pressed('Enter'), 'zoom Enter'],
  ['culling, survey', pressed('Enter'), 'apply Enter'],
] as const)('%s: %o', (view, event, action) => expect(done(view, event)).toBe(action));

test('every action has words', () => {
  const all = [...Object.values(PARTS), ...Object.values(CULLING_PARTS)].flatMap((part) => Object.values<Action>(part));
  const words = all.map((action) => action.words());
  expect(words).toContain('next undecided picture');
  expect(words.filter((text) => /^(keys?\.|$)/.test(text))).toEqual([]);
});

test('only tables of actions listen to the keys of the page', () => {
  const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
  // A field may listen to its own.
  const ofPage = /(^|[^.\w]|window\.|document\.)addEventListener\(\s*'key(down|up)/m;
  const listening = Object.keys(files).filter((file) => ofPage.test(files[file] ?? ''));
  expect(listening.sort()).toEqual(['./keys.ts', './use-actions.ts']);
});
