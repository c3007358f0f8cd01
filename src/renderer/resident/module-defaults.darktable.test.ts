/** What the resident darktable says of modules, against what the darkroom of the same darktable stores. */
import Database from 'better-sqlite3';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleLayouts } from '../../darktable/layouts.ts';
import { panelOf } from '../../darktable/panels.ts';
import type { DevelopState } from '../../library/develop-state.ts';
import { openLibrary, type Library } from '../../library/library.ts';
import { readDevelopState } from '../../library/whole-history.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { jpeg } from '../../testing/pictures/jpeg.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { makeRealLibrary, withDarktable, type RealLibrary } from '../../testing/real-darktable.ts';
import { residentStage, type ResidentStage } from '../../testing/resident-stage.ts';
import { step } from '../../testing/develop-steps.ts';
import { generalDefaults } from '../../changes/rules/general-defaults.ts';
import { ModuleSteps } from '../../changes/modules/module-steps.ts';
import { presetEntry, presetsOf } from '../../library/presets.ts';
import { changesOfTest } from '../../testing/changes-of-test.ts';
import { developmentOf } from './development.ts';
import type { ModuleValues } from './protocol.ts';

const RAW = 1;
const JPEG = 2;
/** What neither picture has yet. Of filmicrgb, the raw one has a step. */
const ADDED = ['velvia', 'bloom', 'lens', 'colorbalancergb', 'ashift', 'toneequal', 'basecurve'];
const PRESET = { operation: 'lowpass', label: 'local contrast mask' };
const addedTo = (id: number) => (id === RAW ? ADDED : [...ADDED, 'filmicrgb']);
const conf = {
  write_sidecar_files: 'never',
  // With its own default, 5.0.1 hides images that have a module order.
  'plugins/lighttable/filtering/item0': '33',
};

let folder: string;
/** The library in which the darkroom was at work. */
let real: RealLibrary;
/** A copy of it from before. */
let library: Library;
let stage: ResidentStage;
let version: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-defaults-'));
  const photos = join(folder, 'photos');
  await mkdir(photos);
  await writeFile(join(photos, 'a.dng'), dng(colourQuarters(480, 320)));
  await writeFile(join(photos, 'b.jpg'), await jpeg(colourQuarters(480, 320)));
  real = await makeRealLibrary({ folder, pictures: [photos], conf });
  await cp(real.configDir, join(folder, 'ours'), { recursive: true });
  await withDarktable({ configDir: real.configDir, cacheDir: real.cacheDir, conf }, async (darktable) => {
    await darktable.movePointerAway();
    const act = (module: string, element: string, effect: string) =>
      darktable.lua(
        `darktable.gui.action("iop/${module}", 0, "${element}", "${effect}", 1.0) darktable.control.sleep(100)`,
      );
    for (const id of [RAW, JPEG]) {
      await darktable.lua(openInDarkroom(id));
      for (const module of addedTo(id)) await act(module, 'enable', 'on');
      await act('exposure', 'instance', 'new');
      // Only one of the two names is known to a darktable.
      for (const name of [PRESET.label, `_builtin_${PRESET.label}`])
        await act(`${PRESET.operation}/preset/${name}`, '', 'activate');
      await darktable.lua(leaveDarkroom);
    }
  });
  library = openLibrary({
    file: join(folder, 'ours', 'library.db'),
    isSample: false,
    log: silentLog(),
    events: new Events(),
  });
  stage = residentStage();
  const way = await stage.renderer.way();
  version = 'version' in way ? way.version : '';
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  library.close();
  await rm(folder, { recursive: true, force: true });
});

async function valuesOf(
  id: number,
  modules: string[],
  more: Parameters<typeof step>[1][] = [],
  order: { order?: DevelopState['order'] } = {},
) {
  const state = { ...(await readDevelopState(library, id))!, ...order };
  const { length } = state.history;
  const history = [...state.history, ...more.map((one, at) => step(length + at, one))];
  const { modules: values } = await stage.renderer.render({
    wanted: {
      picture: state.path,
      view: { modules },
      isDraft: false,
      quality: 90,
      development: developmentOf({ ...state, history, historyEnd: history.length }),
    },
    isAwaited: true,
    viewer: null,
    client: null,
    signal: new AbortController().signal,
  });
  return values!;
}

/** The order of modules that the darkroom left. */
function orderOf(id: number) {
  const database = new Database(real.library, { readonly: true });
  try {
    const order = database.prepare('SELECT version, iop_list AS list FROM module_order WHERE imgid = ?').get(id);
    return order as { version: number; list: string };
  } finally {
    database.close();
  }
}

/** The newest row of an instance. */
function stored(id: number, operation: string, instance = 0) {
  const database = new Database(real.library, { readonly: true });
  try {
    return database
      .prepare(
        `SELECT module AS version, enabled, lower(hex(op_params)) AS params, lower(hex(blendop_params)) AS blend, blendop_version AS blendVersion
         FROM history WHERE imgid = ? AND operation = ? AND multi_priority = ? ORDER BY num DESC LIMIT 1`,
      )
      .get(id, operation, instance) as object;
  } finally {
    database.close();
  }
}

const hex = (base64: string | null) => Buffer.from(base64!, 'base64').toString('hex');
const asStored = ({ version: of, defaultParams, defaultBlendParams, blendVersion }: ModuleValues) => ({
  version: of,
  enabled: 1,
  params: hex(defaultParams),
  blend: hex(defaultBlendParams),
  blendVersion,
});

test.each([
  ['raw', RAW],
  ['JPEG', JPEG],
])('what is on in the darkroom for the first time has the defaults that are told, of a %s', async (_kind, id) => {
  const values = await valuesOf(id, addedTo(id));
  for (const operation of addedTo(id)) {
    const told = values.filter((value) => value.operation === operation);
    expect(told).toHaveLength(1);
    expect({ operation, ...asStored(told[0]!) }).toEqual({ operation, ...stored(id, operation) });
  }
});

/**
 * Blending without its color space. The preset has that of RGB for the display; the darkroom of 4.2.1 has once stored that of the module instead, on
 * a busy machine.
 */
const blendingOf = (hexDigits: unknown) => String(hexDigits).replace(/^(.{8}).{8}/, '$1');

/** All of a development but what belongs to the file. */
function developmentIn(file: string, id: number) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all(id) as Record<string, unknown>[];
    // NULL and empty are the same to darktable.
    const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('hex') : value);
    return {
      history: all('SELECT * FROM history WHERE imgid = ? ORDER BY num').map((row) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) =>
            // Where nobody typed one, darktable 5 stores the name of the preset that the parameters are like.
            name === 'multi_name' && row.multi_name_hand_edited === 0
              ? []
              : [
                  [
                    name,
                    row.operation === PRESET.operation && name === 'blendop_params'
                      ? blendingOf(text(value))
                      : (text(value) ?? ''),
                  ],
                ],
          ),
        ),
      ),
      order: all('SELECT * FROM module_order WHERE imgid = ?'),
      image: all('SELECT history_end FROM images WHERE id = ?'),
    };
  } finally {
    database.close();
  }
}

test.each([
  ['raw', RAW],
  ['JPEG', JPEG],
])('a further instance has the defaults that are told of it, in a %s', async (_kind, id) => {
  const values = await valuesOf(id, ['exposure'], [{ priority: 1, name: '1' }], { order: orderOf(id) });
  expect(values.map(({ instance }) => instance)).toEqual([0, 1]);
  expect(asStored(values[1]!)).toEqual(stored(id, 'exposure', 1));
});

test('every module is told with a size that fits its layout, and which do nothing for a JPEG', async () => {
  const all = panelOf(version).modules.map(({ operation }) => operation);
  const values = await valuesOf(JPEG, all);
  expect(values.map(({ operation }) => operation).toSorted()).toEqual(all.toSorted());
  for (const { operation, version: of, defaultParams, params } of values) {
    const size = moduleLayouts(operation)!.versions[String(of)]!.size;
    // Its defaults depend on the noise profile of the camera, which only the darkroom looks up.
    const told = operation === 'denoiseprofile' ? [params] : [params, defaultParams];
    for (const bytes of told)
      expect([operation, bytes === null ? null : Buffer.from(bytes, 'base64').length]).toEqual([operation, size]);
    if (told.length === 1) expect(defaultParams).toBeNull();
  }
  const without = values.filter(({ isApplicable }) => isApplicable === false).map(({ operation }) => operation);
  for (const operation of ['rawprepare', 'demosaic', 'hotpixels', 'cacorrect', 'rawdenoise'])
    expect(without).toContain(operation);
  expect(without).not.toContain('exposure');
});

test('defaults that are given without the resident darktable are its own, for every picture', async () => {
  const all = panelOf(version).modules.map(({ operation }) => operation);
  const general = all.flatMap((operation) => {
    const values = generalDefaults(operation, version);
    return values ? [{ operation, version: values.version, params: Buffer.from(values.params).toString('hex') }] : [];
  });
  expect(general.length).toBeGreaterThan(20);
  for (const id of [RAW, JPEG]) {
    const told = (await valuesOf(id, all)).map(({ operation, version: of, defaultParams }) => ({
      operation,
      version: of,
      params: defaultParams === null ? null : hex(defaultParams),
    }));
    expect(told).toEqual(expect.arrayContaining(general));
  }
});

test('parameters of an older version are told as the module has them now', async () => {
  // Exposure 5 has no compensation of the camera's bias, and no more.
  const older = moduleLayouts('exposure')!.versions['5']!;
  const params = Buffer.alloc(older.size);
  params.writeFloatLE(1.5, older.fields.find(({ name }) => name === 'exposure')!.offset);
  const [value] = await valuesOf(JPEG, ['exposure'], [{ module: 5, params }]);
  const now = moduleLayouts('exposure')!.versions[String(value!.version)]!;
  const told = Buffer.from(value!.params, 'base64');
  expect(told.readFloatLE(now.fields.find(({ name }) => name === 'exposure')!.offset)).toBe(1.5);
  expect(value!.params).not.toBe(value!.defaultParams);
});

test('pictures are rendered as before after modules were asked for', async () => {
  const state = (await readDevelopState(library, RAW))!;
  const before = await stage.render(state.path, state);
  await valuesOf(RAW, ['exposure'], [{ priority: 1, name: '1' }]);
  const after = await stage.render(state.path, state);
  expect(Buffer.compare(before.jpeg, after.jpeg)).toBe(0);
});

/** What Safelight does to the copy. */
async function stepsIn<T>(use: (steps: ModuleSteps) => Promise<T>): Promise<T> {
  const { changes, close } = changesOfTest({ file: library.file, dataDir: folder, library });
  try {
    return await use(new ModuleSteps({ library, resident: stage.renderer, changes }));
  } finally {
    await close();
  }
}

test('modules, an instance and a preset make a history what the darkroom makes of it', async () => {
  await stepsIn(async (steps) => {
    for (const operation of addedTo(RAW)) await steps.put(RAW, operation, 'test');
    await steps.addInstance(RAW, 'exposure', {}, 'test');
    const presets = await library.read((reader) => presetsOf(reader, PRESET.operation));
    const { name } = presets.map(presetEntry).find(({ label }) => label === PRESET.label)!;
    await steps.applyPreset(RAW, PRESET.operation, { name }, 'test');
  });
  expect(developmentIn(library.file, RAW)).toEqual(developmentIn(real.library, RAW));
});

test('a preset of an older version is applied as darktable converts it, one of another size is refused', async () => {
  const older = moduleLayouts('exposure')!.versions['5']!;
  const params = Buffer.alloc(older.size);
  params.writeFloatLE(1.5, older.fields.find(({ name }) => name === 'exposure')!.offset);
  const database = new Database(join(folder, 'ours', 'data.db'));
  const insert = database.prepare(
    `INSERT INTO presets (name, operation, op_version, op_params, enabled, writeprotect, autoapply) VALUES (?, 'exposure', ?, ?, 0, 0, 0)`,
  );
  insert.run('older', 5, params);
  insert.run('broken', 5, Buffer.alloc(3));
  database.close();
  await stepsIn(async (steps) => {
    await steps.applyPreset(JPEG, 'exposure', { name: 'older' }, 'test');
    await expect(steps.applyPreset(JPEG, 'exposure', { name: 'broken' }, 'test')).rejects.toMatchObject({
      message: expect.stringContaining('damaged') as string,
    });
  });
  const last = developmentIn(library.file, JPEG).history.at(-1) as { module: number; op_params: string };
  expect(last).toMatchObject({ operation: 'exposure', enabled: 0 });
  const now = moduleLayouts('exposure')!.versions[String(last.module)]!;
  const stored = Buffer.from(last.op_params, 'hex');
  expect(stored.length).toBe(now.size);
  expect(stored.readFloatLE(now.fields.find(({ name }) => name === 'exposure')!.offset)).toBe(1.5);
});
