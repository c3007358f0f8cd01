import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DOCS_POLICY, docsPage } from './docs-page.ts';
import { routes } from '../../http-app.ts';
import { documentPath, openApiDocument } from '../document.ts';

const page = docsPage(openApiDocument(routes, { version: '1.2.3', origin: 'http://127.0.0.1:4380' }));

test('every operation has a place of its own on the page, with its path and a command to try', () => {
  for (const { id, path, summary } of routes) {
    const [, article = ''] = page.split(`<article id="${id}"`);
    const own = article.split('</article>')[0]!.replaceAll('<wbr>', '');
    expect(own, id).toContain(`<code>${documentPath(path)}</code>`);
    expect(own, id).toContain(summary);
    expect(own, id).toContain('curl -s');
  }
});

test('no link leads nowhere', () => {
  const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id!));
  const targets = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => id!);
  expect(targets.length).toBeGreaterThan(50);
  expect([...new Set(targets)].filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.size).toBe(Array.from(page.matchAll(/ id="/g)).length);
});

test('the page brings all that it needs: no script, nothing from elsewhere, and a policy that says so', () => {
  expect(page).not.toMatch(/<script|<link rel="stylesheet"|@import|url\(|\son\w+=|\sstyle=/i);
  const loaded = Array.from(page.matchAll(/ (?:src|href)="([^"#][^"]*)"/g), ([, address]) => address!);
  expect(loaded.filter((address) => !/^(\.\/$|openapi\.json$|data:image\/svg)/.test(address))).toEqual([]);
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page)!;
  expect(DOCS_POLICY).toContain(createHash('sha256').update(style).digest('base64'));
  expect(DOCS_POLICY).toContain("default-src 'none'");
  expect(DOCS_POLICY).not.toContain('unsafe');
});

test('what the document says is text on the page, never markup', () => {
  const document = openApiDocument(routes, { version: '<b>1</b>', origin: 'http://127.0.0.1:4380/"><script>' });
  const hostile = docsPage(document);
  expect(hostile).not.toContain('<b>1</b>');
  expect(hostile).not.toContain('<script>');
  expect(hostile).toContain('&lt;b&gt;1&lt;/b&gt;');
});
