import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Facets } from '../contract/image-overview.ts';
import { moreExposure } from '../testing/exposure-style.ts';
import { afterImport, photoShoot, writePhotoShoot } from '../testing/photo-shoot.ts';
import { luaString, makeRealLibrary, startDarktable, withDarktable } from '../testing/real-darktable.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-real-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const ids = async (app: TestApp, query: string) => {
  const { items } = await app.get<{ items: { id: number }[] }>(`/api/v1/images?sort_by=id&${query}`);
  return items.map(({ id }) => id);
};

test('a preset that applies by itself is no edit to darktable, nor to us; an exposure is, until it is discarded', async () => {
  const folder = await temporaryFolder();
  const configDir = join(folder, 'config');
  await withDarktable({ configDir }, () => Promise.resolve());
  applyToAll(join(configDir, 'data.db'));
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  // Rendering gives every image a history.
  const renderAll = `local format = darktable.new_format("jpeg")
    format.max_width, format.max_height = 90, 55
    for _, image in ipairs(darktable.database) do
      format:write_image(image, ${luaString(join(folder, 'rendered.jpg'))}, true)
    end`;
  const real = await makeRealLibrary({ folder, pictures, lua: `${afterImport} ${renderAll}` });
  const library = new DatabaseSync(real.library, { readOnly: true });
  const withPreset = library
    .prepare("SELECT DISTINCT imgid AS id FROM history WHERE operation = 'colorbalancergb' ORDER BY imgid")
    .all();
  library.close();
  expect(withPreset.length).toBeGreaterThan(4);

  const app = await startApp({ library: { file: real.library }, cache: real.cacheDir });
  expect(await ids(app, 'is_edited=true')).toEqual([1, 8, 9]);
  expect(await ids(app, 'is_edited=false')).toEqual([2, 3, 4, 5, 6, 7]);
  const { edited, not_edited } = await app.get<Facets>('/api/v1/images/facets');
  expect({ edited, not_edited }).toEqual({ edited: 3, not_edited: photoShoot.length + 1 - 3 });

  await using darktable = await startDarktable({ configDir: real.configDir, cacheDir: real.cacheDir });
  const altered = () =>
    darktable.lua(`local ids = {}
      for id = 1, 9 do
        if darktable.database.get_image(id).is_altered then ids[#ids + 1] = id end
      end
      return table.concat(ids, ' ')`);
  expect(await altered()).toBe('1 8 9');
  await darktable.lua(await moreExposure(folder, 4));
  expect(await altered()).toBe('1 4 8 9');
  await app.app.services.index.settled();
  expect(await ids(app, 'is_edited=true')).toEqual([1, 4, 8, 9]);
  await darktable.lua('darktable.database.get_image(1):reset() darktable.database.get_image(4):reset()');
  expect(await altered()).toBe('8 9');
  await app.app.services.index.settled();
  expect(await ids(app, 'is_edited=true')).toEqual([8, 9]);
  await darktable.quit();
});

test('a rendered preview is stale after an edit and after its end, not after ratings, labels, tags and texts', async () => {
  const folder = await temporaryFolder();
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  const real = await makeRealLibrary({ folder, pictures });
  const app = await startApp({ library: { file: real.library }, cache: real.cacheDir });
  await using darktable = await startDarktable({ configDir: real.configDir, cacheDir: real.cacheDir });
  const id = 7;
  const image = `local image = darktable.database.get_image(${id})`;
  /** Like the bridge. */
  const render = async () => {
    const file = join(app.dataDir, 'previews', '2', `${id}.jpg`);
    await mkdir(dirname(file), { recursive: true });
    await darktable.lua(`${image} image:drop_cache()
      local format = darktable.new_format("jpeg")
      format.max_width, format.max_height = 720, 450
      format:write_image(image, ${luaString(`${file}.tmp`)}, false)
      os.rename(${luaString(`${file}.tmp`)}, ${luaString(file)})`);
  };
  const isStale = async () => {
    await app.app.services.index.settled();
    const { status, headers } = await app.ask('GET', `/api/v1/images/${id}/preview?size=medium`);
    expect(status).toBe(200);
    expect(headers.get('x-preview-source')).toBe('bridge');
    return headers.has('x-preview-warning');
  };
  // Changes within a moment of each other count as simultaneous.
  const aWhileLater = () => sleep(2500);

  await render();
  expect(await isStale()).toBe(false);
  await darktable.lua(`${image} image.rating = 3 image.green = true image.title = "Harbour" image.latitude = 12
    darktable.tags.attach(darktable.tags.create("places|harbour"), image)`);
  expect(await isStale()).toBe(false);

  await aWhileLater();
  await darktable.lua(await moreExposure(folder, id));
  expect(await isStale()).toBe(true);
  await render();
  expect(await isStale()).toBe(false);
  await darktable.lua(`${image} image.rating = 5 image.purple = true`);
  expect(await isStale()).toBe(false);

  await aWhileLater();
  await darktable.lua(`${image} image:reset()`);
  expect(await isStale()).toBe(true);
  await render();
  expect(await isStale()).toBe(false);
  await darktable.quit();
});

/** Turns one of darktable's own presets into a user preset that is applied to every picture. */
function applyToAll(data: string): void {
  const database = new DatabaseSync(data);
  const preset = database.prepare("SELECT * FROM presets WHERE operation = 'colorbalancergb' LIMIT 1").get()!;
  const most = 1e9;
  const own = {
    ...preset,
    name: 'everywhere',
    writeprotect: 0,
    autoapply: 1,
    filter: 0,
    def: 0,
    format: 0,
    maker: '%',
    model: '%',
    lens: '%',
    iso_min: 0,
    iso_max: most,
    exposure_min: 0,
    exposure_max: most,
    aperture_min: 0,
    aperture_max: most,
    focal_length_min: 0,
    focal_length_max: most,
  };
  const names = Object.keys(own);
  database
    .prepare(`INSERT INTO presets (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(own));
  database.close();
}
