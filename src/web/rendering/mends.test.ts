import { expect, test } from 'vitest';
import { RENDERING_STATES } from '../../contract/rendering.ts';
import { mendOf } from './mends.ts';

test('every state in which nobody renders has one button, and no other state has any', () => {
  const labels = RENDERING_STATES.map((state) => [state, mendOf({ state, cli_could: false })?.label ?? null]);
  expect(Object.fromEntries(labels)).toEqual({
    plugin: null,
    'darktable-cli': null,
    workers: null,
    'read-only': 'readOnly',
    paused: 'resume',
    'plugin-stuck': 'why',
    'darktable-cli-stuck': 'why',
    'darktable-closed': 'start',
    'plugin-silent': 'why',
    'plugin-missing': 'install',
    sample: 'choose',
    'darktable-missing': 'get',
    'darktable-cli-missing': 'choose',
  });
});

test('where darktable could render without its window, one click lets it', () => {
  expect(mendOf({ state: 'plugin-missing', cli_could: true })).toEqual({
    label: 'renderer',
    settings: { renderer: 'auto' },
  });
});
