import { expect, test } from 'vitest';
import release from '../../../../../assets/panels/releases/4.2.1.json' with { type: 'json' };
import type { Panel } from '../../../../contract/panel.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { addable, doesSomething } from './addable.ts';

const panel = release as unknown as Panel;
const names = addable([{ operation: 'exposure' } as ModuleEntry], panel).map(({ operation }) => operation);
const moduleOf = (operation: string) => panel.modules.find((one) => one.operation === operation)!;

test('a picture can get what darktable shows and it does not have, the last of the pipe first', () => {
  expect(names).toContain('velvia');
  expect(names).not.toContain('exposure');
  // Deprecated, and never shown.
  expect(names).not.toContain('clipping');
  expect(names).not.toContain('gamma');
  expect(names.indexOf('velvia')).toBeLessThan(names.indexOf('hotpixels'));
});

test('what works on raw data alone does nothing for other pictures', () => {
  expect(doesSomething(moduleOf('hotpixels'), false)).toBe(false);
  expect(doesSomething(moduleOf('hotpixels'), true)).toBe(true);
  expect(doesSomething(moduleOf('velvia'), false)).toBe(true);
});
