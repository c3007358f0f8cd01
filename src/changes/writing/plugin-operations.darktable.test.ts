/** Tags, versions, groups and removals while darktable is open: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sidecarPath } from '../../library/sidecar-facts.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { enterDarkroom } from '../../testing/darkroom-lua.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';

const client = 'sofa';
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

const undeveloped = 30;
beforeAll(async () => {
  stage = await setBridgeStage({ pictures: undeveloped, width: 60, height: 40 });
  for (const id of [undeveloped, undeveloped - 1]) {
    stage.sql('DELETE FROM history WHERE imgid = ?', id);
    stage.sql('UPDATE images SET history_end = 0 WHERE id = ?', id);
  }
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** A Safelight for one test, beside the darktable that is open. */
const safelight = (options: Partial<Parameters<typeof startOperations>[0]> = {}) =>
  startOperations({ file: stage.real.library, dataDir: path.join(stage.folder, 'data'), ...options });
const newest = ({ changes }: ReturnType<typeof startOperations>) => changes.list({ limit: 1, offset: 0 }).items[0];
const lua = (code: string, options = {}) =>
  darktable.lua(`local get, tags = darktable.database.get_image, darktable.tags ${code}`, options);
const give = (name: string, ids: readonly number[]) =>
  lua(`for _, id in ipairs({${ids.join(',')}}) do tags.attach(tags.create(${JSON.stringify(name)}), get(id)) end`);
/** An image's tags as darktable has them. */
const tagsOf = async (id: number) =>
  JSON.parse(
    await lua(
      `local names = {} for _, tag in ipairs(tags.get_tags(get(${id}))) do if not tag.name:match("^darktable|") then names[#names + 1] = '"' .. tag.name .. '"' end end table.sort(names) return "[" .. table.concat(names, ",") .. "]"`,
    ),
  ) as string[];
const leaderOf = async (id: number) => Number(await lua(`return get(${id}).group_leader.id`));
const sidecar = (id: number) => readFileSync(`${stage.real.pictures[id - 1]!}.xmp`, 'utf8');
/** The names of all tags of data.db. */
function allTags(): string[] {
  const database = new DatabaseSync(path.join(path.dirname(stage.real.library), 'data.db'), { readOnly: true });
  try {
    return database
      .prepare("SELECT name FROM tags WHERE name NOT LIKE 'darktable|%'")
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

describe('tags', () => {
  test('a tag is created, and its undo takes it away unless an image got it', async () => {
    const it = safelight();
    const made = await it.changes.tags.create('new|"tag" ✨', client);
    expect(made).toMatchObject({ tagId: await it.tag('new|"tag" ✨'), images: 0 });
    expect(await it.changes.tags.create('new|"tag" ✨', client)).toEqual({ ...made, change: null });
    await it.undo(made.change);
    expect(allTags()).not.toContain('new|"tag" ✨');
    const again = await it.changes.tags.create('carried', client);
    await give('carried', [1]);
    await it.undo(again.change).catch(() => undefined);
    expect(await tagsOf(1)).toEqual(['carried']);
  });

  test('a tag is renamed with its branch: images, window and sidecars say so, and the undo too', async () => {
    const it = safelight();
    await give('places|Island', [2, 3]);
    await give('places|Island|Vík', [3, 4]);
    const renamed = await it.changes.tags.rename(await it.tag('places|Island'), 'Reisen|Ísland', client);
    expect(renamed).toEqual({ change: expect.any(Number) as number, tagId: await it.tag('Reisen|Ísland'), images: 3 });
    expect([await tagsOf(2), await tagsOf(3), await tagsOf(4)]).toEqual([
      ['Reisen|Ísland'],
      ['Reisen|Ísland', 'Reisen|Ísland|Vík'],
      ['Reisen|Ísland|Vík'],
    ]);
    expect(allTags().filter((name) => name.startsWith('places|Island'))).toEqual([]);
    await stage.until(() => sidecar(3).includes('Reisen|Ísland|Vík') && !sidecar(3).includes('places|Island'));
    expect(newest(it)).toMatchObject({
      id: renamed.change,
      tag: { before: 'places|Island', after: 'Reisen|Ísland' },
    });

    const { result, left } = await it.undo(renamed.change);
    expect([result, left]).toMatchObject([{ changed: 3, failed: 0 }, []]);
    expect([await tagsOf(2), await tagsOf(3), await tagsOf(4)]).toEqual([
      ['places|Island'],
      ['places|Island', 'places|Island|Vík'],
      ['places|Island|Vík'],
    ]);
    expect(allTags().filter((name) => name.startsWith('Reisen'))).toEqual([]);
  });

  test('tags are merged and deleted; what an image lost or got since is left alone by the undo', async () => {
    const it = safelight();
    await give('dog', [5, 6]);
    await give('Hund', [6, 7]);
    const merged = await it.changes.tags.merge(await it.tag('dog'), await it.tag('Hund'), client);
    expect(merged).toMatchObject({ tagId: await it.tag('Hund'), images: 2 });
    expect([await tagsOf(5), await tagsOf(6)]).toEqual([['Hund'], ['Hund']]);
    await it.undo(merged.change);
    expect([await tagsOf(5), await tagsOf(6), await tagsOf(7)]).toEqual([['dog'], ['Hund', 'dog'], ['Hund']]);

    const deleted = await it.changes.tags.delete(await it.tag('Hund'), client);
    expect(deleted).toMatchObject({ tagId: null, images: 2 });
    expect([await tagsOf(6), await tagsOf(7), allTags().includes('Hund')]).toEqual([['dog'], [], false]);
    await stage.until(() => !sidecar(6).includes('Hund'));
    await it.undo(deleted.change);
    expect([await tagsOf(6), await tagsOf(7)]).toEqual([['Hund', 'dog'], ['Hund']]);
  });

  test('synonyms and marks of a tag would be lost by a rename: it is refused, with what to do', async () => {
    const it = safelight();
    await give('marked', [8]);
    const data = new DatabaseSync(path.join(path.dirname(stage.real.library), 'data.db'), { timeout: 5_000 });
    data.exec("UPDATE tags SET synonyms = 'Notiz' WHERE name = 'marked'");
    data.close();
    await expect(it.changes.tags.rename(await it.tag('marked'), 'other', client)).rejects.toMatchObject({
      code: 'db_write_error',
      message: expect.stringContaining('synonyms') as string,
    });
    expect(await tagsOf(8)).toEqual(['marked']);
  });
});

describe('images', () => {
  test('an image without edits gets another version; one with edits too where darktable can copy them, else it is refused', async () => {
    const it = safelight();
    const { change, imageId } = await it.changes.images.duplicate(undeveloped, client);
    expect(await lua(`return get(${imageId}).duplicate_index .. " " .. get(${imageId}).filename`)).toBe('1 p030.jpg');
    expect(await leaderOf(imageId)).toBe(undeveloped);
    expect(newest(it)).toMatchObject({ id: change, kind: 'duplicate' });

    const canCopy =
      (await lua('return tostring(pcall(function() return get(1).duplicate_with_history end))')) === 'true';
    const developed = it.changes.images.duplicate(9, client);
    if (canCopy) {
      const version = await developed;
      const steps = (id: number) =>
        stage.sql('SELECT operation, op_params FROM history WHERE imgid = ? ORDER BY num', id);
      expect(steps(version.imageId)).toEqual(steps(9));
      await it.undo(version.change);
      expect(await lua(`return tostring(get(${version.imageId}))`)).toBe('nil');
    } else {
      await expect(developed).rejects.toMatchObject({
        code: 'db_write_error',
        message: expect.stringContaining('edits') as string,
      });
      expect(stage.sql('SELECT id FROM images WHERE filename = ?', 'p009.jpg')).toHaveLength(1);
    }
  });

  test('several get another version each, as one change; one whose version has an old sidecar is refused', async () => {
    const it = safelight();
    const wanted = [undeveloped, undeveloped - 1];
    const made = await it.changes.images.duplicateAll(wanted, client);
    expect(made).toMatchObject({ changed: 2, failed: 0 });
    expect(await Promise.all(made.made.map(leaderOf))).toEqual(await Promise.all(wanted.map(leaderOf)));
    await it.undo(made.change);
    expect(await lua(`return tostring(get(${made.made[0]}))`)).toBe('nil');
    const picture = stage.real.pictures[wanted[0]! - 1]!;
    const next = Number(stage.sql('SELECT max_version + 1 AS next FROM images WHERE id = ?', wanted[0]!)[0]!.next);
    const old = sidecarPath(picture, next);
    writeFileSync(old, 'of a version that was removed');
    const refused = await it.changes.images.duplicateAll([wanted[0]!], client);
    expect(refused).toMatchObject({ change: null, changed: 0, failed: 1 });
    expect(readFileSync(old, 'utf8')).toBe('of a version that was removed');
    rmSync(old);

    // darktable numbers two versions of one file one after the other: the second one's file is looked for, too.
    const version = await it.changes.images.duplicate(wanted[0]!, client);
    const later = sidecarPath(picture, next + 2);
    writeFileSync(later, 'of a version that was removed');
    const both = await it.changes.images.duplicateAll([wanted[0]!, version.imageId], client);
    expect(both).toMatchObject({ changed: 1, failed: 1, failures: [{ id: version.imageId }] });
    expect(readFileSync(later, 'utf8')).toBe('of a version that was removed');
    rmSync(later);

    // One that darktable refuses is told beside one that it copies.
    const canCopy =
      (await lua('return tostring(pcall(function() return get(1).duplicate_with_history end))')) === 'true';
    const mixed = await it.changes.images.duplicateAll([wanted[1]!, 8], client);
    expect(mixed).toMatchObject(canCopy ? { changed: 2, failed: 0 } : { changed: 1, failed: 1, failures: [{ id: 8 }] });
  });

  test('images are grouped, led and taken out of their group, and each undo brings the groups back', async () => {
    const it = safelight();
    const leaders = () => Promise.all([10, 11, 12, 13].map(leaderOf));
    const grouped = await it.changes.images.group({ action: 'group', ids: [10, 11, 12, 4711] }, client);
    expect(grouped).toMatchObject({ changed: 2, unchanged: 1, failed: 1, failures: [{ id: 4711 }] });
    expect(await leaders()).toEqual([10, 10, 10, 13]);
    const led = await it.changes.images.group({ action: 'leader', ids: [11] }, client);
    expect(await leaders()).toEqual([11, 11, 11, 13]);
    const joined = await it.changes.images.group({ action: 'group', ids: [10, 13], leader: 12 }, client);
    expect(await leaders()).toEqual([12, 12, 12, 12]);
    await it.undo(joined.change);
    expect(await leaders()).toEqual([11, 11, 11, 13]);
    const left = await it.changes.images.group({ action: 'ungroup', ids: [11] }, client);
    expect(await leaders()).toEqual([10, 11, 10, 13]);
    for (const { change } of [left, led, grouped]) await it.undo(change);
    expect(await leaders()).toEqual([10, 11, 12, 13]);
  });

  test('images are removed, their files and sidecars stay; they come back once darktable is closed', async () => {
    const it = safelight();
    await give('kept', [14]);
    const before = stage.sql('SELECT * FROM history WHERE imgid = 14');
    const removed = await it.changes.images.remove([14, 15, 4711], client);
    expect(removed).toMatchObject({ changed: 2, failed: 1 });
    expect(await lua('return tostring(get(14)) .. tostring(get(15))')).toBe('nilnil');
    expect([14, 15].map((id) => existsSync(stage.real.pictures[id - 1]!))).toEqual([true, true]);
    await expect(it.undo(removed.change)).rejects.toMatchObject({
      code: 'db_write_error',
      message: expect.stringContaining('Close darktable') as string,
    });
    await darktable.quit();
    expect(await it.undo(removed.change)).toMatchObject({ result: { changed: 2 } });
    expect(stage.sql('SELECT * FROM history WHERE imgid = 14')).toEqual(before);
    darktable = await stage.openDarktable();
    expect(await tagsOf(14)).toEqual(['kept']);
  });

  test('nothing is removed under the darkroom', async () => {
    const it = safelight();
    await lua(`darktable.gui.selection({get(16)}) ${enterDarkroom}`, { timeoutMs: 20_000 });
    expect(await lua('return darktable.gui.current_view().id')).toBe('darkroom');
    const removed = await it.changes.images.remove([16], client);
    expect(removed).toMatchObject({ change: null, changed: 0, failed: 1 });
    expect(removed.failures[0]!.reason).toContain('lighttable');
    await lua('darktable.gui.current_view(darktable.gui.views.lighttable)');
    expect(await lua('return get(16).filename')).toBe('p016.jpg');
  });
});

test('no job is left behind', () => {
  expect(readdirSync(stage.config.operationsDir)).toEqual([]);
});
