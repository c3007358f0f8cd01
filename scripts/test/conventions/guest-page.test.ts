import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { de } from '../../../src/guest/locales/de.ts';
import { en } from '../../../src/guest/locales/en.ts';
import { built } from '../../../src/testing/built.ts';
import { mailText } from '../../../src/web/proofs/mail-text.ts';

beforeAll(built);
const guest = join(import.meta.dirname, '../../..', 'dist', 'guest');
const bytesOf = (ending: string) =>
  globSync(`**/*${ending}`, { cwd: guest }).reduce((sum, file) => sum + statSync(join(guest, file)).size, 0);

test('the page of guests is light: it is opened on phones, over the line of a photographer', () => {
  expect(bytesOf('.js')).toBeGreaterThan(20_000);
  expect(bytesOf('.js.gz')).toBeLessThan(60_000);
  expect(bytesOf('.css.gz')).toBeLessThan(10_000);
});

test.each([
  ['en', en],
  ['de', de],
] as const)('the mail that leads there names its button (%s)', (language, words) => {
  const mail = { title: 'Wedding', url: 'https://p/', expires: '2026-12-28T12:00:00Z', hasPassword: false, name: null };
  expect(mailText(language, mail)).toContain(` ${words.done.button}`);
});

test('it has nothing that its policy forbids, and names what is in it', () => {
  const page = readFileSync(join(guest, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
  for (const [, address] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/p\/a\/[\w-]+\.\w+$/);
  expect(
    globSync('*.css', { cwd: guest })
      .map((file) => readFileSync(join(guest, file), 'utf8'))
      .join(),
  ).not.toMatch(/url\((?!\/p\/a\/)/);
  const licenses = readFileSync(join(guest, 'licenses.txt'), 'utf8');
  for (const name of ['preact', 'lucide-react', '@fontsource-variable/inter'])
    expect(licenses).toContain(`\n${name} (`);
  expect(licenses).not.toContain('better-sqlite3');
});
