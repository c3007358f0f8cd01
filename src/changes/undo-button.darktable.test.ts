/** The button of the plugin's panel, in the machine's own darktable or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readOrganised } from '../library/organised.ts';
import { silentLog } from '../platform/log.ts';
import { type BridgeStage, setBridgeStage } from '../testing/bridge-stage.ts';
import type { RunningDarktable } from '../testing/real-darktable.ts';
import { startOperations } from '../testing/start-operations.ts';
import { DARKTABLE_CLIENT, followUndoRequests } from './undo-requests.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 2, width: 60, height: 40 });
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Calls what darktable calls when the button is clicked. */
const press = () =>
  darktable.lua(`
    local panel = require "safelight/panel"
    for position = 1, 20 do
      local name, widgets = debug.getupvalue(panel.show, position)
      if name == "widgets" then
        assert(widgets.undo.label == "undo last change")
        widgets.undo.clicked_callback(widgets.undo)
        return "pressed"
      end
    end`);
/** The plugin's newest message. */
const said = () => darktable.lua('return safelight_said or ""');

test('the button takes back what came last, decisions and tags alike, and darktable says so', async () => {
  const at = { file: stage.real.library, dataDir: path.join(stage.folder, 'data') };
  const { changes, library, tag } = startOperations(at);
  const { marks } = changes;
  const image = (id: number) => library.read((reader) => readOrganised(reader, [id]).get(id));
  const { organiseDir } = stage.config;
  const requests = followUndoRequests({ organiseDir, changes, isReadOnly: () => false, log: silentLog() });
  onTestFinished(() => requests.close());
  // Messages are shown and gone: keep the words.
  await darktable.lua(
    'local show = darktable.print darktable.print = function(text) _G.safelight_said = text show(text) end',
  );
  await darktable.lua('darktable.tags.attach(darktable.tags.create("old"), darktable.database.get_image(1))');
  await marks.change({ imageIds: [1, 2], change: { rating: 5 }, client: 'sofa' });
  await changes.tags.rename(await tag('old'), 'new', 'sofa');
  expect(await image(1)).toMatchObject({ stars: 5, tags: ['new'] });

  expect(await press()).toBe('pressed');
  await expect.poll(said).toContain('undid the last change of sofa (1 picture)');
  expect(await image(1)).toMatchObject({ stars: 5, tags: ['old'] });

  await press();
  await expect.poll(said).toContain('undid the last change of sofa (2 pictures)');
  expect(await image(1)).toMatchObject({ stars: 1, tags: ['old'] });
  expect(await darktable.lua('return darktable.database.get_image(2).rating')).toBe('1');
  expect(changes.list({ limit: 1, offset: 0 }).items[0]).toMatchObject({ client: DARKTABLE_CLIENT, route: 'bridge' });

  await press();
  await expect.poll(said).toContain('there is nothing to undo');
  expect(existsSync(path.join(organiseDir, 'undo-last.answer'))).toBe(false);
});
