import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import { ODD_KINDS, putOddFile } from '../testing/odd-files.ts';

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

/** Runs a line of Lua that has the plugin's `files` and the `path` of a file; gives what it prints. */
function lua(line: string, prepare: (file: string) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-lua-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  prepare(file);
  const code = `package.path = arg[1] .. "/?.lua"; local files, path = require "safelight/files", arg[2]; ${line}`;
  writeFileSync(path.join(folder, 'line.lua'), code);
  const args = [path.join(folder, 'line.lua'), path.dirname(plugin), file];
  // Whoever waits at a FIFO waits for ever.
  return execFileSync('lua5.4', args, { encoding: 'utf8', timeout: 20_000 }).trim();
}

test.each(ODD_KINDS)('%s is not read by the plugin, and not waited for', (kind) => {
  const put = (file: string) => putOddFile(kind, file);
  expect(lua('print(files.read(path) or "")', put)).toBe('');
  if (kind === 'a link to a device') return;
  expect(lua('print(files.exists(path), files.append(path, "text"))', put)).toMatch(
    /^false\s+nil\s+.*not an ordinary file/,
  );
});

test.each(ODD_KINDS.filter((kind) => kind !== 'a folder'))('%s makes room for a file of the plugin', (kind) => {
  const put = (file: string) => [file, `${file}.tmp`].forEach((each) => putOddFile(kind, each));
  expect(
    lua('files.write(path, "one "); files.append(path, "two"); print(files.exists(path), files.read(path))', put),
  ).toBe('true\tone two');
});

describe('where others may put files, too', () => {
  test('a link by the name of a draft is not written through: another name is taken', () => {
    let mine = '';
    const put = (file: string) => {
      mine = path.join(path.dirname(file), 'mine');
      writeFileSync(mine, 'a photograph');
      // Its name in versions before this one, and one that was found out.
      for (const name of ['tmp', 'known.tmp']) symlinkSync(mine, `${file}.${name}`);
    };
    const names =
      'local names = { "known", "new" }; files.unguessable = function() return table.remove(names, 1) end; ';
    const line = `${names} files.write(path, "text"); print(files.read(path), files.read(path:gsub("file$", "mine")))`;
    expect(lua(line, put)).toBe('text\ta photograph');
    expect(readdirSync(path.dirname(mine)).sort()).toEqual(['file', 'file.known.tmp', 'file.tmp', 'line.lua', 'mine']);
  });

  test('no draft has the name of one before, nor one that can be told from it', () => {
    const line = `local rename = os.rename
      os.rename = function(from, to) if from ~= to then print((from:sub(#path + 1))) end return rename(from, to) end
      for _ = 1, 100 do files.write(path, "text") end`;
    const drafts = lua(line, () => undefined).split('\n');
    const random = drafts.map((name) => /^\.draft-([0-9a-f]{32})-[0-9a-f]+-[0-9a-f]+\.tmp$/.exec(name)?.[1]);
    expect(random).not.toContain(undefined);
    expect(new Set(random).size).toBe(100);
  });
});
