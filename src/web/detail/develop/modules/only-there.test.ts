import { expect, test } from 'vitest';
import { onlyThere } from './only-there.ts';

test('parts that need the darkroom are told in its words, as far as the module has them', () => {
  const controls = ['rotation', 'structure', 'fit'].map((label) => ({ kind: 'label' as const, label }));
  expect(onlyThere('ashift', controls)).toEqual(['structure', 'fit']);
  expect(onlyThere('ashift', controls.slice(2))).toEqual(['fit']);
  expect(onlyThere('exposure', controls)).toEqual([]);
});
