/** Everything that the documentation names exists in the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');
const namesIn = async (folder: string) =>
  (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
const pages = (await Promise.all(['.', 'docs', 'docs/decisions'].map(namesIn))).flat();

/** Folders of the repository. A path that begins otherwise is one on the reader's computer. */
const OURS = /^(src|scripts|assets|docs|e2e|\.github|\.ci)\/[\w@.*/-]+$/;

test('every file that a page names in backticks exists', () => {
  const missing = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/`([^`\s]+)`/g), ([, name]) => name!)
      .filter((name) => OURS.test(name) && !name.includes('*') && !existsSync(join(root, name)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Anchors as GitHub derives them from headings. */
const anchorsOf = (text: string) =>
  Array.from(text.matchAll(/^#+ +(.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link between the pages leads somewhere, headings included', () => {
  const broken = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)/g), ([, target]) => target!)
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
        if (!existsSync(join(root, file))) return true;
        return anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('the README stays short enough to be read in a few minutes', () => {
  expect(textOf('README.md').split(/\s+/).length).toBeLessThan(1800);
});
