import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Recipe } from '../contract/recipes.ts';
import { readEnvironment } from '../platform/environment.ts';
import { startApp } from '../testing/start-app.ts';
import { commandLine } from './command-line.ts';

const SIDECAR = `<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="1"/>
 </rdf:RDF>
</x:xmpmeta>
`;

function mkdtemp(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('pictures go into a folder, in which nothing is replaced', async () => {
  const folder = mkdtemp();
  const place = mkdtemp();
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, name), `original ${name}`);
  const app = await startApp({
    library: [
      { id: 1, filename: 'a.jpg', film: folder, title: 'Dawn' },
      { id: 2, filename: 'b.jpg', film: folder, title: 'Noon' },
      { id: 3, filename: 'missing.jpg', film: folder, title: 'Noon too' },
    ],
  });
  const scopes = ['images:read', 'images:write', 'previews:read', 'cache:refresh'];
  const post = (path: string, body: object) => app.ask<Recipe>('POST', path, { scopes, body });
  await post('/api/v1/recipes', { name: 'Originals', format: 'original' });
  await post('/api/v1/recipes', { name: 'Both', format: 'original-and-sidecar' });
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const say = (text: string) => void lines.push(text);
    const spies = [
      vi.spyOn(console, 'log').mockImplementation(say),
      vi.spyOn(console, 'error').mockImplementation(say),
    ];
    onTestFinished(() => void (process.exitCode = undefined));
    try {
      await commandLine(readEnvironment({})).parseAsync(
        ['export', '--data-dir', app.dataDir, '--to', place, ...words],
        { from: 'user' },
      );
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return lines;
  };

  writeFileSync(join(place, 'a.jpg'), 'somebody else’s');
  expect(await run('--recipe', 'originals', '1')).toEqual([join(place, 'a_01.jpg')]);
  expect(await run('--recipe', 'Originals', '--search', 'title:noon')).toEqual([
    join(place, 'b.jpg'),
    expect.stringMatching(/^missing\.jpg: /),
  ]);
  expect(process.exitCode).toBe(1);
  expect(Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'utf8')]))).toEqual(
    {
      'a.jpg': 'somebody else’s',
      'a_01.jpg': 'original a.jpg',
      'b.jpg': 'original b.jpg',
    },
  );

  writeFileSync(join(folder, 'a.jpg.xmp'), SIDECAR);
  const both = ['a_02.jpg', 'a_02.jpg.xmp'].map((name) => join(place, name));
  expect(await run('--recipe', 'Both', '1')).toEqual(both);

  await expect(run('--recipe', 'Web', '1')).rejects.toThrow('There is no recipe Web. There are: Both, Originals');
  await expect(run('--recipe', 'Originals', '--album', 'Wales')).rejects.toThrow('There are no such pictures.');
  await expect(run('--recipe', 'Originals', '1', '--search', 'a')).rejects.toThrow('give ids, --search or --album');
  await expect(run('--recipe', 'Originals', '1', '--to', join(place, 'none'))).rejects.toThrow('There is no folder');
});
