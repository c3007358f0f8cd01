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

// One at a time: luac 5.4.4 crashes on several files.
test.each(files)('%s is good Lua', (name) => {
  execFileSync('luac5.4', ['-p', path.join(plugin, name)]);
});

test('luacheck finds nothing in the plugin, for Lua 5.3 and 5.4 alike', () => {
  for (const std of ['lua53', 'lua54']) {
    execFileSync('luacheck', ['--std', std, '--max-line-length', '140', '--no-color', plugin], { encoding: 'utf8' });
  }
});

/** Runs a line of Lua that has the plugin's `files` and the `path` of a file; returns what it prints. */
function lua(line: string, prepare: (file: string) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-lua-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  prepare(file);
  const code = `package.path = arg[1] .. "/?.lua"; local files, path = require "safelight/files", arg[2]; ${line}`;
  writeFileSync(path.join(folder, 'line.lua'), code);
  const args = [path.join(folder, 'line.lua'), path.dirname(plugin), file];
  // A reader of a FIFO would wait for ever.
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
      // The name that earlier versions used, and one that an attacker learned.
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

describe('what the plugin says in darktable', () => {
  const news = (code: string) =>
    lua(
      `local now, said = 1000, {}
      os.time = function() return now end
      package.loaded["darktable"] = { print = function(text) said[#said + 1] = text end }
      local news = require "safelight/news"
      ${code} print(table.concat(said, "\\n"))`,
      () => undefined,
    );

  test('a series of decisions is one message, once it rests, or after ten seconds', () => {
    const series = 'news.add(1) now = now + 1 news.tell() news.add(2) now = now + 1 news.tell()';
    expect(news(series)).toBe('');
    expect(news(`${series} now = now + 1 news.tell() news.tell()`)).toBe('Safelight changed 3 pictures');
    expect(news('for _ = 1, 11 do news.add(1) now = now + 1 news.tell() end')).toBe('Safelight changed 10 pictures');
    expect(news('news.add(1) now = now + 2 news.tell()')).toBe('Safelight changed a picture');
  });

  test('the button asks Safelight to undo, and says its answer once', () => {
    const folder = 'local folder = path:match("^(.*)/") news.take_back(folder) news.tell()';
    expect(news(`${folder} said[1] = tostring(files.exists(folder .. "/undo-last"))`)).toBe('true');
    const answered = 'files.write(folder .. "/undo-last.answer", "undid it") news.tell() news.tell()';
    expect(news(`${folder} ${answered} said[2] = tostring(files.is_taken(folder .. "/undo-last.answer"))`)).toBe(
      'Safelight: undid it\nfalse',
    );
    expect(news('news.take_back(path .. "/nowhere")')).toMatch(/^Safelight: .*No such file/);
  });
});

test('an edit is answered as soon as it is applied, before the style and its tag are removed', () => {
  const style = 'safelight-bridge-edit-7c1f4d2e';
  const put = (file: string) => {
    writeFileSync(`${file}.job`, 'protocol=1\nimage=5\nexpires=9999999999\n');
    writeFileSync(`${file}.dtstyle`, '');
  };
  const code = `local folder, uuid = path:match("^(.*)/([^/]*)$")
    local style, tag = { name = "${style}" }, nil
    local function told(what) print(what, files.exists(path .. ".result") and "answered" or "not answered") end
    local darktable = {
      configuration = { api_version_major = 9, api_version_minor = 6 },
      styles = {
        import = function() table.insert(package.loaded["darktable"].styles, style) end,
        apply = function() tag = {} told("applied") end,
        delete = function() table.remove(package.loaded["darktable"].styles) told("style removed") end,
      },
      tags = {
        find = function() return tag end,
        delete = function() tag = nil told("tag removed") end,
      },
    }
    local render = { image = function() return { path = "", filename = "" } end }
    package.loaded["darktable"], package.loaded["safelight/render"] = darktable, render
    package.loaded["safelight/sidecars"] = { edited = function() end }
    require("safelight/style_edits").work(folder, uuid)
    print(files.fields(files.read(path .. ".result")).ok, render.busy)`;
  expect(lua(code, put).split('\n')).toEqual([
    'applied\tnot answered',
    'style removed\tanswered',
    'tag removed\tanswered',
    '1\tfalse',
  ]);
});

test('the sidecars of many images are written in bursts, with seconds between in which the library rests', () => {
  const code = `local folder, now, written = path:match("^(.*)/[^/]*$"), 100, 0
    local image = setmetatable({}, { __newindex = function() written = written + 1 end, __index = function() return 100 end })
    package.loaded["safelight/render"] = { image = function() return image end }
    os.time = function() return now end
    local sidecars, config = require "safelight/sidecars", { edits_dir = folder, library = "/library.db" }
    sidecars.write_due(config)
    for id = 1, 60 do sidecars.edited(id) end
    local told = {}
    for second = 100, 125 do
      now, written = second, 0
      for _ = 1, 3 do sidecars.write_due(config) end
      if written > 0 then told[#told + 1] = second .. ":" .. written end
    end
    local _, ids = (files.read(folder .. "/sidecars") or ""):gsub("\\n%d+", "")
    print(table.concat(told, " "), ids)`;
  const [bursts, left] = lua(code, () => undefined).split('\t');
  // The first fifty are written again after ten seconds, as they were shown late; the others, which came late, are not.
  const counts = bursts!.split(' ').map((burst) => burst.split(':').map(Number) as [number, number]);
  expect(Math.max(...counts.map(([, count]) => count))).toBeLessThanOrEqual(25);
  const seconds = counts.map(([second]) => second);
  expect(seconds[0]).toBe(102);
  for (const [at, second] of seconds.entries())
    if (counts[at]![1] === 25) expect(seconds[at + 1] ?? 999).toBeGreaterThanOrEqual(second + 3);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  expect([total >= 60, total <= 120, left]).toEqual([true, true, '0']);
});
