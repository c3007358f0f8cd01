import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import { ImageRecord } from '../contract/image-record.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { darktable5Photos, unpackDarktable5Library } from '../testing/darktable-5-library.ts';
import { afterImport, photoShoot, writePhotoShoot } from '../testing/photo-shoot.ts';
import { startDarktable } from '../testing/real-darktable.ts';
import { type Library, type LibraryImage, openLibrary } from './library.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-real-library-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What darktable's Lua says about its images: `id is_raw is_hdr is_altered rating`, one per line. */
const inDarktablesWords = `local lines = {}
  for _, image in ipairs(darktable.database) do
    lines[#lines + 1] = table.concat({ image.id, tostring(image.is_raw), tostring(image.is_hdr), tostring(image.is_altered), image.rating }, ' ')
  end
  return table.concat(lines, '\\n')`;

/** The two whose sidecars carry edits. */
const altered = [1, 8];

/** What Lua said in the 4.2.1 used here; the 5.4.1 is no longer available. */
const said = [
  '1 false false true 5',
  '2 false false false -1',
  '3 false false false 3',
  '4 true false false 4',
  '5 false false false 2',
  '6 false false false 1',
  '7 false false false 1',
  '8 false false true 0',
  '9 false false false 5',
];

type Made = { library: string; photos: string; importedBetween?: [number, number]; said: string[] };

/** Made by a real 4.2.1, far from Greenwich: its times must not depend on the time zone. */
async function makeHere(): Promise<Made> {
  const photos = path.join(folder, 'photos');
  const files = await writePhotoShoot(photos);
  const configDir = path.join(folder, 'config');
  const start = Date.now();
  await using darktable = await startDarktable({ configDir, command: ['env', 'TZ=JST-9', 'darktable'] });
  for (const file of files) await darktable.lua(`darktable.database.import([[${file}]])`);
  await darktable.lua(afterImport);
  const lines = (await darktable.lua(inDarktablesWords)).split('\n').toSorted();
  await darktable.quit();
  return { library: path.join(configDir, 'library.db'), photos, importedBetween: [start, Date.now()], said: lines };
}

async function takeFrom5(): Promise<Made> {
  const { library } = await unpackDarktable5Library(path.join(folder, '5'));
  return { library, photos: darktable5Photos, said };
}

describe.each([
  ['4.2.1', 37, makeHere],
  ['5.4.1', 57, takeFrom5],
])('a library of the real darktable %s', (_version, schemaVersion, make) => {
  let library: Library;
  let made: Made;
  const images: LibraryImage[] = [];
  beforeAll(async () => {
    made = await make();
    library = openLibrary({ file: made.library, isSample: false, log: silentLog(), events: new Events() });
    for (let id = 1; id <= photoShoot.length + 1; id++) images.push((await library.image(id))!);
  });
  afterAll(() => library.close());

  test('is ready', () => {
    expect(library.state()).toMatchObject({ status: 'ready', schemaVersion, images: photoShoot.length + 1 });
  });

  test('gives records as the contract has them', () => {
    for (const { record } of images) {
      expect(ImageRecord.safeParse({ ...record, preview_version: '' }).error).toBeUndefined();
    }
  });

  test('has what the sidecars said', () => {
    photoShoot.forEach(({ name, sidecar }, index) => {
      const { record } = images[index]!;
      expect(record).toMatchObject({
        id: index + 1,
        path: `${made.photos}/${name}`,
        rating: sidecar?.rating ?? 1,
        color_labels: COLOR_LABELS.filter((label) => sidecar?.colorLabels?.includes(label)),
        tags: [...(sidecar?.tags ?? [])].sort(),
        title: sidecar?.title ?? null,
        description: sidecar?.description ?? null,
        creator: sidecar?.creator ?? null,
        publisher: sidecar?.publisher ?? null,
        rights: sidecar?.rights ?? null,
        notes: sidecar?.notes ?? null,
        latitude: sidecar?.position?.latitude ?? null,
        longitude: sidecar?.position?.longitude ?? null,
        version: 0,
      });
    });
  });

  test('has what the cameras said', () => {
    photoShoot.forEach(({ shot }, index) => {
      const { record } = images[index]!;
      const taken = shot.takenAt ? new Date(`${shot.takenAt}Z`).toISOString() : '2024-03-01T10:20:30.000Z';
      expect(record.datetime_taken).toBe(taken.replace('.000Z', '').replace('Z', ''));
      expect(record.maker).toBe(shot.maker ?? null);
      expect(record.model).toBe(shot.model ?? null);
      const known = {
        exposure: shot.exposureSeconds,
        aperture: shot.aperture,
        iso: shot.iso,
        focal_length: shot.focalLengthMm,
        focus_distance: shot.focusDistanceM,
        exposure_bias: shot.exposureBias,
        altitude: shot.position?.altitude,
      };
      for (const [field, value] of Object.entries(known)) {
        expect(record[field as keyof typeof known], `${field} of ${record.filename}`).toBe(value ?? null);
      }
    });
  });

  test('knows which images were altered, and whether thumbnails show it', () => {
    expect(images.filter(({ record }) => record.is_altered).map(({ id }) => id)).toEqual(altered);
    expect(images.filter(({ historyKey }) => historyKey !== '0').map(({ id }) => id)).toEqual(altered);
    expect(new Set(images.map(({ historyKey }) => historyKey)).size).toBe(altered.length + 1);
  });

  test('agrees with what darktable itself says', () => {
    const ours = images.map(({ record: r }) => `${r.id} ${r.is_raw} ${r.is_hdr} ${r.is_altered} ${r.rating}`);
    // darktable learns that a file is raw when it opens the file. It may have done so after our query and before it
    // quit.
    const isOpenedSince = (line: string, at: number) =>
      line.includes(' true ') && made.said[at] === line.replace(' true ', ' false ');
    const asked = ours.map((line, at) => (isOpenedSince(line, at) ? made.said[at] : line));
    expect(asked).toEqual(made.said);
  });

  test('has times of import that are moments, not wall clocks', () => {
    const [start, end] = made.importedBetween ?? [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];
    for (const { record } of images) {
      expect(record.import_timestamp).toBeGreaterThanOrEqual(start);
      expect(record.import_timestamp).toBeLessThanOrEqual(end);
    }
  });

  test('knows duplicates and groups', () => {
    const duplicate = images[photoShoot.length]!.record;
    expect(duplicate).toMatchObject({ filename: 'ice-001.jpg', version: 1, group_id: 1 });
    expect(images[4]!.record.group_id).toBe(4);
  });
});

test('a real darktable loses nothing of what is set in it while eight readers browse', async () => {
  const home = path.join(folder, 'busy');
  const [picture] = await writePhotoShoot(path.join(home, 'photos'));
  const configDir = path.join(home, 'config');
  await using darktable = await startDarktable({ configDir });
  await darktable.lua(`darktable.database.import([[${picture!}]])`);
  const library = openLibrary({
    file: path.join(configDir, 'library.db'),
    isSample: false,
    log: silentLog(),
    events: new Events(),
  });
  const work = darktable.lua(`local image = darktable.database.get_image(1)
    for step = 1, 60 do
      image.rating = step % 6
      image.green = step % 2 == 0
      darktable.control.sleep(10)
    end
    return image.rating`);
  let isOver = false;
  const end = work.finally(() => (isOver = true));
  const ratings = new Set<number>();
  const reader = async () => {
    while (!isOver) {
      ratings.add((await library.image(1))!.record.rating);
      await new Promise(setImmediate);
    }
  };
  await Promise.all([...Array.from({ length: 8 }, reader), end]);
  expect(await work).toBe('0');
  expect(ratings.size).toBeGreaterThan(3);
  await darktable.quit();
  expect(darktable.output()).not.toMatch(/locked/);
  const { record } = (await library.image(1))!;
  expect(record.rating).toBe(0);
  expect(record.color_labels).toContain('green');
  library.close();
});
