import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PanelControl } from '../../../src/contract/panel.ts';
import { moduleLayouts } from '../../../src/darktable/layouts.ts';
import { assetsDir } from '../../../src/platform/package-files.ts';

/** Of the page, whose types are those of browsers. */
const EDIT_WORDS = '../../../src/web/detail/develop/visit/edit-words.ts';

interface ModulePanel {
  module_version: number;
  controls: PanelControl[];
}

test('no edit of any module is told by the name that its field has in C', async () => {
  const { editWords } = (await import(EDIT_WORDS)) as { editWords: (patch: object, words: object) => string };
  const folder = join(assetsDir, 'panels', 'modules');
  for (const file of readdirSync(folder)) {
    const panels = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ModulePanel[];
    const operation = file.replace('.json', '');
    for (const [version, { fields }] of Object.entries(moduleLayouts(operation)?.versions ?? {})) {
      const controls = panels.find(({ module_version }) => String(module_version) === version)?.controls ?? [];
      const words = {
        controls,
        storedOf: (_field: string, value: unknown) => Number(value),
        text: (english: string) => english,
        onOrOff: (isOn: boolean) => (isOn ? 'on' : 'off'),
        undone: 'undone',
        blending: 'blending',
        blendText: (english: string) => english,
      };
      for (const name of fields.flatMap(({ name: field }) => [field, `${field}[0]`])) {
        const told = editWords({ params: { [name]: 0 } }, words);
        const label = controls.find(({ field }) => field === name)?.label;
        expect(told, `${operation} ${version}`).toEqual(label === undefined ? '' : expect.stringContaining(label));
      }
    }
  }
});
