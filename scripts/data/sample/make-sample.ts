/**
 * Makes assets/sample: takes photographs from Debian's wallpaper packages, crops them, has the machine's real darktable
 * import them with all their edits, and puts the library next to them.   npm run make-sample [-- --packages FOLDER]
 *
 * `--packages` names a folder with the packages (see photographs.ts); without it they are fetched from Debian, or from
 * DEBIAN_MIRROR: https://snapshot.debian.org has them when Debian has newer ones.
 *
 * Needs darktable 4.2 (every newer darktable can read an older library, but not the other way round), Xvfb, dbus-daemon and
 * dpkg-deb. The library's film rolls are below a placeholder, which `installSample` replaces.
 */
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { samplePrefix } from '../../../src/library/sample-library.ts';
import { dng } from '../../../src/testing/pictures/dng.ts';
import { jpeg } from '../../../src/testing/pictures/jpeg.ts';
import { png } from '../../../src/testing/pictures/png.ts';
import type { Shot } from '../../../src/testing/pictures/shot.ts';
import { sidecarPath, xmpSidecar } from '../../../src/testing/pictures/xmp-sidecar.ts';
import { luaString, makeRealLibrary } from '../../../src/testing/real-darktable.ts';
import { catalogue, type Entry, kits } from './catalogue.ts';
import { orderWithTwoExposures } from '../../../src/testing/module-order.ts';
import { creditsText } from './credits.ts';
import { cutPhotograph, unpackPhotographs } from './cut-photographs.ts';
import { photographs } from './photographs.ts';

const assets = path.join(import.meta.dirname, '../../../assets/sample');
/** The whole sample must stay below 8 MB. */
const largestJpeg = 165_000;
const micros = 1_000_000n;
const { values: given } = parseArgs({ options: { packages: { type: 'string' } } });

const work = await mkdtemp(path.join(tmpdir(), 'safelight-sample-'));
try {
  await unpackPhotographs(path.join(work, 'packages'), given.packages);
  const photos = path.join(work, 'photos');
  const files: string[] = [];
  for (const entry of catalogue) {
    const file = path.join(photos, entry.file);
    const content = await photograph(entry);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await writeFile(sidecarPath(file), sidecarOf(entry));
    files.push(file);
    console.log(`${entry.file}  ${Math.round(content.length / 1024)} kB`);
  }
  const made = await makeRealLibrary({
    folder: work,
    pictures: files,
    lua: (await duplicates(photos)) + groups(photos) + developRaw(path.join(work, 'developed.jpg')),
    conf: { write_sidecar_files: 'never' },
  });
  for (const file of await readdir(photos, { recursive: true }))
    if (file.endsWith('.xmp')) await rm(path.join(photos, file));
  finishLibrary(made.library, work);
  await rm(assets, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  await cp(photos, path.join(assets, 'photos'), { recursive: true });
  compact(made.library, path.join(assets, 'library.db'));
  compact(made.data, path.join(assets, 'data.db'));
  await writeFile(path.join(assets, 'PHOTOGRAPHS.md'), creditsText(catalogue));
  console.log(`${assets}: ${Math.round((await sizeOf(assets)) / 1024)} kB`);
} finally {
  await rm(work, { recursive: true, force: true });
}

async function photograph(entry: Entry): Promise<Buffer> {
  const pixels = await cutPhotograph(path.join(work, 'packages'), entry);
  const shot = shotOf(entry);
  const { width, height } = pixels;
  if (entry.file.endsWith('.png')) return png(pixels, shot);
  if (entry.file.endsWith('.dng')) {
    return dng(pixels, shot, { preview: { jpeg: await jpeg(pixels, {}, { quality: 88 }), width, height } });
  }
  for (let quality = 88; ; quality -= 2) {
    const file = await jpeg(pixels, shot, { quality });
    if (file.length <= largestJpeg || quality < 40) return file;
  }
}

/**
 * When darktable imports a picture again, it makes a duplicate from a second sidecar; a thumbnail completes both
 * histories.
 */
async function duplicates(photos: string): Promise<string> {
  const lines: string[] = [];
  const names: string[] = [];
  for (const entry of catalogue) {
    if (entry.duplicate === undefined) continue;
    const file = path.join(photos, entry.file);
    const { dir, name, ext } = path.parse(file);
    const draft = path.join(dir, `${name}.draft`);
    await writeFile(draft, sidecarOf({ ...entry, ...entry.duplicate, labels: [] }));
    lines.push(
      `os.rename(${luaString(draft)}, ${luaString(sidecarPath(path.join(dir, `${name}_01${ext}`)))})`,
      `darktable.database.import(${luaString(file)})`,
    );
    names.push(`[${luaString(name + ext)}] = true`);
  }
  return `
  ${lines.join('\n  ')}
  local names = { ${names.join(', ')} }
  for _, image in ipairs(darktable.database) do
    if names[image.filename] then
      image:drop_cache()
      image:generate_cache(true, 0, 0)
    end
  end
`;
}

function groups(photos: string): string {
  const imageOf = (file: string) => `find(${luaString(path.join(photos, file))})`;
  const lines = catalogue
    .flatMap(({ file, groupedWith: leader }) => (leader === undefined ? [] : [{ file, leader }]))
    .map(({ file, leader }) => `${imageOf(file)}:group_with(${imageOf(leader)})`);
  return `
  local function find(file)
    for _, image in ipairs(darktable.database) do
      if image.path .. "/" .. image.filename == file then return image end
    end
    error("not in the library: " .. file)
  end
  ${lines.join('\n  ')}
`;
}

/** A raw picture gets its history and its raw mark when darktable first develops it. */
function developRaw(to: string): string {
  return `
  local format = darktable.new_format("jpeg")
  for _, image in ipairs(darktable.database) do
    if image.filename:match("%.dng$") then format:write_image(image, ${luaString(to)}, false) end
  end
`;
}

function shotOf({ takenAt, kit, exposed, bias, at }: Entry): Shot {
  const [exposureSeconds, aperture, iso, focalLengthMm] = exposed;
  return {
    ...kits[kit],
    software: 'Safelight sample: camera, time and exposure are invented',
    takenAt,
    exposureSeconds,
    aperture,
    iso,
    focalLengthMm,
    exposureBias: bias ?? 0,
    ...(at === undefined ? {} : { position: at }),
  };
}

function sidecarOf({ photograph, rating, labels, tags, title, text, notes, at, edit, editEnd }: Entry): string {
  const { author, license, package: source } = photographs[photograph];
  return xmpSidecar({
    rating: rating ?? 0,
    colorLabels: labels ?? [],
    tags: tags ?? [],
    creator: author,
    rights: license,
    publisher: `Debian, in the package ${source}`,
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
 * Changes what darktable cannot know: the pictures were imported two days after they were taken and edited a day later,
 * not all in the one minute of this script. Also puts the placeholder in place of this machine's folder.
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
