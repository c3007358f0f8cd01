import Database from 'better-sqlite3';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { afterImport, writePhotoShoot } from '../testing/photo-shoot.ts';
import { luaString, makeRealLibrary, withDarktable } from '../testing/real-darktable.ts';
import { startOperations } from '../testing/start-operations.ts';

/** Rows of images without what is a matter of the moment, such as ids. */
function versionsOf(library: string, filename: string) {
  const database = new Database(library, { readonly: true });
  try {
    const images = database
      .prepare('SELECT * FROM images WHERE filename = ? ORDER BY version')
      .safeIntegers()
      .all(filename) as Record<string, unknown>[];
    return images.map(({ id, position: _, ...image }) => {
      const rows = (table: string, column = 'imgid') =>
        database.prepare(`SELECT * FROM ${table} WHERE ${column} = ? ORDER BY 1, 2`).safeIntegers().all(id);
      const without = (found: unknown[], ...names: string[]) =>
        found.map((row) => Object.fromEntries(Object.entries(row as object).filter(([name]) => !names.includes(name))));
      return {
        image: without([image], 'write_timestamp', 'import_timestamp', 'change_timestamp')[0],
        labels: without(rows('color_labels'), 'imgid'),
        texts: without(rows('meta_data', 'id'), 'id'),
      };
    });
  } finally {
    database.close();
  }
}

test('versions, groups, tags and removals are what darktable makes of them, and it goes on from there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-operations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  const real = await makeRealLibrary({ folder, pictures, lua: afterImport });
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const { library, undo, changes } = startOperations({ file: real.library, dataDir });

  // Number 9 is darktable's own duplicate of number 1; number 10 is ours.
  const { imageId } = await changes.images.duplicate(1, 'sofa');
  const [, darktables, ours] = versionsOf(real.library, 'ice-001.jpg');
  // darktable's Lua duplicates without the history, and what goes with that.
  const developed = ['history_end', 'max_version', 'version', 'flags', 'aspect_ratio', 'output_width', 'output_height'];
  const apartFromHistory = ({ image, labels, texts }: NonNullable<typeof ours>) => ({
    labels,
    texts,
    image: Object.fromEntries(Object.entries(image!).filter(([name]) => !developed.includes(name))),
  });
  expect(apartFromHistory(ours!)).toEqual(apartFromHistory(darktables!));
  expect(ours!.image).toMatchObject({ version: 2n, max_version: 2n, group_id: 1n });

  await changes.images.group({ action: 'group', ids: [2, 3] }, 'sofa');
  await changes.images.group({ action: 'leader', ids: [5] }, 'sofa');
  const removed = await changes.images.remove([7, 8], 'sofa');
  const places = await library.read(
    (reader) => reader.get("SELECT id FROM data.tags WHERE name = 'places|iceland'") as { id: number },
  );
  await changes.tags.rename(places.id, 'Reisen|Ísland', 'sofa');

  await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir }, async (darktable) => {
    const said = (code: string) => darktable.lua(code);
    expect(await said('return #darktable.database')).toBe('8');
    const get = 'local get = darktable.database.get_image ';
    expect(
      await said(
        `${get} return get(2).group_leader.id .. " " .. get(3).group_leader.id .. " " .. get(4).group_leader.id`,
      ),
    ).toBe('2 2 5');
    const tagsOf = (id: number) =>
      said(
        `${get} local names = {} for _, tag in ipairs(darktable.tags.get_tags(get(${id}))) do if not tag.name:match("^darktable|") then names[#names + 1] = tag.name end end table.sort(names) return table.concat(names, ", ")`,
      );
    expect(await tagsOf(1)).toBe('Reisen|Ísland, sea');
    expect(await tagsOf(2)).toBe('Reisen|Ísland|vík');
    expect(await tagsOf(imageId)).toBe('Reisen|Ísland, sea');
    expect(
      await said(
        `${get} local i = get(${imageId}) return i.duplicate_index .. " " .. i.rating .. " " .. tostring(i.red) .. " " .. i.title`,
      ),
    ).toBe('2 5 true Black sand & "white" foam');
    // It renders the new version, with its history.
    await said(
      `${get} darktable.new_format("jpeg"):write_image(get(${imageId}), ${luaString(join(folder, 'out.jpg'))}, false)`,
    );
    // And goes on: another version, another tag, the leader out of its group.
    await said(
      `${get} get(${imageId}):duplicate() darktable.tags.attach(darktable.tags.create("Reisen|Ísland|neu"), get(${imageId})) get(5):group_with()`,
    );
  });
  expect((await stat(join(folder, 'out.jpg'))).size).toBeGreaterThan(1_000);
  expect(versionsOf(real.library, 'ice-001.jpg')).toHaveLength(4);

  // Taken back after darktable was there: both pictures are in the library again.
  await undo(removed.change);
  await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir }, async (darktable) => {
    expect(await darktable.lua('return #darktable.database')).toBe('11');
    expect(await darktable.lua('return darktable.database.get_image(8).filename')).toBe('unrated.JPG');
  });
});
