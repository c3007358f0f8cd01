/** With what denoise (profiled) is added, against what the darkroom of the same darktable stores when it is switched on. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { camerasOf } from '../../darktable/cameras.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { noiseProfilesOf } from '../../darktable/noise-profiles.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import { openLibrary } from '../../library/library.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { changesOfTest } from '../../testing/changes-of-test.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { makeRealLibrary, withDarktable } from '../../testing/real-darktable.ts';
import { installedDarktable, residentStage } from '../../testing/resident-stage.ts';
import { rested } from '../../testing/rested.ts';
import { ModuleSteps } from './module-steps.ts';
import { noiseFinder } from './noise-profile.ts';

const CAMERA = { maker: 'Canon', model: 'Canon EOS 6D' };
/** By image: the camera at an ISO that was measured, between two, and below all of them; and a picture without a camera. */
const SHOTS = [{ ...CAMERA, iso: 6400 }, { ...CAMERA, iso: 700 }, { ...CAMERA, iso: 10 }, undefined];
const IMAGES = SHOTS.map((_, at) => at + 1);
const conf = {
  write_sidecar_files: 'never',
  // With its own default, 5.0.1 hides images that have a module order.
  'plugins/lighttable/filtering/item0': '33',
};

/** A library in which the darkroom has switched the module on in each picture, and a copy from before. */
async function makeLibraries(folder: string) {
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  for (const [at, shot] of SHOTS.entries())
    writeFileSync(join(photos, `${at + 1}.dng`), dng(colourQuarters(480, 320), shot));
  const real = await makeRealLibrary({ folder, pictures: [photos], conf });
  cpSync(real.configDir, join(folder, 'ours'), { recursive: true });
  await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir, conf }, async (darktable) => {
    await darktable.movePointerAway();
    for (const id of IMAGES) {
      await darktable.lua(openInDarkroom(id));
      await rested(darktable.pid);
      await darktable.lua('darktable.gui.action("iop/denoiseprofile", 0, "enable", "on", 1.0)');
      await rested(darktable.pid);
      await darktable.lua(leaveDarkroom);
    }
  });
  return { theirs: real.library, ours: join(folder, 'ours', 'library.db') };
}

interface Row {
  version: number;
  params: Uint8Array;
}

/** The newest step of the module, and what its parameters say. */
function denoising(file: string, id: number) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { params, ...row } = database
      .prepare(
        `SELECT module AS version, op_params AS params, enabled, hex(blendop_params) AS blend, blendop_version, multi_priority
         FROM history WHERE imgid = ? AND operation = 'denoiseprofile' ORDER BY num DESC LIMIT 1`,
      )
      .get(id) as object as Row;
    const { a, b, ...values } = decodeParams(layoutOf('denoiseprofile', row.version)!, Buffer.from(params));
    return { row, values, noise: [a, b].flat() as number[] };
  } finally {
    database.close();
  }
}

/** darktable reckons what lies between two profiles in single precision. */
const near = (values: object) =>
  JSON.parse(JSON.stringify(values), (_, value: unknown) =>
    typeof value === 'number' ? (expect.closeTo(value, 5) as unknown) : value,
  ) as object;

test('denoise is added with the noise of the camera, as the darkroom stores it; without its table it is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-noise-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { theirs, ours } = await makeLibraries(folder);
  const events = new Events();
  const library = openLibrary({ file: ours, isSample: false, log: silentLog(), events });
  onTestFinished(() => library.close());
  await using stage = residentStage();
  const { changes, close } = changesOfTest({ file: ours, dataDir: folder, library, events });
  onTestFinished(close);
  const installation = () => Promise.resolve(installedDarktable);
  const noiseOf = noiseFinder({
    library,
    findCamera: camerasOf(installation),
    findNoiseProfiles: noiseProfilesOf(installation),
  });
  const options = { library, resident: stage.renderer, changes };

  await expect(new ModuleSteps(options).put(1, 'denoiseprofile', 'test')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('noise profiles') as string,
  });
  const kinds = [];
  for (const id of IMAGES) {
    await new ModuleSteps({ ...options, noiseOf }).put(id, 'denoiseprofile', 'test');
    kinds.push((await noiseOf(id))?.automatic?.kind);
    const [stored, made] = [denoising(theirs, id), denoising(ours, id)];
    expect({ id, row: made.row }).toEqual({ id, row: stored.row });
    expect({ id, values: made.values }).toEqual({ id, values: near(stored.values) });
    for (const [at, value] of stored.noise.entries())
      if (value === 0) expect(made.noise[at]).toBe(0);
      else expect([id, at, made.noise[at]! / value]).toEqual([id, at, expect.closeTo(1, 5)]);
  }
  expect(kinds).toEqual(['match', 'interpolated', 'generic', 'generic']);
});
