/** Edits through the plugin in a real darktable: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BridgeStage, exposed, forgetCrash, setBridgeStage } from '../testing/bridge-stage.ts';
import { luaString, type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import { blendingOf, changedBlending, isSameBlending } from './blending.ts';
import { editThroughBridge } from './bridge-edit-jobs.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 6 });
  darktable = await startDarktable(stage.darktable);
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

// Read here because sharp caches files by path.
const brightness = async (file: string) => {
  const { channels } = await sharp(readFileSync(file)).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
};
/** As if written while the history had no steps yet. */
const halfSidecar = (xmp: string) => xmp.replace(/(<darktable:history>).*(<\/darktable:history>)/s, '$1<rdf:Seq/>$2');
const quiet = () => stage.quiet();
/** An image's velvia with another strength. */
const velvia = (image: number, strength: number) => {
  const entry = stage.entry(image, 'velvia');
  const params = Buffer.from(entry.params);
  params.writeFloatLE(strength, 0);
  return { ...entry, params };
};

describe('edits', () => {
  const edit = (image: number, entry: Parameters<typeof editThroughBridge>[1]['entry']) =>
    editThroughBridge(stage.config.editsDir, { imageId: image, file: stage.real.pictures[image - 1]!, entry });

  test('an edit shows in the next preview, and taking it back shows too', async () => {
    const shot = async () => {
      rmSync(stage.preview(2, 1), { force: true });
      stage.queue('refresh', 1);
      await stage.until(() => existsSync(stage.preview(2, 1)) && quiet());
      return brightness(stage.preview(2, 1));
    };
    const before = await shot();
    const entry = stage.entry(1, 'exposure');
    expect(await edit(1, exposed(entry, 1))).toEqual({ ok: true });
    const brighter = await shot();
    expect(brighter).toBeGreaterThan(before + 10);
    expect(await edit(1, entry)).toEqual({ ok: true });
    expect(Math.abs((await shot()) - before)).toBeLessThan(1);
  });

  test('keeps blending, instance, name and the rest of the history', async () => {
    const others = ['exposure', 'sharpen', 'velvia'].map((operation) => stage.entry(2, operation));
    const sky = exposed(stage.entry(2, 'exposure', 1), -1);
    expect(await edit(2, sky)).toEqual({ ok: true });
    expect({ ...stage.entry(2, 'exposure', 1), num: 0 }).toEqual({ ...sky, num: 0 });
    expect(['exposure', 'sharpen', 'velvia'].map((operation) => stage.entry(2, operation))).toEqual(others);
    const sharpen = { ...stage.entry(2, 'sharpen'), enabled: true };
    expect(await edit(2, sharpen)).toEqual({ ok: true });
    expect({ ...stage.entry(2, 'sharpen'), num: 0 }).toEqual({ ...sharpen, num: 0 });
  });

  test('changes opacity, mode and kind of mask, and no other byte of the blending', async () => {
    const entry = stage.entry(2, 'exposure', 1);
    const { params } = changedBlending(entry, { mask: 'uniform', opacity: 30, mode: 'multiply', reversed: true });
    const blended = { ...entry, blendParams: params };
    expect(await edit(2, blended)).toEqual({ ok: true });
    const stored = stage.entry(2, 'exposure', 1);
    expect(blendingOf(stored)).toMatchObject({ mask: 'uniform', opacity: 30, mode: 'multiply', reversed: true });
    if (stored.blendVersion === entry.blendVersion)
      expect({ ...stored, num: 0 }).toEqual({ ...blended, num: 0, blendParams: params });
    expect(isSameBlending(stored, blended)).toBe(true);
    expect(await edit(2, entry)).toEqual({ ok: true });
    expect(isSameBlending(stage.entry(2, 'exposure', 1), entry)).toBe(true);
  });

  test('the sidecar says the same', async () => {
    const entry = velvia(3, 77);
    expect(await edit(3, entry)).toEqual({ ok: true });
    const sidecar = `${stage.real.pictures[2]!}.xmp`;
    await stage.until(() => readFileSync(sidecar, 'utf8').includes(entry.params.toString('hex')));
  });

  test('a sidecar that darktable wrote in the middle of writing the history is written once more, and nothing else with it', async () => {
    const entry = velvia(3, 55);
    expect(await edit(3, entry)).toEqual({ ok: true });
    const sidecar = `${stage.real.pictures[2]!}.xmp`;
    const whole = await stage.until(() => {
      const text = readFileSync(sidecar, 'utf8');
      return text.includes(entry.params.toString('hex')) ? text : null;
    });
    // The edit is answered a moment before darktable's tag of the style is gone: its format and "changed" stay.
    const row = await stage.until(() => {
      const now = stage.imageRow(3);
      return String(now[0]!.tags).split(',').length === 2 ? now : null;
    });
    writeFileSync(sidecar, halfSidecar(whole));
    await stage.until(() => readFileSync(sidecar, 'utf8') === whole);
    expect(stage.imageRow(3)).toEqual(row);
  });

  test('leaves no style and no tag of ours, and those of the user as they are', async () => {
    const mine = path.join(stage.folder, 'mine.dtstyle');
    const entry = stage.entry(4, 'velvia');
    const { bridgeStyle, BRIDGE_STYLE_NAME } = await import('./bridge-style.ts');
    writeFileSync(mine, bridgeStyle(entry).replace(BRIDGE_STYLE_NAME, 'my look'));
    await darktable.lua(`darktable.styles.import(${luaString(mine)})
      for _, style in ipairs(darktable.styles) do
        if style.name == "my look" then darktable.styles.apply(style, darktable.database.get_image(4)) end
      end`);
    expect(await edit(4, exposed(stage.entry(4, 'exposure'), 0.5))).toEqual({ ok: true });
    await stage.until(quiet);
    const names = `local names = {}
      for _, style in ipairs(darktable.styles) do names[#names + 1] = style.name end
      for _, tag in ipairs(darktable.tags) do names[#names + 1] = tag.name end
      return table.concat(names, "\\n")`;
    const left = (await darktable.lua(names)).split('\n');
    expect(left).toEqual(expect.arrayContaining(['my look', 'darktable|style|my look']));
    expect(left.filter((name) => name.includes('safelight'))).toEqual([]);
  });

  test('is refused with a reason when it is not for this image, or nobody knows the image', async () => {
    const entry = stage.entry(5, 'exposure');
    const file = stage.real.pictures[0]!;
    expect(await editThroughBridge(stage.config.editsDir, { imageId: 5, file, entry })).toMatchObject({
      ok: false,
      code: 'other_file',
    });
    expect(await editThroughBridge(stage.config.editsDir, { imageId: 99, file, entry })).toMatchObject({
      ok: false,
      code: 'no_image',
    });
    expect(stage.entry(5, 'exposure')).toEqual(entry);
  });

  test('comes before the previews that wait', async () => {
    stage.queue('refresh', 1, 2, 3, 4, 5, 6);
    await stage.until(() => stage.heartbeat()?.job?.startsWith('refresh'));
    expect(await edit(6, exposed(stage.entry(6, 'exposure'), 0.5))).toEqual({ ok: true });
    expect(existsSync(`${stage.config.refreshQueue}.working`)).toBe(true);
    await stage.until(quiet, 60_000);
  });

  test('nobody there: it is withdrawn, and never happens', async () => {
    const revision = stage.tell({ jobs: ['refresh', 'export'] });
    await stage.until(() => stage.heartbeat()?.revision === revision);
    const entry = stage.entry(5, 'exposure');
    const job = { imageId: 5, file: stage.real.pictures[4]!, entry: exposed(entry, 3) };
    expect(await editThroughBridge(stage.config.editsDir, job, { timeoutMs: 300 })).toMatchObject({
      code: 'not_taken',
    });
    stage.tell({ jobs: ['edits', 'refresh', 'export'] });
    await stage.until(() => !existsSync(path.join(stage.config.editsDir, 'edits.queue')) && quiet());
    expect(stage.entry(5, 'exposure')).toEqual(entry);
  });
});

describe('after a crash', () => {
  test('a left-over style and its tag are removed, an edit that was begun is answered and not done again', async () => {
    const { bridgeStyle, BRIDGE_STYLE_NAME } = await import('./bridge-style.ts');
    await darktable.lua('require("safelight/init").destroy()');
    await stage.until(() => stage.heartbeat()?.state === 'stopped');
    const file = path.join(stage.folder, 'left.dtstyle');
    const entry = stage.entry(5, 'exposure');
    writeFileSync(file, bridgeStyle(entry));
    await darktable.lua(`darktable.styles.import(${luaString(file)})
      darktable.tags.attach(darktable.tags.create("darktable|style|${BRIDGE_STYLE_NAME}"), darktable.database.get_image(5))`);
    await darktable.kill();
    forgetCrash(stage);
    const uuid = '00000000-0000-4000-8000-000000000000';
    const base = path.join(stage.config.editsDir, uuid);
    writeFileSync(`${base}.dtstyle`, bridgeStyle(exposed(entry, 4)));
    writeFileSync(`${base}.claimed`, `protocol=1\nimage=5\nexpires=9999999999\n`);
    writeFileSync(path.join(stage.config.editsDir, 'edits.queue.working'), `${uuid}\n`);
    darktable = await startDarktable(stage.darktable);
    await stage.until(() => existsSync(`${base}.result`));
    expect(readFileSync(`${base}.result`, 'utf8')).toContain('code=interrupted');
    expect(existsSync(`${base}.claimed`)).toBe(false);
    expect(stage.entry(5, 'exposure')).toEqual(entry);
    const left = await darktable.lua(`local left = 0
      for _, list in ipairs({ darktable.styles, darktable.tags }) do
        for _, thing in ipairs(list) do if thing.name:find("${BRIDGE_STYLE_NAME}", 1, true) then left = left + 1 end end
      end
      return left`);
    expect(left).toBe('0');
  });

  test('the sidecar of an edit just before it is written once more by the next darktable', async () => {
    const entry = exposed(stage.entry(4, 'exposure'), 0.75);
    const job = { imageId: 4, file: stage.real.pictures[3]!, entry };
    const sidecar = `${stage.real.pictures[3]!}.xmp`;
    const former = readFileSync(sidecar, 'utf8');
    expect(await editThroughBridge(stage.config.editsDir, job)).toEqual({ ok: true });
    await darktable.kill();
    writeFileSync(sidecar, halfSidecar(former));
    const stored = Buffer.from(stage.entry(4, 'exposure').params).toString('hex');
    expect(former).not.toContain(stored);
    darktable = await startDarktable(stage.darktable);
    await stage.until(() => readFileSync(sidecar, 'utf8').includes(stored));
    await stage.until(() => !existsSync(path.join(stage.config.editsDir, 'sidecars')));
  });

  test.each([
    ['of another library', '/elsewhere/library.db\n4\n'],
    ['of images that nobody has', 'LIBRARY\n99999999999999999999\nnone\n'],
  ])('a record of sidecars to be written %s changes nothing, and edits go on', async (_, record) => {
    await darktable.kill();
    const sidecar = `${stage.real.pictures[3]!}.xmp`;
    const half = halfSidecar(readFileSync(sidecar, 'utf8'));
    writeFileSync(sidecar, half);
    writeFileSync(path.join(stage.config.editsDir, 'sidecars'), record.replace('LIBRARY', stage.real.library));
    darktable = await startDarktable(stage.darktable);
    const entry = velvia(5, 33);
    const job = { imageId: 5, file: stage.real.pictures[4]!, entry };
    await stage.until(() => stage.heartbeat()?.pid === darktable.pid);
    expect(await editThroughBridge(stage.config.editsDir, job)).toEqual({ ok: true });
    // Its own sidecar has been written by then, and the other one would have come earlier.
    await stage.until(() => !existsSync(path.join(stage.config.editsDir, 'sidecars')));
    expect(readFileSync(sidecar, 'utf8')).toBe(half);
  });
});
