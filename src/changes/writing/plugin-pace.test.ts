import { expect, test } from 'vitest';
import { PluginPace } from './plugin-pace.ts';

const LIBRARY = '/photos/library.db';
const style = { do: 'style', name: 'look' } as const;
const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;

test.each([
  [style, 1_000, 0, 57],
  [paste, 1_000, 0, 134],
  [style, 1_000, 100_000, 182],
  [paste, 1, 1_000, 1],
  [paste, 0, 1_000, 0],
] as const)('before anything was measured: %j on %i images of %i takes %i s', (change, images, inLibrary, seconds) => {
  expect(new PluginPace().seconds(LIBRARY, change, images, inLibrary)).toBe(seconds);
});

test('what was measured counts from then on, for the same kind of change in the same library', () => {
  const pace = new PluginPace();
  pace.took(LIBRARY, paste, 100, 30_000);
  expect(pace.seconds(LIBRARY, paste, 50, 100_000)).toBe(15);
  expect(pace.seconds(LIBRARY, { ...paste, from: 2 }, 50, 100_000)).toBe(15);
  expect(pace.seconds(LIBRARY, style, 1_000, 0)).toBe(57);
  pace.took(LIBRARY, paste, 10, 1_000);
  expect(pace.seconds(LIBRARY, paste, 50, 100_000)).toBe(5);
  expect(pace.seconds('/others/library.db', paste, 1_000, 0)).toBe(134);
  expect(pace.seconds(LIBRARY, paste, 1_000, 0)).toBe(134);
});

test('a few images tell nothing: darktable takes a while to begin', () => {
  const pace = new PluginPace();
  pace.took(LIBRARY, style, 4, 60_000);
  pace.took(LIBRARY, style, 0, 60_000);
  expect(pace.seconds(LIBRARY, style, 1_000, 0)).toBe(57);
});
