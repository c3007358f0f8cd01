import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../..', 'src', 'web');
const sheets = globSync('**/*.css', { cwd: web });
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const textOf = (file: string) => readFileSync(join(web, file), 'utf8');
const classesOf = (file: string) =>
  new Set([...textOf(file).matchAll(/\.([a-zA-Z]\w*)(?![^{]*;)/g)].map(([, name]) => name!));

test('what a sheet styles is its own affair, but for the ground that every page stands on', () => {
  expect(sheets.filter((file) => !modules.includes(file)).toSorted()).toEqual([
    join('ui', 'base.css'),
    join('ui', 'forced-colors.css'),
    join('ui', 'tokens.css'),
    join('ui', 'typeface.css'),
  ]);
  expect(textOf(join('ui', 'base.css'))).not.toMatch(/^\s*[^@{}/*]*\.[a-z]/m);
});

test('no two sheets have one name, which their class names begin with', () => {
  const names = modules.map((file) => basename(file));
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

test('no sheet is longer than 300 lines', () => {
  expect(sheets.filter((file) => textOf(file).split('\n').length > 300)).toEqual([]);
});

test('every class that a component names is in its sheet', () => {
  const missing = globSync('**/*.tsx', { cwd: web }).flatMap((file) => {
    const source = textOf(file);
    const sheetOf = new Map(
      [...source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].map(([, name, sheet]) => [
        name!,
        classesOf(join(dirname(file), sheet!)),
      ]),
    );
    const named = [...source.matchAll(/\b(?:className|triggerClass)=\{([^{}]*)\}/g)].map(([, names]) => names!).join();
    return [...named.matchAll(/\b(\w+)\.(\w+)/g)]
      .filter(([, sheet, name]) => sheetOf.get(sheet!)?.has(name!) === false)
      .map(([used]) => `${file}: ${used}`);
  });
  expect(missing).toEqual([]);
});
