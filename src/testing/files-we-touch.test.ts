/** docs/files-we-touch.md against the code: every call that changes files is explained there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const CHANGING =
  /^(rm|rmdir|unlink|rename|copyFile|cp|writeFile|appendFile|createWriteStream|truncate|ftruncate|chmod|utimes|link|symlink)(Sync)?$/;

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** The functions of Node with which a source file changes files. */
function callsOf(file: string): string[] {
  const imports = textOf(file).matchAll(
    /(?:import|const)\s*\{([^}]*)\}\s*(?:from\s*|=\s*require\()'(?:node:)?fs(?:\/promises)?'/g,
  );
  const names = [...imports].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim().split(/\s+as\s+|:/)[0]!),
  );
  return [...new Set(names.filter((name) => CHANGING.test(name)))].sort();
}

const luaCallsOf = (file: string) =>
  [
    ...new Set(Array.from(textOf(file).matchAll(/\b(?:os\.remove|os\.rename|io\.open)\b(?=\()/g), ([call]) => call)),
  ].sort();

const told = Object.fromEntries(
  Array.from(textOf('docs/files-we-touch.md').matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm), ([, file, calls]) => [
    file!,
    calls!.trim().split(', '),
  ]),
);

const touching = (files: string[], calls: (file: string) => string[]) =>
  Object.fromEntries(files.map((file) => [file, calls(file)] as const).filter(([, found]) => found.length > 0));

test('every file that removes, renames, copies or writes something is there with its calls, and no other', () => {
  const sources = [
    ...filesBelow('src', /(?<!\.test)\.tsx?$/).filter((file) => !/^src\/(testing|web)\//.test(file)),
    ...filesBelow('scripts', /\.c?js$/),
  ];
  expect(told).toEqual({
    ...touching(sources, callsOf),
    ...touching(filesBelow('assets/lua', /\.lua$/), luaCallsOf),
  });
});

test('nobody takes all of Node’s file system at once, where the table could not see it', () => {
  const sources = filesBelow('src', /(?<!\.test)\.tsx?$/).filter((file) => !file.startsWith('src/testing/'));
  expect(
    sources.filter((file) => /(import\s+(\*\s+as\s+)?\w+\s+from|require\()\s*['"](node:)?fs/.test(textOf(file))),
  ).toEqual([]);
});
