import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { darktable5Photos, unpackDarktable5Library } from './darktable-5-library.ts';
import { afterImport, photoShoot, writePhotoShoot } from './photo-shoot.ts';
import { colorLabels } from './pictures/xmp-sidecar.ts';
import { makeRealLibrary } from './real-darktable.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-shoot-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['4.2.1', '37', () => makeHere()],
  [
    '5.4.1',
    '57',
    async () => ({ ...(await unpackDarktable5Library(path.join(folder, '5'))), photos: darktable5Photos }),
  ],
])('the photo shoot as a library of darktable %s', (_version, schema, make) => {
  let database: DatabaseSync | undefined;
  let photos: string;
  beforeAll(async () => {
    const made = await make();
    photos = made.photos;
    database = new DatabaseSync(made.library, { readOnly: true });
    database.exec(`ATTACH '${made.data}' AS data`);
  });
  afterAll(() => database?.close());
  const ask = (sql: string) => database?.prepare(sql).all() ?? [];

  test(`has schema ${schema} and is sound`, () => {
    expect(ask(`SELECT value FROM main.db_info WHERE key = 'version'`)).toEqual([{ value: schema }]);
    expect(ask('PRAGMA main.integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask('PRAGMA data.integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask('PRAGMA main.page_size')).toEqual([{ page_size: 32_768 }]);
  });

  test('has all pictures under their ids, then the duplicate', () => {
    const rows = ask(`SELECT folder || '/' || filename AS path, version FROM images
                      JOIN film_rolls ON film_rolls.id = film_id ORDER BY images.id`);
    const paths = photoShoot.map(({ name }) => ({ path: `${photos}/${name}`, version: 0 }));
    expect(rows).toEqual([...paths, { ...paths[0], version: 1 }]);
  });

  test('has stars, rejects and color labels', () => {
    const rows = ask(`SELECT CASE WHEN flags & 8 THEN -1 ELSE flags & 7 END AS rating,
        (SELECT group_concat(color, ' ' ORDER BY color) FROM color_labels WHERE imgid = id) AS labels
      FROM images WHERE version = 0 ORDER BY id`);
    expect(rows).toEqual(
      photoShoot.map(({ sidecar }) => ({
        rating: sidecar?.rating ?? 1,
        labels: sidecar?.colorLabels?.map((label) => colorLabels.indexOf(label)).join(' ') ?? null,
      })),
    );
  });

  test('has titles, texts and tags', () => {
    const rows = ask(`SELECT id,
        (SELECT json_group_object(key, value) FROM (SELECT * FROM main.meta_data ORDER BY key) WHERE id = images.id) AS texts,
        (SELECT json_group_array(name ORDER BY name) FROM tagged_images JOIN data.tags ON tags.id = tagid
          WHERE imgid = images.id AND name NOT LIKE 'darktable|%') AS tags
      FROM images WHERE version = 0 ORDER BY id`);
    const read = rows.map(({ texts, tags }) => ({ texts: parse(texts), tags: parse(tags) }));
    expect(read).toEqual(
      photoShoot.map(({ sidecar }) => ({
        texts: JSON.parse(
          JSON.stringify({
            0: sidecar?.creator,
            1: sidecar?.publisher,
            2: sidecar?.title,
            3: sidecar?.description,
            4: sidecar?.rights,
            5: sidecar?.notes,
          }),
        ) as unknown,
        tags: [...(sidecar?.tags ?? [])].sort(),
      })),
    );
  });

  test('has one group of the two raw pictures', () => {
    expect(ask('SELECT group_id FROM images WHERE id IN (4, 5)')).toEqual([{ group_id: 4 }, { group_id: 4 }]);
  });

  test('keeps the last step of the first picture beyond the end of its history', () => {
    const [row] = ask(`SELECT history_end AS ends, (SELECT max(num) FROM history WHERE imgid = 1) AS last,
        (SELECT operation FROM history WHERE imgid = 1 ORDER BY num DESC LIMIT 1) AS operation FROM images WHERE id = 1`);
    expect(row).toEqual({ ends: row?.last, last: row?.last, operation: 'velvia' });
  });
});

async function makeHere() {
  const photos = path.join(folder, 'photos');
  const pictures = await writePhotoShoot(photos);
  return { ...(await makeRealLibrary({ folder, pictures, lua: afterImport })), photos };
}

const parse = (json: unknown) => JSON.parse(String(json)) as unknown;
