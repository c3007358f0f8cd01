import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Events } from '../platform/events.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { dng } from '../testing/pictures/dng.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { sidecarPath, xmpSidecar } from '../testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary } from '../testing/real-darktable.ts';
import { PictureDecoder } from './picture-decoder.ts';
import { openPreviews, type Previews } from './previews.ts';

/**
 * A library and a cache made by a real darktable, with its config folder reached through a link, as people do who keep
 * dotfiles.
 */
let folder: string;
let library: Library;
const decoder = new PictureDecoder();
let previews: Previews;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-mipmaps-'));
  const photos = join(folder, 'photos');
  const real = join(folder, 'real');
  const linked = join(folder, 'linked');
  await mkdir(photos);
  await mkdir(real);
  await symlink(real, linked);
  const pixels = colourQuarters();
  const edited = join(photos, 'a.jpg');
  await writeFile(edited, await jpeg(pixels));
  const history = [{ operation: 'exposure', version: 6, params: exposureParams(1) }];
  await writeFile(sidecarPath(edited), xmpSidecar({ history }));
  await writeFile(join(photos, 'b.dng'), dng(pixels));
  const { library: file, cacheDir } = await makeRealLibrary({
    folder: linked,
    pictures: [photos],
    lua: 'for id = 1, 2 do require("darktable").database.get_image(id):generate_cache(true, 0, 2) end',
  });
  const events = new Events();
  const log = silentLog();
  library = openLibrary({ file, isSample: false, log, events });
  previews = openPreviews({
    decoder,
    dataDir: join(folder, 'data'),
    cacheDir: () => cacheDir,
    libraryFile: () => file,
    pictureFile: (image) => library.pictureFile(image),
    events,
    log,
  });
}, 120_000);
afterAll(async () => {
  library.close();
  await previews.close();
  decoder.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  [1, 'an edited JPEG'],
  [2, 'a raw file without any preview'],
])('darktable’s thumbnail of image %i, %s, is found and fresh', async (id) => {
  const image = (await library.image(id))!;
  const found = await previews.find(image, 0, { fit: true });
  expect(found).toMatchObject({ source: 'darktable', contentType: 'image/jpeg', stale: false });
  const { width, height } = await sharp(found!.file).metadata();
  expect(width <= 180 && height <= 110).toBe(true);
  expect(previews.versionOf(id, image.historyKey)).not.toBe(`${image.historyKey}-0`);
});
