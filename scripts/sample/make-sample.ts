/**
 * Makes assets/sample: paints the pictures, has the machine's real darktable import them with all that their photographer
 * did to them, and puts the library beside them.   npm run make-sample [-- --keep-pictures]
 *
 * `--keep-pictures` takes those that are there already: painting them anew takes minutes.
 *
 * Wants darktable 4.2 (an older library serves every newer darktable; a newer one not the older), Xvfb and dbus-daemon.
 * The film rolls of the library lie below a placeholder, which `installSample` replaces.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { samplePrefix } from '../../src/library/sample-library.ts';
import { dng } from '../../src/testing/pictures/dng.ts';
import { jpeg, type Pixels } from '../../src/testing/pictures/jpeg.ts';
import { png } from '../../src/testing/pictures/png.ts';
import type { Shot } from '../../src/testing/pictures/shot.ts';
import { sidecarPath, xmpSidecar } from '../../src/testing/pictures/xmp-sidecar.ts';
import { luaString, makeRealLibrary } from '../../src/testing/real-darktable.ts';
import { develop, makeCanvas } from './canvas.ts';
import { catalogue, type Entry, kits } from './catalogue.ts';
import { orderWithTwoExposures } from './module-order.ts';
import { scenes } from './scenes/all.ts';

const assets = path.join(import.meta.dirname, '../../assets/sample');
/** The whole sample is to stay below 6 MB. */
const largestJpeg = 132_000;
const micros = 1_000_000n;
const keepPictures = process.argv.includes('--keep-pictures');

const work = await mkdtemp(path.join(tmpdir(), 'safelight-sample-'));
try {
  const photos = path.join(work, 'photos');
  const files: string[] = [];
  for (const entry of catalogue) {
    const file = path.join(photos, entry.file);
    const content = (keepPictures ? await existing(entry) : undefined) ?? (await photograph(entry));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await writeFile(sidecarPath(file), sidecarOf(entry));
    files.push(file);
    console.log(`${entry.file}  ${Math.round(content.length / 1024)} kB`);
  }
  const made = await makeRealLibrary({
    folder: work,
    pictures: files,
    lua: developRaw(path.join(work, 'developed.jpg')),
    conf: { write_sidecar_files: 'never' },
  });
  for (const file of files) await rm(sidecarPath(file));
  finishLibrary(made.library, work);
  await rm(assets, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  await cp(photos, path.join(assets, 'photos'), { recursive: true });
  compact(made.library, path.join(assets, 'library.db'));
  compact(made.data, path.join(assets, 'data.db'));
  console.log(`${assets}: ${Math.round((await sizeOf(assets)) / 1024)} kB`);
} finally {
  await rm(work, { recursive: true, force: true });
}

function existing(entry: Entry): Promise<Buffer | undefined> {
  return readFile(path.join(assets, 'photos', entry.file)).catch(() => undefined);
}

async function photograph(entry: Entry): Promise<Buffer> {
  const { scene, width, height } = scenes[entry.scene];
  const canvas = makeCanvas(width * 2, height * 2);
  scene.paint(canvas);
  const finish = 'finish' in scene ? scene.finish : {};
  const developed = await develop(canvas, width, height, {
    ...finish,
    ...(entry.spoilt === 'overexposed' ? { exposure: 2.4 } : {}),
  });
  const pixels = entry.spoilt === 'shaken' ? await shake(developed) : developed;
  const shot = shotOf(entry);
  if (entry.file.endsWith('.png')) return png(pixels, shot);
  if (entry.file.endsWith('.dng')) {
    return dng(pixels, shot, { preview: { jpeg: await jpeg(pixels, {}, { quality: 90 }), width, height } });
  }
  for (let quality = 90; ; quality -= 2) {
    const file = await jpeg(pixels, shot, { quality });
    if (file.length <= largestJpeg || quality < 50) return file;
  }
}

/** A raw picture gets its history and its mark as a raw one when darktable first develops it. */
function developRaw(to: string): string {
  return `
  local format = darktable.new_format("jpeg")
  for _, image in ipairs(darktable.database) do
    if image.filename:match("%.dng$") then format:write_image(image, ${luaString(to)}, false) end
  end
`;
}

/** The camera moved: the mean of the picture along a short curved way. */
async function shake({ data, width, height }: Pixels): Promise<Pixels> {
  const sums = new Float32Array(data.length);
  const steps = 24;
  for (let step = 0; step < steps; step++) {
    const dx = Math.round((step - steps / 2) * 1.9);
    const dy = Math.round(Math.sin(step / 6) * 9);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const fromX = Math.min(width - 1, Math.max(0, x + dx));
        const fromY = Math.min(height - 1, Math.max(0, y + dy));
        for (let channel = 0; channel < 3; channel++) {
          sums[(y * width + x) * 3 + channel]! += data[(fromY * width + fromX) * 3 + channel]! / steps;
        }
      }
    }
  }
  const shaken = await sharp(Buffer.from(sums), { raw: { width, height, channels: 3 } })
    .blur(1.2)
    .raw()
    .toBuffer();
  return { data: shaken, width, height };
}

function shotOf({ takenAt, kit, exposed, bias, at }: Entry): Shot {
  const [exposureSeconds, aperture, iso, focalLengthMm] = exposed;
  return {
    ...kits[kit],
    takenAt,
    exposureSeconds,
    aperture,
    iso,
    focalLengthMm,
    exposureBias: bias ?? 0,
    ...(at === undefined ? {} : { position: at }),
  };
}

function sidecarOf({ rating, labels, tags, title, text, notes, at, edit, editEnd }: Entry): string {
  return xmpSidecar({
    rating: rating ?? 0,
    colorLabels: labels ?? [],
    tags: tags ?? [],
    creator: 'The Safelight authors',
    rights: 'Part of Safelight, GPL-3.0-or-later',
    history: edit ?? [],
    ...(edit?.some(({ multiPriority }) => multiPriority === 1) === true ? { moduleOrder: orderWithTwoExposures } : {}),
    ...(editEnd === undefined ? {} : { historyEnd: editEnd }),
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { description: text }),
    ...(notes === undefined ? {} : { notes }),
    ...(at === undefined ? {} : { position: at }),
  });
}

/**
 * What darktable cannot know: the pictures were imported two days after they were taken and edited a day later, in place of
 * the one minute in which this script did it all. And the placeholder in place of this machine's folder.
 */
function finishLibrary(library: string, folder: string): void {
  const database = new DatabaseSync(library);
  const day = 86_400n * micros;
  database.exec('BEGIN');
  database
    .prepare(`UPDATE film_rolls SET folder = ? || substr(folder, ?), access_timestamp = 1700000000 + id`)
    .run(samplePrefix, folder.length + 1);
  database.prepare('UPDATE images SET import_timestamp = datetime_taken + ?, write_timestamp = NULL').run(2n * day);
  database
    .prepare(
      `UPDATE images SET change_timestamp = datetime_taken + ?
       WHERE id IN (SELECT imgid FROM history WHERE operation IN ('exposure', 'bilat', 'monochrome', 'crop'))`,
    )
    .run(3n * day);
  database.exec('COMMIT');
  database.close();
}

function compact(from: string, to: string): void {
  const database = new DatabaseSync(from);
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
