import Database from 'better-sqlite3';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blobsOf } from '../../darktable/blob-text.ts';
import { testedDarktable } from '../../testing/bridge-stage.ts';
import {
  added,
  conf,
  developedTwice,
  makeDeveloped,
  outline,
  schemaOf,
  stored,
} from '../../testing/developed-twice.ts';
import { blend } from '../../testing/develop-steps.ts';
import { exposureParams, packParams } from '../../testing/pictures/params.ts';
import { luaString, withDarktable } from '../../testing/real-darktable.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import { readStyleContent } from './style-content.ts';
import { parsedStyle } from './style-file-reader.ts';
import { styleFile, type StyleContent, type StyleStep } from './style-file.ts';

const item = (operation: string, more: Partial<StyleStep> = {}): StyleStep => ({
  num: 0,
  module: 6,
  operation,
  params: exposureParams(0.3),
  enabled: true,
  blendParams: blend(),
  blendVersion: 11,
  priority: 0,
  name: '',
  nameIsTyped: null,
  ...more,
});
const velvia = (strength: number, more: Partial<StyleStep> = {}) =>
  item('velvia', { module: 2, params: packParams('ff', strength, 1), ...more });
const style = (name: string, items: StyleStep[], order: string | null = null): StyleContent => ({
  name,
  description: '',
  order,
  items,
});

const builtIn = pipeFacts(37).orderOfVersion(2)!;
const inOrder = (operations: readonly string[], instances: Record<string, readonly number[]> = {}) =>
  operations.flatMap((name) => (instances[name] ?? [0]).map((number) => `${name},${number}`)).join();
const velviaEarly = builtIn
  .filter((name) => name !== 'velvia')
  .flatMap((name) => (name === 'exposure' ? ['velvia', name] : [name]));

/** As darktable 3.2 had it. */
const since32 = 'channelmixerrgb censorize colorbalancergb cacorrectrgb crop diffuse blurs sigmoid'.split(' ');
const velviaEarlyIn32 = velviaEarly.filter((name) => !since32.includes(name));
/** As a darktable has it that does not exist yet. */
const withFuture = velviaEarly.flatMap((name) => (name === 'velvia' ? ['futuremodule', name] : [name]));

const SKY = item('exposure', { params: exposureParams(-1), priority: 1, name: 'sky', nameIsTyped: true });
/** The styles and the image that each is put on. Images have exposure 0 and 1, called sky, and velvia. */
const STYLES: [StyleContent, number[]][] = [
  [style('one|plain', [velvia(55), item('exposure', { enabled: false }), SKY]), [3, 8]],
  [style('two/masked', [item('exposure', { blendParams: blend(1001) }), velvia(12, { enabled: false })]), [4, 8]],
  [style('three ordered', [velvia(33)], inOrder(velviaEarly)), [5]],
  [style('four as darktable', [item('exposure', { params: exposureParams(2) })], inOrder(builtIn)), [6]],
  [style('six, older', [velvia(44)], inOrder(velviaEarlyIn32)), [1]],
  [style('seven, newer', [velvia(22)], inOrder(withFuture)), [2]],
  [style('five, many', [item('exposure'), SKY], inOrder(velviaEarly, { exposure: [0, 1] })), [7]],
];

test('files are those of darktable, and what a style puts on is what darktable puts on: steps, order of modules, tags', async () => {
  await using developed = await makeDeveloped({
    async lua(folder) {
      const files = STYLES.map(([content], at) => [join(folder, `${at}.dtstyle`), styleFile(content)] as const);
      for (const [file, text] of files) await writeFile(file, text);
      const exported = join(folder, 'exported');
      await mkdir(exported);
      return `${files.map(([file]) => `darktable.styles.import(${luaString(file)})`).join('\n')}
        for _, style in ipairs(darktable.styles) do
          if string.find(${luaString(STYLES.map(([{ name }]) => name).join())}, style.name, 1, true) then
            darktable.styles.export(style, ${luaString(exported)}, true)
          end
        end`;
    },
  });
  const { real, ours, library, opened, decoder, render, changes } = await developedTwice(developed);
  const isOldSchema = schemaOf(library) === 37;
  for (const [{ name }] of STYLES) {
    const file = await readFile(join(developed.folder, 'exported', `${name.replaceAll(/[|/]/g, '_')}.dtstyle`), 'utf8');
    const content = await opened.read((reader) => {
      const { id } = reader.get('SELECT id FROM data.styles WHERE name = :name', { name }) as { id: number };
      return readStyleContent(reader, id)!;
    });
    expect(parsedStyle(file)).toEqual(content);
    // 5.x was not looked at.
    if (isOldSchema) expect(unpacked(styleFile(content))).toBe(unpacked(file));
  }
  for (const file of [real.library, library]) {
    const database = new Database(file);
    database.exec(`DELETE FROM history WHERE imgid = 8 AND num >= (SELECT history_end - 5 FROM images WHERE id = 8);
      DELETE FROM masks_history WHERE imgid = 8;
      UPDATE images SET history_end = history_end - 5 WHERE id = 8;
      INSERT INTO module_order (imgid, version, iop_list) SELECT id, 2, '${inOrder(builtIn, { exposure: [0, 1] })}' FROM images WHERE id < 8;
      INSERT INTO module_order (imgid, version) VALUES (8, 1)`);
    // 5.x forgets names that nobody typed.
    if (!isOldSchema) database.exec("UPDATE history SET multi_name_hand_edited = 1 WHERE multi_name = 'sky'");
    database.close();
  }
  const apply = ([{ name }, ids]: (typeof STYLES)[0]) => `for _, style in ipairs(darktable.styles) do
    if style.name == ${luaString(name)} then
      ${ids.map((id) => `darktable.styles.apply(style, darktable.database.get_image(${id}))`).join('\n')}
    end
  end`;
  await withDarktable(
    { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable },
    async (darktable) => {
      await darktable.lua(STYLES.map(apply).join('\n'));
    },
  );
  for (const [{ name }, ids] of STYLES) {
    const result = await changes.histories.change(ids, { do: 'style', name }, 'sofa');
    expect({ name, ...result }).toMatchObject({ name, changed: ids.length, failures: [] });
  }
  // 5.x stores all steps in its own versions.
  const told = isOldSchema ? added : outline;
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) {
    expect({ id, ...told(library, id) }).toEqual({ id, ...told(real.library, id) });
    expect(tags(library, id)).toEqual(tags(real.library, id));
  }
  // With the list of an older darktable, 3 and 4 get it whole when darktable opens them.
  for (const id of [1, 2, 5, 6, 7, 8])
    expect({ id, ...orderOf(library, id) }).toEqual({ id, ...orderOf(real.library, id) });
  expect(stored(library, 5).order).toMatchObject([{ version: 0n }]);
  const theirs = await render(real.configDir, [4, 5]);
  for (const [at, one] of (await render(ours, [4, 5])).entries())
    expect(await decoder.difference(one, theirs[at]!)).toBeLessThan(0.5);
});

/** The order of modules. 5.4.1 writes a new instance twice. */
function orderOf(library: string, id: number) {
  const [order] = stored(library, id).order as { version: bigint; iop_list: string | null }[];
  return { version: order?.version, list: [...new Set(order?.iop_list?.match(/\w+,\d+/g))] };
}

/** Compressed parameters as hex: two versions of zlib need not agree. */
const unpacked = (text: string) =>
  text.replace(/gz\d\d[\w+/=]+/g, (blob) => Buffer.from(blobsOf(blob, 'xmp')[0]!).toString('hex'));

function tags(library: string, id: number): unknown[] {
  const database = new Database(library);
  try {
    database.prepare('ATTACH ? AS data').run(library.replace('library.db', 'data.db'));
    const sql = `SELECT name FROM tagged_images JOIN data.tags ON tags.id = tagid
      WHERE imgid = ? AND (name LIKE '%|style|%' OR name LIKE '%|changed') ORDER BY name`;
    return database.prepare(sql).pluck().all(id);
  } finally {
    database.close();
  }
}
