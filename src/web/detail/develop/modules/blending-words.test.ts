import { expect, test } from 'vitest';
import type { PanelControl } from '../../../../contract/panel.ts';
import { blendingWords, fulcrumOf, isMasked, takesFulcrum } from './blending-words.ts';

const german = (english: string) =>
  ({ 'drawn mask': 'gezeichnete Maske', multiply: 'Multiplizieren' })[english] ?? english;

test('a mask, the mode and the opacity are told in darktable’s words', () => {
  expect(blendingWords({ mask: 'drawn', mode: 'multiply', opacity: 80 }, german)).toBe(
    'gezeichnete Maske · Multiplizieren · 80%',
  );
});

test('blending that is off says only that', () => {
  expect(blendingWords({ mask: 'none', mode: 'normal', opacity: 100 }, german)).toBe('off');
});

test('of a change, only what changes is told', () => {
  expect(blendingWords({ opacity: 49.6 }, german)).toBe('50%');
  expect(blendingWords({ mode: 'multiply' }, german)).toBe('Multiplizieren');
});

test('blending everywhere is no mask', () => {
  const blend = { version: 11, params_b64: '' };
  expect([null, blend, { ...blend, mask: 'uniform' as const }].map(isMasked)).toEqual([false, false, false]);
  expect(isMasked({ ...blend, mask: 'parametric' })).toBe(true);
});

test('a reversed order is told with the mode, and as a change of its own; so is the fulcrum', () => {
  expect(blendingWords({ mode: 'multiply', opacity: 80, reversed: true }, String)).toBe(
    'multiply · toggle blend order · 80%',
  );
  expect(blendingWords({ mode: 'multiply', opacity: 80, reversed: false }, String)).toBe('multiply · 80%');
  expect(blendingWords({ reversed: false }, String)).toBe('toggle blend order');
  expect(blendingWords({ fulcrum: 0.5 }, String)).toBe('+0.500 EV');
});

const panels = import.meta.glob<{ blend_version: number; areas: Record<'rgb' | 'lab', PanelControl[]> }>(
  '../../../../../assets/panels/blending/*.json',
  { import: 'default', eager: true },
);

test('the fulcrum has the words and the modes of the facts, and only in scene RGB', () => {
  const versions = Object.values(panels);
  expect(versions.map(({ blend_version: version }) => version)).toEqual([11, 14]);
  for (const { blend_version: version, areas } of versions) {
    const fact = areas.rgb.find(({ field }) => field === 'blend_parameter')!;
    const { soft, hard, step, digits, unit, signed, label } = fact;
    expect(fulcrumOf({ version })).toMatchObject({ soft, hard, step, digits, unit, signed, label });
    const [when] = [...(fact.enabled_when ?? fact.shown_when)!];
    const { in: allowed } = when!.find((condition) => 'field' in condition && condition.field === 'blend_mode')!;
    const modes = areas.rgb.find(({ field }) => field === 'blend_mode')!.options!.filter(({ header }) => !header);
    for (const { label: mode, value } of modes)
      expect([mode, takesFulcrum({ space: 'rgb_scene', mode })]).toEqual([mode, allowed.includes(value!)]);
  }
  expect(takesFulcrum({ space: 'lab', mode: 'multiply' })).toBe(false);
});
