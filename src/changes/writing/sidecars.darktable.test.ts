import Database from 'better-sqlite3';
import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { readOrganised, type Organised } from '../../library/organised.ts';
import { readSidecarFacts } from '../../library/sidecar-facts.ts';
import { afterImport, photoShoot, writePhotoShoot } from '../../testing/photo-shoot.ts';
import { luaString, makeRealLibrary, withDarktable } from '../../testing/real-darktable.ts';
import { startOrganising, type OrganisingOfTest } from '../../testing/start-organising.ts';

/** What is decided about each of them. 9 is a duplicate of 1. */
const decisions: Record<number, ImageChange> = {
  1: {
    rating: 2,
    color_labels: ['green', 'blue'],
    tags: { add: ['a "q" & <b>|🎨 ö|z', 'sea|north'], remove: ['sea'] },
    title: 'A & B <c> "d" \'e\' 🎨',
    description: 'two\nlines\tand a tab',
    rights: null,
    notes: 'n & "q" <t>\nnew',
    latitude: -41.123456,
    longitude: -12.987654,
    altitude: -5.25,
  },
  2: { rejected: false, color_labels: ['red'], creator: 'Ö. Writer', publisher: 'P & Q' },
  4: { rating: -1 },
  6: { rating: 0, color_labels: [], tags: { set: [] }, title: null },
  7: { rating: 5, tags: { set: ['places|Rome', 'x'.repeat(300)] }, latitude: 1.5, longitude: 2.5, altitude: 8848 },
  8: { latitude: null, longitude: null, altitude: null, notes: null },
  9: { rating: 3, color_labels: { add: ['yellow'] }, title: 'The other version' },
};
/** Decided before. The place that is in a picture itself comes back when it is imported again: darktable cannot say in a sidecar that there is none. */
const placed: ImageChange = { latitude: 10, longitude: 20, altitude: 30, notes: 'gone soon' };
const ids = Object.keys(decisions).map(Number);

/** By name and version, since an image that is imported again has another id. */
function lookAt(file: string): Record<string, unknown> {
  const library = new Database(file, { readonly: true });
  library.prepare('ATTACH ? AS data').run(join(file, '../data.db'));
  const all = (sql: string, names: object) => library.prepare(sql).all(names);
  const reader = { all } as unknown as Parameters<typeof readOrganised>[0];
  const numbers = library.prepare('SELECT id FROM images').pluck().all() as number[];
  const images = readOrganised(reader, numbers);
  const facts = readSidecarFacts(reader, numbers);
  library.close();
  return Object.fromEntries(
    numbers.map((id) => {
      const { id: _, stars, isRejected, tags, place, ...image } = images.get(id)!;
      // A sidecar does not tell the stars behind a reject.
      const rating = isRejected ? -1 : stars;
      return [facts.get(id)!.sidecar, { ...image, rating, tags: [...tags].sort(), place: roughly(place) }];
    }),
  );
}

/** 5.x writes the sidecar of a duplicate a while later, and never if it is closed before. Safelight makes no new ones. */
const duplicateHasSidecar = (picture: string) => `
  local function isWritten()
    local file = io.open(${luaString(picture.replace(/\.jpg$/, '_01.jpg.xmp'))})
    if not file then return false end
    local text = file:read("*a")
    file:close()
    return text:find("</x:xmpmeta>", 1, true) ~= nil
  end
  darktable.database.get_image(9).exif_iso = darktable.database.get_image(9).exif_iso
  while not isWritten() do darktable.control.sleep(20) end
`;

/** A sidecar has millionths of a minute and thousandths of a meter. */
const roughly = (place: Organised['place']) =>
  Object.fromEntries(Object.entries(place).map(([name, value]) => [name, value?.toFixed(6) ?? null]));

async function decide(it: OrganisingOfTest) {
  await it.organising.change({ imageIds: [8], change: placed, client: 'sofa' });
  for (const [id, change] of Object.entries(decisions))
    await it.organising.change({ imageIds: [Number(id)], change, client: 'sofa' });
  await it.organising.settled();
}

test('pictures that are removed and imported again from their sidecars are what was decided, and darktable asks nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-sidecars-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  const real = await makeRealLibrary({ folder, pictures, lua: `${afterImport}${duplicateHasSidecar(pictures[0]!)}` });
  const it = startOrganising({ file: real.library });
  const before = lookAt(real.library);

  await decide(it);
  const decided = lookAt(real.library);
  expect(decided).not.toEqual(before);
  for (const [id, { sidecar, writtenAt }] of await it.library.read((reader) => readSidecarFacts(reader, ids)))
    expect([id, Math.floor((await stat(sidecar)).mtimeMs / 1000)]).toEqual([id, writtenAt]);

  const { configDir, cacheDir } = real;
  const crawling = {
    configDir,
    cacheDir,
    conf: { run_crawler_on_start: 'TRUE' },
    command: ['darktable', '-d', 'control'] as [string, ...string[]],
  };
  await withDarktable(crawling, async (darktable) => {
    expect(darktable.output()).not.toContain('is a newer XMP file');
    const again = ids
      .filter((id) => id !== 9)
      .map((id) => `darktable.database.import(${luaString(pictures[id - 1]!)})`);
    await darktable.lua(
      `for _, id in ipairs({${ids.join(',')}}) do darktable.database.get_image(id):delete() end ${again.join(' ')}`,
    );
    expect(await darktable.lua('return #darktable.database')).toBe(String(photoShoot.length + 1));
  });
  expect(lookAt(real.library)).toEqual(decided);

  // darktable would have asked otherwise.
  const soon = Date.now() / 1000 + 5;
  await utimes(`${pictures[0]!}.xmp`, soon, soon);
  const asked = await withDarktable(crawling, (darktable) => Promise.resolve(darktable.output()));
  expect(asked).toContain('is a newer XMP file');
});
