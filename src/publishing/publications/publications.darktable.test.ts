import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExifTool } from 'exiftool-vendored';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { publishList, publishPlan, publishRun } from '../../commands/publish.ts';
import type { SharedOptions } from '../../commands/shared-options.ts';
import type { Recipe } from '../../contract/recipes.ts';
import { testedDarktable } from '../../testing/bridge-stage.ts';
import { writePhotoShoot } from '../../testing/photo-shoot.ts';
import { makeRealLibrary } from '../../testing/real-darktable.ts';
import { openTestApp } from '../../testing/start-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'safelight-publications-'));
const place = join(folder, 'published');
const exiftool = new ExifTool({ maxProcs: 1 });
const scopes = ['images:read', 'images:write', 'previews:read', 'cache:refresh', 'admin'];
let app: Awaited<ReturnType<typeof openTestApp>>;

beforeAll(async () => {
  const pictures = await writePhotoShoot(join(folder, 'pictures'));
  const real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures, ...testedDarktable });
  app = await openTestApp({
    library: { file: real.library },
    cache: real.cacheDir,
    environment: { PATH: process.env.PATH! },
  });
  mkdirSync(place);
});
afterAll(async () => {
  await exiftool.end();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a command printed. */
async function printed(command: (options: SharedOptions) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const [log, error] = [
    vi.spyOn(console, 'log').mockImplementation(say),
    vi.spyOn(console, 'error').mockImplementation(say),
  ];
  try {
    await command({ dataDir: app.dataDir, json: false } as SharedOptions);
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
  return lines.join('\n');
}

test('from the command line: pictures with what the recipe keeps, and a star that changes follows', async () => {
  const post = async <Body>(path: string, body: object) =>
    (await app.ask<Body & { id: number }>('POST', `/api/v1${path}`, { scopes, body })).body;
  const recipe = await post<Recipe>('/recipes', {
    name: 'web',
    size: { by: 'long-edge', pixels: 120 },
    keep: ['stars', 'texts'],
  });
  const destination = await post('/destinations', { name: 'drive', kind: 'folder', folder: place });
  const publication = { name: 'Best', source: { filter: { rating_min: 5 } }, album: 'Iceland' };
  await post('/publications', { ...publication, recipe: recipe.id, destination: destination.id });

  expect(await printed((options) => publishPlan(options, 'best'))).toBe('     1  new');
  expect(await printed((options) => publishRun(options, 'Best', []))).toBe('There: 1. Failed: 0.');
  expect(await printed(publishList)).toMatch(/^NAME .*\nBest +1 +0 +idle$/);
  const [name] = readdirSync(join(place, 'Iceland'));
  const told = () => exiftool.readRaw(join(place, 'Iceland', name!), { readArgs: ['-G1', '-n'] });
  expect(await told()).toMatchObject({ 'XMP-xmp:Rating': 5, 'XMP-dc:Title': 'Black sand & "white" foam' });
  expect(Object.keys(await told()).filter((field) => /GPS|Subject|IFD0:Model/.test(field))).toEqual([]);

  const { items } = await app.get<{ items: { id: number }[] }>('/api/v1/images?rating=5');
  await app.ask('PATCH', `/api/v1/images/${items[0]!.id}`, { scopes, body: { title: 'Foam' } });
  await vi.waitFor(async () =>
    expect(await printed((options) => publishPlan(options, 'Best'))).toBe('     1  metadata'),
  );
  await printed((options) => publishRun(options, 'Best', []));
  expect(readdirSync(join(place, 'Iceland'))).toEqual([name]);
  expect(await told()).toMatchObject({ 'XMP-dc:Title': 'Foam' });
  await expect(printed((options) => publishRun(options, 'Worst', []))).rejects.toThrow(
    'There is no publication Worst. There are: Best',
  );
});
