import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assetsDir } from '../package-files.ts';

const plugin = path.join(assetsDir, 'lua', 'safelight');
const files = readdirSync(plugin).filter((name) => name.endsWith('.lua'));

test('the plugin is there', () => expect(files).toContain('init.lua'));

// One by one: luac 5.4.4 crashes on several.
test.each(files)('%s is good Lua', (name) => {
  execFileSync('luac5.4', ['-p', path.join(plugin, name)]);
});

test('luacheck finds nothing in the plugin, for Lua 5.3 and 5.4 alike', () => {
  for (const std of ['lua53', 'lua54']) {
    execFileSync('luacheck', ['--std', std, '--max-line-length', '140', '--no-color', plugin], { encoding: 'utf8' });
  }
});
