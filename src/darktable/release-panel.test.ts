import { expect, test } from 'vitest';
import { modulePanel, panelOf } from './panels.ts';
import { factsOfLibrary, factsOfRelease, learnRelease, opensLibrary, whyNoFacts } from './release-facts.ts';

test('a release whose panel was not read has its own modules and groups, with the words of others', () => {
  const { modules, groups, layout, controls_of: from, release } = panelOf('5.0.1');
  expect({ release, layout, from }).toEqual({
    release: '5.0.1',
    layout: 'workflow: scene-referred',
    from: ['5.4.1', '4.2.1'],
  });
  const operations = modules.map(({ operation }) => operation);
  expect(operations).toHaveLength(90);
  expect(operations).not.toContain('agx');
  // As the darkroom of 5.0.1 shows it, whose workflow is that of filmic rgb.
  expect(groups[0]).toEqual({
    name: 'base',
    icon: 'basic',
    modules: ['bilat', 'filmicrgb', 'crop', 'toneequal', 'exposure', 'flip', 'ashift', 'highlights', 'temperature'],
  });
  expect(modules.find(({ operation }) => operation === 'crop')).toMatchObject({ versions: [1], groups: ['base'] });
});

test('a version whose controls were not read has those of the nearest older one that are still bound to its fields', () => {
  const labels = modulePanel('hazeremoval', 2, '5.0.1')!.controls.map(({ label }) => label);
  expect(labels).toEqual(modulePanel('hazeremoval', 1, '4.2.1')!.controls.map(({ label }) => label));
  expect(modulePanel('hazeremoval', 9, '5.0.1')).toBeNull();
});

test('what an installed darktable says of itself counts for libraries of its schema', () => {
  const facts = factsOfRelease('5.4.1')!;
  expect(factsOfLibrary(58).release).toBe('5.4.1');
  learnRelease({ ...facts, release: '5.8.0', schema: 58 });
  expect(factsOfLibrary(58)).toMatchObject({ release: '5.8.0', schema: 58 });
  expect(factsOfLibrary(57).release).toBe('5.4.1');
  expect(panelOf('5.8.0').modules).toHaveLength(92);
  expect(whyNoFacts(59)).toBe('its darktable is not the 5.8.0 that is installed here');
});

test.each([
  ['4.2.1', 37, true],
  ['4.2.1', 56, false],
  ['5.0.0', 56, true],
  ['5.0.1', 57, false],
  // Not known.
  ['5.2.0', 57, true],
  ['5.4.0+12~gabc', 57, true],
  ['5.10.0', 61, true],
])('%s and a library of schema %s: %s', (release, schema, opens) => {
  expect(opensLibrary(release, schema)).toBe(opens);
});

test('what one said that is installed no longer does not count, and why nothing is known is told', () => {
  learnRelease({ ...factsOfRelease('5.4.1')!, release: '5.6.0' });
  expect(factsOfLibrary(57).release).toBe('5.6.0');
  learnRelease(factsOfRelease('5.4.1')!);
  expect([factsOfLibrary(57).release, factsOfRelease('5.6.0')]).toEqual(['5.4.1', null]);
  learnRelease({ why: 'it ended with SIGSEGV' });
  expect(whyNoFacts(57)).toBeNull();
  expect(whyNoFacts(58)).toBe('the installed darktable could not be asked: it ended with SIGSEGV');
});
