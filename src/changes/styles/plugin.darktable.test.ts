/** Styles made, renamed and deleted while darktable is open: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { blend } from '../../testing/develop-steps.ts';
import { packParams } from '../../testing/pictures/params.ts';
import { luaString, type RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations, type OperationsOfTest } from '../../testing/start-operations.ts';
import { PLUGIN_OPERATION_STEPS } from '../writing/plugin-operations.ts';
import { readStyleContent } from './style-content.ts';
import type { StyleContent } from './style-file.ts';

const client = 'sofa';
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

const safelight = (options: Partial<Parameters<typeof startOperations>[0]> = {}) =>
  startOperations({ file: stage.real.library, dataDir: path.join(stage.folder, 'data'), ...options });

/** The newest change of the journal. */
function newest(): number {
  const journal = new DatabaseSync(path.join(stage.folder, 'data', 'journal.db'), { readOnly: true });
  try {
    return Number(journal.prepare("SELECT max(id) AS id FROM change WHERE state = 'stored'").get()!.id);
  } finally {
    journal.close();
  }
}

/** The styles of darktable's window that a person made, as `name: description (modules)`. */
async function styles(): Promise<string[]> {
  const told = await darktable.lua(
    `local all = {} for _, style in ipairs(darktable.styles) do all[#all + 1] = style.name .. ": " .. style.description .. " (" .. #style .. ")" end
     return table.concat(all, "\\n")`,
    { timeoutMs: 20_000 },
  );
  return told
    .split('\n')
    .filter((name) => name !== '' && !name.startsWith('_l10n_'))
    .toSorted();
}

async function contentOf(it: OperationsOfTest, name: string): Promise<StyleContent> {
  const style = await it.library.read((reader) => {
    const row = reader.get('SELECT id FROM data.styles WHERE name = :name', { name }) as { id: number } | undefined;
    return row ? readStyleContent(reader, row.id) : null;
  });
  if (!style) throw new Error(`there is no style ${name}`);
  return style;
}
const idOf = async (it: OperationsOfTest, name: string) =>
  (
    (await it.library.read((reader) => reader.get('SELECT id FROM data.styles WHERE name = :name', { name }))) as {
      id: number;
    }
  ).id;

const velvia = (strength: number): StyleContent['items'][0] => ({
  num: 0,
  module: 2,
  operation: 'velvia',
  params: packParams('ff', strength, 1),
  enabled: true,
  blendParams: blend(),
  blendVersion: 11,
  priority: 0,
  name: '',
  nameIsTyped: null,
});
const plain = (name: string, description = ''): StyleContent => ({
  name,
  description,
  order: null,
  items: [velvia(20)],
});
const inOrder = ({ items, ...style }: StyleContent) => ({
  ...style,
  items: items
    .map(({ num: _num, nameIsTyped: _typed, ...item }) => item)
    .toSorted((one, other) => one.operation.localeCompare(other.operation) || one.priority - other.priority),
});

test('a style of an image is the one that is made while darktable is closed, and each undo takes it away', async () => {
  const it = safelight();
  const modules = ['exposure', 'sharpen', 'velvia'];
  const style = { name: 'film|"soft" & warm', description: 'an <image>', from: 1, modules, withOrder: true };
  const made = await it.changes.styles.create(style, client);
  expect(made).toMatchObject({ styleId: await idOf(it, style.name), before: null, masksLeft: [] });
  const open = await contentOf(it, style.name);
  expect(open.items.map(({ operation, priority, name }) => [operation, priority, name]).toSorted()).toEqual([
    ['exposure', 0, ''],
    ['exposure', 1, 'sky & "sea"'],
    ['sharpen', 0, ''],
    ['velvia', 0, ''],
  ]);
  expect(await styles()).toEqual([`${style.name}: an <image> (4)`]);
  await it.undo(made.change);
  expect(await styles()).toEqual([]);

  await darktable.quit();
  const closed = await it.changes.styles.create(style, client);
  expect(inOrder(await contentOf(it, style.name))).toEqual(inOrder(open));
  darktable = await stage.openDarktable();
  await it.undo(closed.change);
  expect(await styles()).toEqual([]);
});

test('a file is taken in, also when its name is a part of the name or the description of another style', async () => {
  const it = safelight();
  const longer = await it.changes.styles.import(plain('a longer look|here', 'a look'), client);
  const made = await it.changes.styles.import(
    { ...plain('look'), items: [velvia(20), { ...velvia(30), priority: 1, name: 'two' }] },
    client,
  );
  expect(await styles()).toEqual(['a longer look|here: a look (1)', 'look:  (2)']);
  await expect(it.changes.styles.import(plain('look'), client)).rejects.toMatchObject({ code: 'conflict' });
  for (const { change } of [made, longer]) await it.undo(change);
  expect(await styles()).toEqual([]);
});

test('a style is renamed and described anew, and the undo brings the old one back: while darktable is open, and once it is closed', async () => {
  const it = safelight();
  await it.changes.styles.import(plain('warm', 'old'), client);
  const before = await contentOf(it, 'warm');
  const change = async (wanted: { name?: string; description?: string }) => {
    const { name = 'warm' } = wanted;
    const made = await it.changes.styles.change(await idOf(it, 'warm'), wanted, client);
    expect(made).toMatchObject({ styleId: await idOf(it, name), before: 'warm' });
    expect(inOrder(await contentOf(it, name))).toEqual(inOrder({ ...before, ...wanted }));
    return made.change;
  };
  for (const wanted of [{ name: 'warmer' }, { description: 'new' }, { name: 'film|warm', description: 'both' }]) {
    const changed = await change(wanted);
    expect(await styles()).toHaveLength(1);
    const { result } = await it.undo(changed);
    expect(await styles()).toEqual(['warm: old (1)']);
    // The undo of the undo.
    const again = await it.undo(result.change);
    expect(await contentOf(it, wanted.name ?? 'warm')).toMatchObject(wanted);
    await it.undo(again.result.change);
    expect(await styles()).toEqual(['warm: old (1)']);
  }
  expect(await it.changes.styles.change(await idOf(it, 'warm'), { name: 'warm' }, client)).toMatchObject({
    change: null,
  });

  const renamed = await change({ name: 'warmer' });
  const deleted = await it.changes.styles.delete(await idOf(it, 'warmer'), client);
  expect(deleted).toMatchObject({ styleId: null, before: 'warmer' });
  await darktable.quit();
  await it.undo(deleted.change);
  await it.undo(renamed);
  expect(inOrder(await contentOf(it, 'warm'))).toEqual(inOrder(before));
  const closed = await it.changes.styles.change(await idOf(it, 'warm'), { name: 'cold' }, client);
  darktable = await stage.openDarktable();
  await it.undo(closed.change);
  expect(await styles()).toEqual(['warm: old (1)']);
  await it.undo((await it.changes.styles.delete(await idOf(it, 'warm'), client)).change);
  expect(inOrder(await contentOf(it, 'warm'))).toEqual(inOrder(before));
  await it.changes.styles.delete(await idOf(it, 'warm'), client);
});

test('what was changed in darktable since is not taken back, and what is made there at the same moment is not ours', async () => {
  const it = safelight();
  const made = await it.changes.styles.import(plain('mine'), client);
  const deleteInWindow = (name: string) =>
    darktable.lua(
      `for _, style in ipairs(darktable.styles) do if style.name == ${luaString(name)} then darktable.styles.delete(style) end end`,
      { timeoutMs: 20_000 },
    );
  const deleted = await it.changes.styles.delete(made.styleId!, client);
  const again = await it.changes.styles.import({ ...plain('mine'), items: [velvia(99)] }, client);
  for (const change of [made.change, deleted.change])
    await expect(it.undo(change)).rejects.toMatchObject({ code: 'conflict' });
  await deleteInWindow('mine');
  await expect(it.undo(again.change)).rejects.toMatchObject({ code: 'conflict' });

  const elsewhere = (sql: string) => {
    const data = new DatabaseSync(path.join(stage.real.configDir, 'data.db'), { timeout: 5_000 });
    data.exec(sql);
    data.close();
  };
  const meanwhile = (sql: string) =>
    safelight({
      onStep: (step) => {
        if (step === 'asked') elsewhere(sql);
      },
    }).changes.styles;
  const there = "INSERT INTO styles (id, name, description) VALUES (9000, 'twice', 'of another')";
  await expect(meanwhile(there).import(plain('twice'), client)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('Another program') as string,
  });
  expect(await styles()).toEqual(['twice: of another (0)']);
  const grown = "INSERT INTO style_items (styleid, num, operation) VALUES (9000, 0, 'velvia')";
  await expect(meanwhile(grown).change(9000, { name: 'once' }, client)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('Another program') as string,
  });
  expect(await styles()).toEqual(['twice: of another (1)']);
  await deleteInWindow('twice');
});

describe('a Safelight that is killed', () => {
  test.each(PLUGIN_OPERATION_STEPS)(
    'at "%s" while a style is described anew: the next one finds out what was done, and the undo takes that back',
    async (point) => {
      const first = safelight();
      const { styleId } = await first.changes.styles.import(plain('killed', 'old'), client);
      await first.close();
      const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
      const data = path.join(stage.folder, 'data');
      const args = [child, stage.real.library, data, 'restyle', point, String(styleId)];
      const running = spawn(process.execPath, args, { stdio: 'inherit' });
      onTestFinished(() => void running.kill('SIGKILL'));
      expect(await once(running, 'close')).toEqual([null, 'SIGKILL']);
      const next = safelight();
      await next.changes.settled();
      const change = newest();
      if (point === 'asked') expect(await styles()).toEqual(['killed: old (1)']);
      else {
        expect(await styles()).toEqual(['killed: anew (1)']);
        await next.undo(change);
      }
      expect(await styles()).toEqual(['killed: old (1)']);
      await next.changes.styles.delete(await idOf(next, 'killed'), client);
    },
  );
});

test('a darktable that is killed in the middle: no style is lost', async () => {
  const it = safelight();
  await it.changes.styles.import(plain('kept', 'old'), client);
  const ending = safelight({
    onStep: (step) => {
      if (step === 'asked') setTimeout(() => void darktable.kill(), 20);
    },
  }).changes.styles;
  await ending.change(await idOf(it, 'kept'), { description: 'anew' }, client).catch(() => undefined);
  darktable = await stage.openDarktable();
  await it.changes.settled();
  const left = await styles();
  expect(left.some((style) => style.startsWith('kept'))).toBe(true);
  if (left.join() !== 'kept: old (1)') await it.undo(newest());
  expect(await styles()).toEqual(['kept: old (1)']);
});

test("the copy that an unfinished change left behind is in no other one's way", async () => {
  const it = safelight();
  for (const style of [plain('twice', 'old'), plain('twice (Safelight)', 'left')])
    await it.changes.styles.import(style, client);
  await it.changes.styles.change(await idOf(it, 'twice'), { description: 'anew' }, client);
  expect(await styles()).toEqual(['kept: old (1)', 'twice (Safelight): left (1)', 'twice: anew (1)']);
  await it.undo(newest());
  expect(await styles()).toEqual(['kept: old (1)', 'twice (Safelight): left (1)', 'twice: old (1)']);
});

test('a plugin that is too old for it: refused, with what to do', async () => {
  const other = path.join(stage.folder, 'other-data');
  const { heartbeat } = bridgePaths(other);
  mkdirSync(path.dirname(heartbeat), { recursive: true });
  const content = readFileSync(stage.config.heartbeat, 'utf8').replace(/^changes_styles=.*\n/m, '');
  writeFileSync(heartbeat, content.replace(/^time=.*$/m, `time=${Math.floor(Date.now() / 1000)}`));
  const it = startOperations({ file: stage.real.library, dataDir: other });
  await expect(it.changes.styles.import(plain('newer'), client)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('too old') as string,
  });
});

test('no job and no file is left behind', () => {
  expect(readdirSync(stage.config.operationsDir)).toEqual([]);
});
