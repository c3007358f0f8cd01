import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeSettings } from '../contract/setting-descriptions.ts';
import { SETTING_NAMES } from '../contract/settings.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
const table = text.slice(text.indexOf('| Key | Default | |'));
const rows = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| (`.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, names, byDefault, help]) => ({
    names: names!.replaceAll('`', '').split(', '),
    byDefault: byDefault!.replaceAll('`', ''),
    help: help!,
  }),
);

/** As the table writes a default; null: in words that this cannot know. */
function written(value: string | number | boolean | unknown[] | null): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

test('docs/settings.md has every setting once, and no other', () => {
  expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test.each(describeSettings().map((setting) => [setting.name, setting] as const))(
  'docs/settings.md tells the default of %s, and all its choices',
  (name, setting) => {
    const { names, byDefault, help } = rows.find((row) => row.names.includes(name))!;
    const defaults = names.length > 1 && byDefault.includes(', ') ? byDefault.split(', ') : names.map(() => byDefault);
    const expected = written(setting.default as Parameters<typeof written>[0]);
    if (expected !== null) expect(defaults[names.indexOf(name)]).toBe(expected);
    for (const choice of (setting.schema.enum as string[] | undefined) ?? []) expect(help).toContain(`\`${choice}\``);
  },
);
