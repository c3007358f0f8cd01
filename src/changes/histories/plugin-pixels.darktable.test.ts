/**
 * What the plugin makes of styles, presets and pasted edits, beside what darktable's window makes of the same action, as pictures: the machine's own
 * darktable, or the one that SAFELIGHT_TEST_DARKTABLE names.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BridgeStage, exposed, setBridgeStage } from '../../testing/bridge-stage.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { blend } from '../../testing/develop-steps.ts';
import { meanDifference } from '../../testing/pictures/mean-difference.ts';
import { exposureParams, packParams, sharpenParams } from '../../testing/pictures/params.ts';
import { pluginPreview } from '../../testing/plugin-preview.ts';
import { luaString, type RunningDarktable } from '../../testing/real-darktable.ts';
import { rested } from '../../testing/rested.ts';
import { startOperations } from '../../testing/start-operations.ts';
import type { HistoryChange } from './plans.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import { presetsOf } from '../../library/presets.ts';
import { styleFile, type StyleStep } from '../styles/style-file.ts';

const SOURCE = 1;
const SEA = 'sky & "sea"';
const LOOK = 'look in order';
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 7, width: 300, height: 200 });
  // The others are darker, and sharpen is off there.
  const { num, params } = exposed(stage.entry(SOURCE, 'exposure'), 1.5);
  stage.sql('UPDATE history SET op_params = ? WHERE imgid = ? AND num = ?', params, SOURCE, num);
  stage.sql("UPDATE history SET enabled = 1 WHERE imgid = ? AND operation = 'sharpen'", SOURCE);
  // With the color space in which darktable blends: its paste gives one to steps that have none, and they look different then.
  for (const [operation, space] of [
    ...['exposure', 'velvia'].map((name) => [name, 4] as const),
    ['sharpen', 2] as const,
  ])
    for (const { rowid, blob } of stage.sql(
      'SELECT rowid, blendop_params AS blob FROM history WHERE operation = ?',
      operation,
    )) {
      const blending = Buffer.from(blob as Uint8Array);
      blending.writeInt32LE(space, 4);
      stage.sql('UPDATE history SET blendop_params = ? WHERE rowid = ?', blending, Number(rowid));
    }
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const lua = (code: string) => darktable.lua(`local get = darktable.database.get_image ${code}`, { timeoutMs: 40_000 });
const ofLibrary = () => startOperations({ file: stage.real.library, dataDir: path.join(stage.folder, 'data') });

const rendered = (id: number) => pluginPreview(stage, id);

const newestSteps = (id: number) =>
  stage.sql('SELECT operation, enabled FROM history WHERE imgid = ? ORDER BY num DESC LIMIT 4', id);

/** One picture is changed through the plugin, the other one by darktable's window: they look the same, and not as before. */
async function compare(
  ours: number,
  theirs: number,
  changes: readonly HistoryChange[],
  inWindow: () => Promise<unknown>,
) {
  const before = await rendered(ours);
  expect(meanDifference(before, await rendered(theirs))).toBeLessThan(0.5);
  const stepsBefore = JSON.stringify(newestSteps(theirs));
  await inWindow();
  await stage.until(() => JSON.stringify(newestSteps(theirs)) !== stepsBefore);
  for (const change of changes) {
    const result = await ofLibrary().changes.histories.change([ours], change, 'sofa');
    expect(result).toMatchObject({ changed: 1, failures: [] });
  }
  const now = await rendered(ours);
  expect(meanDifference(now, before)).toBeGreaterThan(2);
  expect(meanDifference(now, await rendered(theirs))).toBeLessThan(0.5);
}

/** Selects images, and waits until darktable acts on them alone. */
const select = (...ids: number[]) => `
  darktable.gui.selection{${ids.map((id) => `get(${id})`).join(',')}}
  for _ = 1, 50 do
    darktable.control.sleep(200)
    local acted = darktable.gui.action_images
    if #acted == ${ids.length} and acted[1].id == ${ids[0]!} then break end
  end
  darktable.control.sleep(400)`;
const press = (action: string) =>
  `darktable.gui.action(${luaString(action)}, 0, "", "activate", 1.0) darktable.control.sleep(600)`;

test('a style with an order of modules', async () => {
  const step = (operation: string, more: Partial<StyleStep>): StyleStep => ({
    num: 0,
    module: 6,
    operation,
    params: exposureParams(0),
    enabled: true,
    blendParams: blend(),
    blendVersion: 11,
    priority: 0,
    name: '',
    nameIsTyped: null,
    ...more,
  });
  const items = [
    step('exposure', { params: exposureParams(-1), priority: 1, name: SEA }),
    step('velvia', { num: 1, module: 2, params: packParams('ff', 90, 1) }),
    step('sharpen', { num: 2, module: 1, params: sharpenParams(2, 1.5) }),
  ];
  const schema = await ofLibrary().library.read((reader) => reader.schema.version);
  // Velvia comes before exposure.
  const order = pipeFacts(schema)
    .newestOrder.filter((name) => name !== 'velvia')
    .flatMap((name) => (name === 'exposure' ? ['velvia', name] : [name]))
    .flatMap((name) => [name, '0'])
    .join();
  const file = path.join(stage.folder, 'look.dtstyle');
  writeFileSync(file, styleFile({ name: LOOK, description: '', order, items }));
  await lua(`darktable.styles.import(${luaString(file)})`);
  await compare(2, 3, [{ do: 'style', name: LOOK }], () => lua(`${select(3)} ${press(`global/styles/${LOOK}`)}`));
});

test('edits of one picture, pasted on top', () =>
  compare(4, 5, [{ do: 'paste', from: SOURCE, mode: 'append', modules: null }], () =>
    lua(`${select(SOURCE)} ${press('lib/copy_history/copy')} ${select(5)} ${press('lib/copy_history/paste')}`),
  ));

test('presets of modules that the picture does not have', async () => {
  const wanted = [['monochrome', 'red filter'] as const, ['bilat', 'HDR local tone-mapping'] as const];
  const presets = await ofLibrary().library.read((reader) =>
    wanted.map(([operation, label]) => ({
      operation,
      preset: presetsOf(reader, operation).find(({ name }) => name === label || name === `_builtin_${label}`)!,
    })),
  );
  const changes = presets.map(({ operation, preset }): HistoryChange => {
    const { op_version: version, enabled, blendop_version: blendVersion } = preset;
    const [params, blendParams] = [Buffer.from(preset.op_params!), Buffer.from(preset.blendop_params!)];
    const values = { version, params, enabled: enabled !== 0, blendVersion, blendParams };
    return { do: 'apply', operation, instance: undefined, values };
  });
  await compare(6, 7, changes, async () => {
    await lua(openInDarkroom(7));
    // On a busy machine, the darkroom takes seconds until it acts on what is pressed.
    await rested(darktable.pid);
    for (const { operation, preset } of presets) {
      await lua(press(`iop/${operation}/preset/${preset.name}`));
      await rested(darktable.pid);
    }
    await lua(leaveDarkroom);
  });
});
