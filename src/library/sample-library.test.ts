import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installSample } from './sample-library.ts';

const assetsDir = path.join(import.meta.dirname, '../../assets');
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'safelight-sample-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Queries the library, with its data.db attached as `data`. */
function ask<Row>(library: string, sql: string): Row[] {
  const database = new Database(library, { readonly: true });
  try {
    database.prepare('ATTACH ? AS data').run(path.join(path.dirname(library), 'data.db'));
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

const pictures = `SELECT folder, filename, width, height FROM images JOIN film_rolls ON film_rolls.id = film_id ORDER BY images.id`;
type Picture = { folder: string; filename: string; width: number; height: number };

describe('the sample library', () => {
  test('lies in the data-dir afterwards, every picture where the library says, of the size that it says', async () => {
    const { library } = await installSample({ assetsDir, dataDir });
    expect(library).toBe(path.join(dataDir, 'sample', 'library.db'));
    const rows = ask<Picture>(library, pictures);
    for (const { folder, filename, width, height } of rows) {
      const file = path.join(folder, filename);
      expect(file.startsWith(path.join(dataDir, 'sample', 'photos'))).toBe(true);
      if (filename.endsWith('.dng')) expect((await stat(file)).size).toBeGreaterThan(400_000);
      else expect(await sharp(file).metadata()).toMatchObject({ width, height });
    }
    expect(rows.length).toBeGreaterThanOrEqual(24);
    expect(await readdir(dataDir)).toEqual(['sample']);
  });

  test('shows what a library may hold', async () => {
    const { library } = await installSample({ assetsDir, dataDir });
    const [counts] = ask(
      library,
      `SELECT (SELECT count(*) FROM film_rolls) >= 4 AS rolls,
         (SELECT count(DISTINCT flags & 7) FROM images WHERE flags & 8 = 0) >= 4 AS ratings,
         (SELECT count(*) FROM images WHERE flags & 8) AS rejects,
         (SELECT count(DISTINCT color) FROM color_labels) AS labels,
         (SELECT count(*) FROM data.tags WHERE name LIKE 'places|%|%') > 0 AS branches,
         (SELECT count(*) FROM main.meta_data WHERE key = 2) >= 24 AS titles,
         (SELECT count(*) FROM images WHERE latitude IS NOT NULL) >= 20 AS positions,
         (SELECT count(DISTINCT model) FROM images) >= 5 AS cameras,
         (SELECT count(DISTINCT datetime_taken / 31557600000000) FROM images) >= 4 AS years,
         (SELECT count(DISTINCT imgid) FROM history) >= 12 AS edited,
         (SELECT count(*) FROM history WHERE multi_priority = 1) AS instances,
         (SELECT count(*) FROM images WHERE width < height) > 4 AS upright,
         (SELECT count(*) FROM images WHERE flags & 64) AS raws,
         (SELECT count(*) FROM images WHERE version = 1) AS duplicates,
         (SELECT count(*) FROM images one JOIN images lead ON lead.id = one.group_id
          WHERE lead.id <> one.id AND lead.filename <> one.filename) AS grouped,
         (SELECT count(*) FROM images WHERE filename LIKE '%.png') AS pngs`,
    );
    expect(counts).toEqual({
      rolls: 1,
      ratings: 1,
      rejects: 2,
      labels: 5,
      branches: 1,
      titles: 1,
      positions: 1,
      cameras: 1,
      years: 1,
      edited: 1,
      instances: 1,
      upright: 1,
      raws: 1,
      duplicates: 1,
      grouped: 1,
      pngs: 1,
    });
  });

  test('is a sound library of darktable 4.2 and says nothing of the machine that made it', async () => {
    const { library } = await installSample({ assetsDir, dataDir });
    expect(ask(library, `SELECT value FROM main.db_info WHERE key = 'version'`)).toEqual([{ value: '37' }]);
    expect(ask(library, 'PRAGMA main.integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(ask(library, 'PRAGMA main.foreign_key_check')).toEqual([]);
    expect(ask(library, 'PRAGMA main.journal_mode')).toEqual([{ journal_mode: 'delete' }]);
    for (const name of ['library.db', 'data.db']) {
      const text = (await readFile(path.join(assetsDir, 'sample', name))).toString('latin1');
      expect(text).not.toMatch(/\/(tmp|home|root|Users)\//);
    }
  });

  test('names author and license of every photograph, in a file that comes along and in the library', async () => {
    const { library } = await installSample({ assetsDir, dataDir });
    const credits = await readFile(path.join(dataDir, 'sample', 'PHOTOGRAPHS.md'), 'utf8');
    const rows = ask<{ folder: string; filename: string; author: string | null; license: string | null }>(
      library,
      `SELECT folder, filename,
         (SELECT value FROM main.meta_data WHERE id = images.id AND key = 0) AS author,
         (SELECT value FROM main.meta_data WHERE id = images.id AND key = 4) AS license
       FROM images JOIN film_rolls ON film_rolls.id = film_id`,
    );
    for (const { folder, filename, author, license } of rows) {
      const file = `\`${path.basename(folder)}/${filename}\``;
      const line = credits.split('\n').find((each) => each.includes(file)) ?? `nothing of ${file}`;
      expect(line).toContain(`| ${String(author)} | ${String(license)} |`);
    }
  });

  test('stays below eight megabytes', async () => {
    const entries = await readdir(path.join(assetsDir, 'sample'), { recursive: true, withFileTypes: true });
    let size = 0;
    for (const entry of entries) if (entry.isFile()) size += (await stat(path.join(entry.parentPath, entry.name))).size;
    expect(size).toBeLessThan(8_000_000);
  });

  test('keeps what its owner changed when it is asked for again', async () => {
    const { library } = await installSample({ assetsDir, dataDir });
    const database = new Database(library);
    database.exec('UPDATE images SET flags = (flags & ~7) | 1');
    database.close();
    expect(await installSample({ assetsDir, dataDir })).toEqual({ library });
    expect(ask(library, 'SELECT DISTINCT flags & 7 AS stars FROM images')).toEqual([{ stars: 1 }]);
  });

  test('comes to a data-dir that does not exist yet, whose name has spaces and quotes', async () => {
    const { library } = await installSample({ assetsDir, dataDir: path.join(dataDir, `it's "new"`, 'données') });
    const [first] = ask<Picture>(library, pictures);
    expect(existsSync(path.join(first?.folder ?? '', first?.filename ?? ''))).toBe(true);
  });

  test('is there once when several ask for it at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => installSample({ assetsDir, dataDir })));
    expect(new Set(answers.map(({ library }) => library)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['sample']);
    expect(
      ask(answers[0]?.library ?? '', "SELECT count(*) AS wrong FROM film_rolls WHERE folder LIKE '/safelight-sample%'"),
    ).toEqual([{ wrong: 0 }]);
  });
});

describe('an installation that goes wrong', () => {
  test('leaves nothing half done when the shipped library is damaged', async () => {
    const broken = await mkdtemp(path.join(tmpdir(), 'safelight-broken-'));
    try {
      await cp(path.join(assetsDir, 'sample'), path.join(broken, 'sample'), { recursive: true });
      await truncate(path.join(broken, 'sample', 'library.db'), 40_000);
      await expect(installSample({ assetsDir: broken, dataDir })).rejects.toThrow();
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      await rm(broken, { recursive: true, force: true });
    }
  });

  test('says so when the assets are missing', async () => {
    await expect(installSample({ assetsDir: dataDir, dataDir })).rejects.toThrow('ENOENT');
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('leaves no library when it is killed half-way, and the next start makes a whole one', async () => {
    const sampleLibrary = pathToFileURL(path.join(import.meta.dirname, 'sample-library.ts')).href;
    const script = `
      import { installSample } from ${JSON.stringify(sampleLibrary)};
      await installSample(${JSON.stringify({ assetsDir, dataDir })});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const gone = once(child, 'exit');
    await expect.poll(() => readdir(dataDir), { interval: 1, timeout: 20_000 }).not.toEqual([]);
    child.kill('SIGKILL');
    await gone;
    // However far the other copies got: a library that exists is complete.
    const { library } = await installSample({ assetsDir, dataDir });
    const rows = ask<Picture>(library, pictures);
    expect(rows.filter(({ folder, filename }) => !existsSync(path.join(folder, filename)))).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['sample']);
  });

  test('that was killed in the middle is swept away; what is not ours, or still being made, stays', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const abandoned = `.sample-${child.pid ?? 0}-abcdef`;
    const busy = `.sample-${process.pid}-abcdef`;
    for (const name of [abandoned, busy, 'not-ours']) {
      await mkdir(path.join(dataDir, name, 'photos'), { recursive: true });
      await writeFile(path.join(dataDir, name, 'library.db'), 'half a library');
    }
    await installSample({ assetsDir, dataDir });
    expect((await readdir(dataDir)).sort()).toEqual([busy, 'not-ours', 'sample'].sort());
  });
});
