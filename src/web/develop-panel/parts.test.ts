import { expect, test } from 'vitest';
import type { PanelControl } from '../../contract/panel.ts';
import { fullName, partsOf, type Part } from './parts.ts';

interface StoredPanel {
  module_version: number;
  controls: PanelControl[];
}
const files = import.meta.glob<StoredPanel[]>('../../../assets/panels/modules/*.json', {
  import: 'default',
  eager: true,
});
const panels = Object.entries(files).flatMap(([file, stored]) =>
  stored.map(({ module_version, controls }) => ({ name: `${file.split('/').at(-1)!} ${module_version}`, controls })),
);
const controlsOf = (operation: string, version: number) =>
  files[`../../../assets/panels/modules/${operation}.json`]!.find((panel) => panel.module_version === version)!
    .controls;

/** The tree as indented lines. */
function lines(parts: readonly Part[], indent = ''): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'control':
        return [`${indent}${part.control.kind} ${part.control.label ?? ''}`.trimEnd()];
      case 'row':
        return [`${indent}row`, ...part.columns.flatMap((column) => lines(column, `${indent}| `))];
      case 'tabs':
        return part.pages.flatMap(({ name, parts: inside }) => [`${indent}[${name}]`, ...lines(inside, `${indent}  `)]);
      default:
        return [`${indent}${part.kind} ${part.control.label ?? ''}`, ...lines(part.parts, `${indent}  `)];
    }
  });
}

test('color balance rgb has its pages, its headings and its sliders under them', () => {
  const tree = lines(partsOf(controlsOf('colorbalancergb', 5)));
  expect(tree.slice(0, 9)).toEqual([
    '[master]',
    '  slider hue shift',
    '  slider global vibrance',
    '  slider contrast',
    '  section linear chroma grading',
    '    slider global chroma',
    '    slider shadows',
    '    slider mid-tones',
    '    slider highlights',
  ]);
  expect(tree).toContain('[4 ways]');
  expect(tree).toContain('[masks]');
});

test('what stands side by side is a row, with what is below each other in its columns', () => {
  const tree = lines(partsOf(controlsOf('exposure', 7)));
  const from = tree.indexOf('fold area exposure mapping');
  expect(tree.slice(from)).toEqual([
    'fold area exposure mapping',
    '  combobox area mode',
    '  row',
    '  | section input',
    '  |   graph',
    '  |   label L : \tN/A',
    '  | section target',
    '  |   graph',
    '  |   slider lightness',
  ]);
});

const count = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => {
    if (part.kind === 'control') return sum + 1;
    if (part.kind === 'row') return sum + part.columns.reduce((all, column) => all + count(column), 0);
    return (
      sum +
      1 +
      (part.kind === 'tabs' ? part.pages.reduce((all, page) => all + count(page.parts), 0) : count(part.parts))
    );
  }, 0);

test.each(panels)('$name: every control has its place, once, under the headings that it names', ({ controls }) => {
  const parts = partsOf(controls);
  expect(count(parts)).toBe(controls.length);
  const atTop = parts.flatMap((part) => (part.kind === 'row' ? part.columns.flat() : [part]));
  const lost = atTop.filter(
    (part) => part.kind !== 'row' && (part.control.tab ?? part.control.fold ?? part.control.section),
  );
  expect(lost).toEqual([]);
});

test('a full name tells the headings, in the language of the reader', () => {
  const shadows = controlsOf('colorbalancergb', 5).find(({ field }) => field === 'chroma_shadows')!;
  const german: Record<string, string> = { shadows: 'Schatten' };
  expect(fullName(shadows, (text) => german[text] ?? text)).toBe('master, linear chroma grading, Schatten');
});
