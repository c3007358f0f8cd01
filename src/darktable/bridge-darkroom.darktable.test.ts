/** An edit from outside never loses what a photographer changes in the darkroom, on any darktable. */
import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInDarkroom } from '../testing/darkroom-lua.ts';
import { type BridgeStage, exposed, setBridgeStage } from '../testing/bridge-stage.ts';
import { type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import { editThroughBridge } from './bridge-edit-jobs.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;
const image = 2;

beforeAll(async () => {
  stage = await setBridgeStage();
  // A fresh 5.0.1 hides images that have a module order of their own, and does not open what it hides.
  stage.sql('DELETE FROM module_order');
  stage.sql("DELETE FROM history WHERE operation = 'exposure' AND multi_priority = 1");
  darktable = await startDarktable(stage.darktable);
  await stage.until(() => stage.heartbeat());
  await darktable.lua(openInDarkroom(image));
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const edit = (id: number, entry: Parameters<typeof editThroughBridge>[1]['entry']) =>
  editThroughBridge(stage.config.editsDir, { imageId: id, file: stage.real.pictures[id - 1]!, entry });
/** Like the photographer; darktable stores the change when the image is left. */
const slide = async (slider: string, to: number) => {
  await darktable.lua(`darktable.gui.action("iop/${slider}", 0, "value", "set", ${to})`);
  await darktable.lua('darktable.control.sleep(300)');
};
const float = (params: Uint8Array, offset: number) => Buffer.from(params).readFloatLE(offset);

test('another image is edited while one is open', async () => {
  expect(await darktable.lua('return darktable.gui.views.darkroom.display_image().id')).toBe(String(image));
  await slide('bloom/size', 40);
  expect(await edit(3, exposed(stage.entry(3, 'exposure'), 2))).toEqual({ ok: true });
  expect(float(stage.entry(3, 'exposure').params, 8)).toBe(2);
});

test('an image that is open is edited, or refused with a reason; the work on it is kept, also when it is rendered', async () => {
  const before = stage.entry(image, 'exposure');
  const sharpen = stage.entry(image, 'sharpen');
  await slide('velvia/strength', 55);
  const answers = [await edit(image, exposed(before, 1)), await edit(image, { ...sharpen, enabled: true })];
  await slide('grain/strength', 33);
  rmSync(stage.preview(2, image), { force: true });
  stage.queue('refresh', image);
  await stage.until(() => existsSync(stage.preview(2, image)));
  const holds = stage.heartbeat()?.editsWhileOpen === true;
  const refused = { ok: false, code: 'open_in_darkroom', reason: expect.stringContaining('darkroom') as string };
  expect(answers).toEqual(answers.map(() => (holds ? { ok: true } : refused)));

  await darktable.lua('darktable.gui.current_view(darktable.gui.views.lighttable)');
  await stage.until(() => stage.sql(`SELECT 1 FROM history WHERE imgid = ${image} AND operation = 'grain'`).length > 0);
  await darktable.quit();
  expect(float(stage.entry(image, 'velvia').params, 0)).toBeCloseTo(55, 2);
  expect(float(stage.entry(image, 'grain').params, 8)).toBeCloseTo(33, 2);
  // From the previous test: nothing was stored in between.
  expect(float(stage.entry(image, 'bloom').params, 0)).toBeCloseTo(40, 2);
  const [exposure, sharpened] = [stage.entry(image, 'exposure'), stage.entry(image, 'sharpen')];
  expect([float(exposure.params, 8), sharpened.enabled]).toEqual(holds ? [1, true] : [0, false]);
  expect([exposure.blendParams, sharpened.blendParams]).toEqual([before.blendParams, sharpen.blendParams]);
});
