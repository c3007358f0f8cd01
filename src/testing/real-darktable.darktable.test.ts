import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dng } from './pictures/dng.ts';
import { jpeg } from './pictures/jpeg.ts';
import { exposureParams, sharpenParams } from './pictures/params.ts';
import { colourQuarters } from './pictures/pixels.ts';
import { png } from './pictures/png.ts';
import { type Sidecar, sidecarPath, xmpSidecar } from './pictures/xmp-sidecar.ts';
import { luaString, makeRealLibrary, type RealLibrary, startDarktable, withDarktable } from './real-darktable.ts';

let folder: string;
let library: RealLibrary;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-real-'));
  const photos = path.join(folder, 'photos');
  await mkdir(path.join(photos, 'raw'), { recursive: true });
  const pixels = colourQuarters();
  const shot = { takenAt: '2023-05-06T07:08:09.125', maker: 'NIKON CORPORATION', model: 'NIKON Z 6', iso: 400 };
  const preview = { jpeg: await jpeg(pixels), width: pixels.width, height: pixels.height };
  const files: [string, Buffer, Sidecar?][] = [
    [
      'a.jpg',
      await jpeg(pixels, shot),
      {
        rating: 4,
        colorLabels: ['red', 'purple'],
        tags: ['places|iceland', 'quarters'],
        title: 'Four quarters',
        position: { latitude: 64.1466, longitude: -21.9426 },
        history: [
          { operation: 'exposure', version: 6, params: exposureParams(0.5) },
          { operation: 'sharpen', version: 1, params: sharpenParams(2, 0.7), enabled: false },
          { operation: 'exposure', version: 6, params: exposureParams(1) },
        ],
        historyEnd: 2,
      },
    ],
    ['b.jpg', await jpeg(pixels), { rating: -1 }],
    ['c.png', await png(pixels, shot), { rating: 2, colorLabels: ['green'] }],
    ['d.jpg', await jpeg(pixels)],
    ['raw/e.dng', dng(pixels, shot), { rating: 5 }],
    ['raw/f.dng', dng(pixels, shot, { preview }), { rating: 3, tags: ['with preview'] }],
  ];
  for (const [name, content, sidecar] of files) {
    const file = path.join(photos, name);
    await writeFile(file, content);
    if (sidecar !== undefined) await writeFile(sidecarPath(file), xmpSidecar(sidecar));
  }
  library = await makeRealLibrary({ folder, pictures: [photos, path.join(photos, 'raw')] });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function ask(sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(library.library, { readOnly: true });
  try {
    database.exec(`ATTACH '${library.data}' AS data`);
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

describe('a library made by the real darktable', () => {
  test('numbers the pictures in the order in which they were given', () => {
    const names = ask('SELECT id, filename FROM images ORDER BY id').map(({ id, filename }) => [id, filename]);
    expect(names).toEqual([
      [1, 'a.jpg'],
      [2, 'b.jpg'],
      [3, 'c.png'],
      [4, 'd.jpg'],
      [5, 'e.dng'],
      [6, 'f.dng'],
    ]);
    expect(ask('SELECT folder FROM film_rolls ORDER BY id').map(({ folder: film }) => film)).toEqual([
      path.join(folder, 'photos'),
      path.join(folder, 'photos', 'raw'),
    ]);
  });

  test('has the stars, the reject, the labels, tags, title and position of the sidecars', () => {
    expect(ask('SELECT id, flags & 15 AS stars FROM images ORDER BY id').map(({ stars }) => stars)).toEqual([
      4,
      expect.toSatisfy((stars: number) => (stars & 8) === 8),
      2,
      1,
      5,
      3,
    ]);
    expect(ask('SELECT imgid, color FROM color_labels ORDER BY imgid, color')).toEqual([
      { imgid: 1, color: 0 },
      { imgid: 1, color: 4 },
      { imgid: 3, color: 2 },
    ]);
    const tags = ask(`SELECT imgid, name FROM tagged_images JOIN data.tags ON tags.id = tagid
                      WHERE name NOT LIKE 'darktable|%' ORDER BY imgid, name`);
    expect(tags).toEqual([
      { imgid: 1, name: 'places|iceland' },
      { imgid: 1, name: 'quarters' },
      { imgid: 6, name: 'with preview' },
    ]);
    expect(ask('SELECT id, key, value FROM meta_data')).toEqual([{ id: 1, key: 2, value: 'Four quarters' }]);
    const [position] = ask('SELECT latitude, longitude FROM images WHERE id = 1');
    expect(position?.latitude).toBeCloseTo(64.1466, 5);
    expect(position?.longitude).toBeCloseTo(-21.9426, 5);
  });

  test('has the camera and the time of the files', () => {
    const rows = ask(`SELECT maker, model, iso, CAST(datetime_taken AS TEXT) AS taken FROM images
                      WHERE id IN (1, 3, 5, 6)`);
    const micros = String(BigInt(Date.UTC(2023, 4, 6, 7, 8, 9, 125)) * 1000n + 62_135_596_800_000_000n);
    for (const row of rows)
      expect(row).toEqual({ maker: 'NIKON CORPORATION', model: 'NIKON Z 6', iso: 400, taken: micros });
    expect(rows).toHaveLength(4);
  });

  test('has every step of the edit, after the default steps of darktable, with the parameters untouched and the end where the sidecar set it', () => {
    const steps = ask('SELECT num, module, operation, op_params, enabled FROM history WHERE imgid = 1 ORDER BY num');
    const added = steps.findIndex((step) => step.operation === 'exposure');
    const ours = steps.slice(added).map((step) => ({ ...step, num: Number(step.num) - added }));
    expect(ours).toEqual([
      { num: 0, module: 6, operation: 'exposure', op_params: new Uint8Array(exposureParams(0.5)), enabled: 1 },
      { num: 1, module: 1, operation: 'sharpen', op_params: new Uint8Array(sharpenParams(2, 0.7)), enabled: 0 },
      { num: 2, module: 6, operation: 'exposure', op_params: new Uint8Array(exposureParams(1)), enabled: 1 },
    ]);
    expect(ask('SELECT history_end FROM images WHERE id = 1')).toEqual([{ history_end: added + 2 }]);
  });

  test('knows the DNG files as raw pictures', () => {
    expect(ask('SELECT filename FROM images WHERE flags & 64 ORDER BY id').map((row) => row.filename)).toContain(
      'e.dng',
    );
  });

  test('was closed in order', () => {
    expect(existsSync(`${library.library}.lock`)).toBe(false);
    expect(ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });
});

describe('a running darktable', () => {
  test('stores what Lua sets, holds the lock and leaves nothing behind', async () => {
    let pid = 0;
    await withDarktable(library, async (darktable) => {
      pid = darktable.pid;
      const holder = await darktable.lua(`return io.open(${luaString(`${library.library}.lock`)}):read("a")`);
      expect(Number.parseInt(holder, 10)).toBe(pid);
      await darktable.lua('darktable.database.get_image(4).rating = 5');
    });
    expect(ask('SELECT flags & 7 AS stars FROM images WHERE id = 4')).toEqual([{ stars: 5 }]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(processesOf(path.basename(folder))).toEqual([]);
  });

  test('renders a DNG of ours in its own colors', async () => {
    const out = path.join(folder, 'rendered.jpg');
    await withDarktable(library, async ({ lua }) => {
      await lua(`local format = darktable.new_format("jpeg")
                 format.max_width = 120
                 format.max_height = 80
                 format:write_image(darktable.database.get_image(5), ${luaString(out)}, false)`);
    });
    const { data, info } = await sharp(out).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([120, 80]);
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    const strongest = (rgb: number[]) => rgb.indexOf(Math.max(...rgb));
    expect([at(40, 20), at(100, 20), at(40, 60)].map(strongest)).toEqual([0, 1, 2]);
    const grey = at(100, 60);
    expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(12);
  });

  test('tells what is wrong with a Lua command', async () => {
    await withDarktable(library, async ({ lua }) => {
      await expect(lua('error("no such thing")')).rejects.toThrow('no such thing');
      await expect(lua('return (')).rejects.toThrow('unexpected symbol');
    });
  });

  test('runs the luarc that lies in its folder, and the one that is given', async () => {
    const said = path.join(folder, 'said');
    const luarc = `local file = io.open(${luaString(said)}, "w") file:write("hello") file:close()`;
    await withDarktable({ ...library, luarc }, () => Promise.resolve());
    expect(existsSync(said)).toBe(true);
    await rm(said);
    await withDarktable(library, () => Promise.resolve());
    expect(existsSync(said)).toBe(true);
  });

  test('is ended when the callback throws, and when it is killed the lock stays', async () => {
    const wrong = withDarktable(library, () => Promise.reject(new Error('the test failed')));
    await expect(wrong).rejects.toThrow('the test failed');
    await using darktable = await startDarktable(library);
    await darktable.kill();
    expect(existsSync(`${library.library}.lock`)).toBe(true);
    expect(processesOf(path.basename(folder))).toEqual([]);
  });

  test('that cannot start says why', async () => {
    const broken = startDarktable({ configDir: path.join(folder, 'other'), command: ['false'] });
    await expect(broken).rejects.toThrow('darktable ended too early (1)');
  });

  test('that crashes while it makes a library makes it once more, and says so', async () => {
    const anew = path.join(folder, 'anew');
    const crashed = luaString(`${anew}-crashed`);
    const lua = `if io.open(${crashed}) then return end
      io.open(${crashed}, "w"):close()
      os.execute("kill -9 $PPID")`;
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => said.mockRestore());
    const made = await makeRealLibrary({ folder: anew, pictures: library.pictures, lua });
    expect(said.mock.calls).toEqual([[expect.stringContaining('darktable ended too early (SIGKILL)')]]);
    const database = new DatabaseSync(made.library, { readOnly: true });
    expect(database.prepare('SELECT count(*) AS images FROM images').get()).toEqual({ images: 6 });
    database.close();
  });
});

/** The processes whose command line has this text in it. */
function processesOf(text: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(text) && !line.includes('ps -eo'));
}
