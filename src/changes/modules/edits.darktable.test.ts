import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import { blendingChoices, blendingOf, changedBlending } from '../../darktable/blending.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { checkParams } from '../../darktable/params-check.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import { patchParams } from '../../darktable/params-patch.ts';
import { hashOrderSql, hashRowsSql, historyHash, type HashSource } from '../../library/history-hash.ts';
import { mipmapFolder } from '../../previews/mipmap-cache.ts';
import { unpackDarktable5Library } from '../../testing/darktable-5-library.ts';
import { photoShoot, writePhotoShoot } from '../../testing/photo-shoot.ts';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { type HistoryStep, sidecarPath, xmpSidecar } from '../../testing/pictures/xmp-sidecar.ts';
import { luaString, makeRealLibrary, withDarktable, type RealLibrary } from '../../testing/real-darktable.ts';
import { startApp } from '../../testing/start-app.ts';
import { look } from '../../testing/start-edits.ts';

/** The picture that is edited: an exposure of one stop that is switched off at first. */
const EDITED = 7;
/** The picture that got a step of every module that darktable has a preset for. */
const EVERYTHING = 6;

let folder: string;
let real: RealLibrary;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-real-edits-'));
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  await writeFile(
    sidecarPath(pictures[EDITED - 1]!),
    xmpSidecar({
      history: [
        { operation: 'velvia', version: 2, params: packParams('ff', 25, 0.5) },
        { operation: 'exposure', version: 6, params: exposureParams(0), enabled: false },
      ],
    }),
  );
  await writeFile(sidecarPath(pictures[EVERYTHING - 1]!), xmpSidecar({ history: await presetSteps() }));
  real = await makeRealLibrary({ folder, pictures });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One step of every module of which darktable brings presets along: real parameters, of old versions too. */
async function presetSteps(): Promise<HistoryStep[]> {
  const configDir = join(folder, 'presets');
  await withDarktable({ configDir }, () => Promise.resolve());
  const data = new DatabaseSync(join(configDir, 'data.db'), { readOnly: true });
  const rows = data
    .prepare(
      `SELECT operation, op_version AS version, op_params, blendop_params, blendop_version FROM presets
       WHERE length(op_params) > 0 GROUP BY operation, op_version ORDER BY operation`,
    )
    .all() as {
    operation: string;
    version: number;
    op_params: Uint8Array;
    blendop_params: Uint8Array | null;
    blendop_version: number;
  }[];
  data.close();
  return rows.map(({ operation, version, op_params, blendop_params, blendop_version }, at) => ({
    operation,
    version,
    params: Buffer.from(op_params),
    ...(blendop_params && blendop_params.length > 0
      ? { blendParams: Buffer.from(blendop_params), blendVersion: blendop_version }
      : {}),
    // Some of them would take their time to render.
    enabled: at === 0,
  }));
}

describe.each([
  { version: '4.2.1', library: () => Promise.resolve(real.library), rows: 60, kinds: 30 },
  {
    version: '5.4.1',
    library: async () => (await unpackDarktable5Library(join(folder, '5'))).library,
    rows: 10,
    kinds: 5,
  },
])('a library of the real darktable $version', ({ library: open, rows, kinds }) => {
  let file: string;
  beforeAll(async () => {
    file = await open();
  });

  test('has parameters that can all be named, and come back byte for byte', () => {
    const { history } = look(file);
    const seen = new Set<string>();
    for (const { operation, module, op_params } of history) {
      const name = `${operation} ${module}`;
      const layout = layoutOf(operation, module);
      expect(layout?.size, name).toBe(op_params!.length);
      const { blob, problems } = patchParams(layout!, op_params!, decodeParams(layout!, op_params!));
      expect(problems, name).toBeNull();
      expect(Buffer.from(blob!).equals(op_params!), name).toBe(true);
      seen.add(name);
    }
    expect(history.length).toBeGreaterThanOrEqual(rows);
    expect(seen.size).toBeGreaterThanOrEqual(kinds);
  });

  test('has blending that shows by name, and changes in the bytes that were asked for only', () => {
    const blended = look(file).history.flatMap((row) => {
      const { operation, blendop_params: blendParams, blendop_version: blendVersion } = row;
      const entry = { operation, blendParams, blendVersion };
      return blendingChoices(entry).masks.includes('uniform') ? [entry] : [];
    });
    for (const entry of blended) {
      const { params } = changedBlending(entry, { mask: 'uniform', opacity: 12.5 });
      const others = Buffer.from(params!);
      // Kind of mask, color space and opacity.
      for (const [from, to] of [
        [0, 8],
        [16, 20],
      ] as const)
        entry.blendParams!.copy(others, from, from, to);
      expect(others.equals(entry.blendParams!), entry.operation).toBe(true);
      expect(blendingOf({ ...entry, blendParams: params })).toMatchObject({ mask: 'uniform', opacity: 12.5 });
    }
    expect(blended.length).toBeGreaterThan(4);
  });

  test('has no parameters of darktable’s own making beyond the limits', () => {
    const beyond = look(file).history.flatMap(({ operation, module, op_params }) =>
      checkParams(layoutOf(operation, module)!, op_params!).map(
        ({ path, message }) => `${operation} ${module} ${path}: ${message}`,
      ),
    );
    expect(beyond).toEqual([]);
  });

  test('has the hashes that we compute, for every image', () => {
    const library = new DatabaseSync(file, { readOnly: true });
    const ids = library.prepare('SELECT id FROM images ORDER BY id').all() as { id: number }[];
    const stored = new Map(look(file).hashes.map(({ imgid, current_hash }) => [imgid, current_hash]));
    let compared = 0;
    for (const { id } of ids) {
      const hash = historyHash({
        rows: library.prepare(hashRowsSql).all({ id }) as HashSource['rows'],
        order: library.prepare(hashOrderSql).get({ id }) as HashSource['order'],
      });
      expect(hash, `image ${id}`).toEqual(stored.get(id) ?? null);
      if (hash) compared += 1;
    }
    library.close();
    expect(compared).toBeGreaterThanOrEqual(2);
  });
});

describe('edits over HTTP', () => {
  const path = `/api/v1/images/${EDITED}/modules/exposure`;
  let pictures = 0;

  /** The picture as darktable renders it from its library, which it opens for that. Also how many images it lists. */
  async function render(): Promise<{ pixels: Buffer; mean: number; listed: number; thumbnail: number }> {
    pictures += 1;
    const file = join(folder, `rendered-${pictures}.jpg`);
    const listed = await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir }, async (darktable) => {
      await darktable.lua(`local image = darktable.database.get_image(${EDITED})
        local format = darktable.new_format("jpeg")
        format.quality = 95
        format.max_width, format.max_height = 360, 225
        format:write_image(image, ${luaString(file)}, false)
        image:generate_cache(true, 0, 2)`);
      const count = await darktable.lua(`local names = {}
        for _, image in ipairs(darktable.database) do names[#names + 1] = image.filename end
        return #names`);
      return Number(count);
    });
    const pixels = await sharp(file).greyscale().raw().toBuffer();
    // Read here, as sharp remembers files by their names.
    const bytes = await readFile(join(mipmapFolder(real.cacheDir, real.library), '2', `${EDITED}.jpg`));
    const thumbnail = await sharp(bytes).greyscale().stats();
    return { pixels, mean: meanOf(pixels), listed, thumbnail: thumbnail.channels[0]!.mean };
  }
  const meanOf = (pixels: Uint8Array) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;

  async function edit(body: object): Promise<void> {
    const app = await startApp({ library: { file: real.library }, cache: real.cacheDir });
    const { status } = await app.ask('PATCH', path, { body });
    expect(status).toBe(204);
    await app.stop();
  }

  test('are what darktable renders, thumbnails too, and switching off brings the first picture back', async () => {
    const before = look(real.library);
    const first = await render();
    await edit({ enabled: true, params: { exposure: 1 } });
    const brighter = await render();
    await edit({ enabled: false });
    const last = await render();

    expect(first.listed).toBe(photoShoot.length);
    expect([brighter.listed, last.listed]).toEqual([photoShoot.length, photoShoot.length]);
    expect(brighter.mean).toBeGreaterThan(first.mean * 1.2);
    expect(brighter.thumbnail).toBeGreaterThan(first.thumbnail * 1.2);
    expect(Math.abs(last.thumbnail - first.thumbnail)).toBeLessThan(1);
    const difference = last.pixels.map((value, at) => Math.abs(value - first.pixels[at]!));
    expect(meanOf(difference)).toBeLessThan(0.5);

    const after = look(real.library);
    expect(after.integrity).toBe('ok');
    // What darktable made of all that: nothing but the one row is another, and the hash is that of the first state.
    const others = (rows: typeof after.history) => rows.filter(({ imgid }) => imgid !== EDITED);
    expect(others(after.history)).toEqual(others(before.history));
    expect(after.history.find(({ imgid, operation }) => imgid === EDITED && operation === 'exposure')).toMatchObject({
      enabled: 0,
      op_params: exposureParams(1),
    });
    const hashOf = ({ hashes }: typeof after) => hashes.find(({ imgid }) => imgid === EDITED)!.current_hash;
    expect(hashOf(after)).toEqual(hashOf(before));
  });

  test('are refused while that darktable is open, and it loses nothing', async () => {
    const app = await startApp({ library: { file: real.library }, cache: real.cacheDir });
    const before = look(real.library);
    await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir }, async (darktable) => {
      const answer = await app.ask<ErrorBody>('PATCH', path, { body: { enabled: true } });
      expect(answer).toMatchObject({ status: 500, body: { error: 'db_write_error' } });
      expect(answer.body.detail).toMatch(/darktable \(process \d+\) has this library open/);
      await darktable.lua(`darktable.database.get_image(${EDITED}).rating = 4`);
      expect(darktable.output()).not.toMatch(/locked/);
    });
    expect(look(real.library).history).toEqual(before.history);
    const record = await app.get<{ rating: number }>(`/api/v1/images/${EDITED}`);
    expect(record.rating).toBe(4);
    expect((await app.ask('PATCH', path, { body: { enabled: true } })).status).toBe(204);
  });
});
