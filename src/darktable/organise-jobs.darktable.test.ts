/** Decisions about images through the plugin in a real darktable: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveDarkroom, openInDarkroom } from '../testing/darkroom-lua.ts';
import { type BridgeStage, setBridgeStage } from '../testing/bridge-stage.ts';
import { type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import { appendJob } from './append-job.ts';
import type { ImageJobOptions } from './image-jobs.ts';
import { organiseThroughBridge, type WantedField } from './organise-jobs.ts';
import { wakePlugin } from './wake-pipe.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

/** darktable shows a group as one picture. */
const withGroups = () => ({ ...stage.darktable, conf: { ...stage.darktable.conf, 'ui_last/grouping': 'TRUE' } });

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 110, width: 60, height: 40 });
  darktable = await stage.openDarktable(withGroups());
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const REJECT = 8;
/** Stars, and 8 for a reject. */
const allDecided = () =>
  new Map(stage.sql('SELECT id, flags & 15 AS flags FROM images').map(({ id, flags }) => [Number(id), Number(flags)]));
const decided = (id: number) => allDecided().get(id)!;
const decidedOf = (ids: number[]) => {
  const all = allDecided();
  return ids.map((id) => all.get(id)!);
};
const file = (id: number) => stage.real.pictures[id - 1]!;
const sidecar = (id: number) => readFileSync(`${file(id)}.xmp`, 'utf8');
const hundred = Array.from({ length: 100 }, (_, at) => at + 11);

/** The answers, in the order of the images. */
async function organise(ids: number[], wanted: WantedField[], options?: ImageJobOptions) {
  const flags = allDecided();
  const images = ids.map((imageId) => ({ imageId, file: file(imageId), stars: flags.get(imageId)! & 7, wanted }));
  const answers = await organiseThroughBridge(stage.config, images, options);
  return ids.map((id) => answers.get(id)!);
}
const done = { code: 'done', reason: '' };
const allDone = (ids: number[]) => ids.map(() => done);

describe('one decision of each kind', () => {
  test('stars', async () => {
    expect(await organise([1], [{ field: 'stars', after: 5 }])).toEqual([done]);
    expect(decided(1)).toBe(5);
    expect(await organise([1], [{ field: 'stars', after: 0 }])).toEqual([done]);
    expect(decided(1)).toBe(0);
  });

  test('a reject keeps its stars, and they are there when it is taken back', async () => {
    await organise([2], [{ field: 'stars', after: 3 }]);
    expect(await organise([2], [{ field: 'rejected', after: true }])).toEqual([done]);
    expect(decided(2)).toBe(3 + REJECT);
    // Asked for again, it is not taken back.
    expect(await organise([2], [{ field: 'rejected', after: true }])).toEqual([done]);
    expect(decided(2)).toBe(3 + REJECT);
    expect(await organise([2], [{ field: 'rejected', after: false }])).toEqual([done]);
    expect(decided(2)).toBe(3);
    const both = [
      { field: 'rejected', after: true },
      { field: 'stars', after: 4 },
    ];
    expect(await organise([2], both)).toEqual([done]);
    expect(decided(2)).toBe(4 + REJECT);
    expect(await organise([2], [{ field: 'stars', after: 1 }])).toMatchObject([{ code: 'refused' }]);
    expect(decided(2)).toBe(4 + REJECT);
  });

  test('labels, in the sidecar too', async () => {
    const labels = () =>
      stage.sql('SELECT color FROM color_labels WHERE imgid = 3 ORDER BY color').map((row) => row.color);
    const wanted = [
      { field: 'label:red', after: true },
      { field: 'label:purple', after: true },
      { field: 'label:green', after: false },
    ];
    expect(await organise([3], wanted)).toEqual([done]);
    expect(labels()).toEqual([0, 4]);
    await stage.until(() => sidecar(3).includes('colorlabels'));
    expect(await organise([3], [{ field: 'label:red', after: false }])).toEqual([done]);
    expect(labels()).toEqual([4]);
  });

  test('tags, with what they are called; a detached one leaves the sidecar', async () => {
    const name = 'Places|Köln, 100% "Dom"';
    const tags = () =>
      darktable.lua(`local names = {}
        for _, tag in ipairs(darktable.tags.get_tags(darktable.database.get_image(4))) do names[#names + 1] = tag.name end
        return table.concat(names, "\\n")`);
    expect(await organise([4], [{ field: `tag:${name}`, after: true }])).toEqual([done]);
    expect(await tags()).toContain(name);
    await stage.until(() => sidecar(4).includes('Köln'));
    const swap = [
      { field: `tag:${name}`, after: false },
      { field: 'tag:never heard of', after: false },
      { field: 'tag:people', after: true },
    ];
    expect(await organise([4], swap)).toEqual([done]);
    expect((await tags()).split('\n').filter((tag) => !tag.startsWith('darktable|'))).toEqual(['people']);
    await stage.until(() => !sidecar(4).includes('Köln'));
  });

  test('texts and place, and nothing instead', async () => {
    const texts = () =>
      stage.sql('SELECT key, value FROM meta_data WHERE id = 5 ORDER BY key').map((row) => ({ ...row }));
    const place = () => ({ ...stage.sql('SELECT latitude, longitude, altitude FROM images WHERE id = 5')[0] });
    const wanted = [
      { field: 'title', after: '100 % "blau"\nzweite Zeile %41' },
      { field: 'creator', after: 'Ana' },
      { field: 'latitude', after: 50.941278 },
      { field: 'longitude', after: -6.958281 },
      { field: 'altitude', after: 53 },
    ];
    expect(await organise([5], wanted)).toEqual([done]);
    expect(texts()).toEqual([
      { key: 0, value: 'Ana' },
      { key: 2, value: '100 % "blau"\nzweite Zeile %41' },
    ]);
    expect(place()).toEqual({ latitude: 50.941278, longitude: -6.958281, altitude: 53 });
    expect(
      await organise(
        [5],
        wanted.map(({ field }) => ({ field, after: null })),
      ),
    ).toEqual([done]);
    expect(texts()).toEqual([]);
    expect(place()).toEqual({ latitude: null, longitude: null, altitude: null });
  });
});

describe('a hundred at once', () => {
  test('stars, labels and rejects, in less time than ten one by one', async () => {
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const wanted = (stars: number) => [{ field: 'stars', after: stars }];
    let alone = 0;
    for (const id of hundred.slice(0, 10)) alone += await timed(() => organise([id], wanted(2)));
    const answers = await organise(hundred, wanted(3));
    expect(answers).toEqual(allDone(hundred));
    expect(new Set(decidedOf(hundred))).toEqual(new Set([3]));
    const together = await timed(() => organise(hundred, wanted(4)));
    expect(together).toBeLessThan(alone * 3);

    // Some have it already: a key that is pressed for all of them would take it away, or leave it at that.
    await organise(hundred.slice(0, 3), [{ field: 'rejected', after: true }]);
    expect(await organise(hundred, [{ field: 'rejected', after: true }])).toEqual(allDone(hundred));
    expect(new Set(decidedOf(hundred))).toEqual(new Set([4 + REJECT]));
    expect(await organise(hundred, [{ field: 'rejected', after: false }])).toEqual(allDone(hundred));
    expect(new Set(decidedOf(hundred))).toEqual(new Set([4]));

    await organise(hundred.slice(0, 3), [{ field: 'label:blue', after: true }]);
    const blue = () => Number(stage.sql('SELECT count(*) AS n FROM color_labels WHERE color = 3')[0]!.n);
    expect(await organise(hundred, [{ field: 'label:blue', after: true }])).toEqual(allDone(hundred));
    expect(blue()).toBe(100);
    await stage.until(() => hundred.every((id) => sidecar(id).includes('<rdf:li>3</rdf:li>')));
    expect(await organise(hundred, [{ field: 'label:blue', after: false }])).toEqual(allDone(hundred));
    expect(blue()).toBe(0);
    await stage.until(() => hundred.every((id) => !sidecar(id).includes('<rdf:li>3</rdf:li>')));
  });

  test('images that darktable does not show at the moment are rated and rejected all the same, and nobody else', async () => {
    await darktable.lua(`local rule = darktable.gui.libs.collect.new_rule()
      rule.mode, rule.item, rule.data = "DT_LIB_COLLECT_MODE_AND", "DT_COLLECTION_PROP_FILENAME", "p001%"
      _G.saved = darktable.gui.libs.collect.filter({ rule })
      darktable.control.sleep(500)`);
    expect(await darktable.lua('return #darktable.collection')).toBe('1');
    const rated = await organise([51, 52], [{ field: 'stars', after: 4 }]);
    const rejected = await organise([51, 52], [{ field: 'rejected', after: true }]);
    await darktable.lua('darktable.gui.libs.collect.filter(_G.saved) darktable.control.sleep(500)');
    expect(rated).toEqual(allDone([51, 52]));
    expect(rejected).toEqual(allDone([51, 52]));
    expect(decidedOf([51, 52, 1])).toEqual([4 + REJECT, 4 + REJECT, 0]);
  });

  test('the others of a group that darktable shows as one picture are not hit', async () => {
    await darktable.lua(`local get = darktable.database.get_image
      get(61):group_with(get(62))
      darktable.gui.libs.collect.filter(darktable.gui.libs.collect.filter())
      darktable.control.sleep(500)`);
    expect(await darktable.lua('return #darktable.collection')).toBe('109');
    // 62 stands for both.
    for (const [id, other] of [
      [61, 62],
      [62, 61],
    ] as const) {
      const before = decided(other);
      expect(await organise([id, 63], [{ field: 'stars', after: 5 }])).toEqual(allDone([id, 63]));
      expect(decidedOf([id, other, 63])).toEqual([5, before, 5]);
      expect(await organise([id], [{ field: 'rejected', after: true }])).toEqual([done]);
      expect(decidedOf([id, other])).toEqual([5 + REJECT, before]);
    }
  });

  test('what was selected in darktable is selected afterwards', async () => {
    const selected = () =>
      darktable.lua(`local ids = {}
        for _, image in ipairs(darktable.gui.selection()) do ids[#ids + 1] = image.id end
        table.sort(ids)
        return table.concat(ids, " ")`);
    await darktable.lua(
      'darktable.gui.selection({ darktable.database.get_image(7), darktable.database.get_image(8) })',
    );
    await organise([20, 21, 22], [{ field: 'stars', after: 1 }]);
    expect(await selected()).toBe('7 8');
  });

  test('progress is told, and what is left can be canceled', async () => {
    const cancel = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ done, of }: { done: number; of: number }) => {
      expect(of).toBe(100);
      seen.push(done);
      if (done > 5) cancel.abort();
    };
    const answers = await organise(hundred, [{ field: 'tag:cancelled', after: true }], {
      onProgress,
      signal: cancel.signal,
    });
    const codes = answers.map(({ code }) => code);
    const count = codes.filter((code) => code === 'done').length;
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(100);
    expect(codes).toEqual(hundred.map((_, at) => (at < count ? 'done' : 'cancelled')));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    // The plugin removes what it used after it has answered.
    await stage.until(() => readdirSync(stage.config.organiseDir).length === 0);
  });
});

describe('the image under the pointer', () => {
  /** darktable's own pointer, which nobody else moves. */
  const point = async (x: number, y: number) => {
    expect(await darktable.lua(`return os.execute("xdotool mousemove ${x} ${y}") and "moved"`)).toBe('moved');
    await darktable.lua('darktable.control.sleep(300)');
    return Number(await darktable.lua('return darktable.gui.hovered and darktable.gui.hovered.id or 0'));
  };
  const awayFromImages = () => point(1, 1);
  /** Once its window shows images. */
  const atAnImage = async () => {
    for (let attempt = 0; attempt < 40; attempt++) {
      const hovered = await point(750 + (attempt % 2), 180);
      if (hovered > 0) return hovered;
    }
    throw new Error('there is no image under the pointer');
  };

  test('is not hit: others are rated one by one; rejects wait, and the plugin tells when they may be made', async () => {
    const hovered = await atAnImage();
    const others = [31, 32, 33].filter((id) => id !== hovered);
    const before = decided(hovered);
    expect(await organise(others, [{ field: 'stars', after: 2 }])).toEqual(allDone(others));
    expect(decidedOf(others)).toEqual(others.map(() => 2));
    expect(decided(hovered)).toBe(before);
    const both = [
      { field: 'rejected', after: true },
      { field: 'label:red', after: true },
    ];
    expect(await organise(others, both)).toEqual(others.map(() => ({ code: 'waits', reason: 'pointer' })));
    expect(decidedOf(others)).toEqual(others.map(() => 2));
    expect(stage.sql('SELECT imgid FROM color_labels WHERE color = 0 AND imgid BETWEEN 31 AND 33')).toHaveLength(
      others.length,
    );
    const word = path.join(stage.config.organiseDir, 'rejects-possible');
    expect(existsSync(word)).toBe(false);
    await awayFromImages();
    await stage.until(() => existsSync(word));
    rmSync(word);
    expect(await organise(others, [{ field: 'rejected', after: true }])).toEqual(allDone(others));
    expect(decidedOf(others)).toEqual(others.map(() => 2 + REJECT));
    expect(decided(hovered)).toBe(before);
  });

  test('in the darkroom only the open image is rejected, and the rest is done', async () => {
    await darktable.lua(openInDarkroom(6));
    expect(await organise([6, 41, 42], [{ field: 'stars', after: 3 }])).toEqual(allDone([6, 41, 42]));
    const rejects = await organise([6, 41], [{ field: 'rejected', after: true }]);
    expect(rejects).toEqual([done, { code: 'waits', reason: 'lighttable' }]);
    expect(decidedOf([6, 41, 42])).toEqual([3 + REJECT, 3, 3]);
    await darktable.lua(leaveDarkroom);
  });
});

describe('what is wrong in a job', () => {
  /** Writes a job by hand and gives the answer. */
  async function raw(lines: string[]) {
    const uuid = randomUUID();
    const base = path.join(stage.config.organiseDir, uuid);
    writeFileSync(`${base}.job`, `${['protocol=1', 'expires=9999999999', ...lines].join('\n')}\n`);
    appendJob(path.join(stage.config.organiseDir, 'organise.queue'), uuid);
    wakePlugin(stage.config.editsDir);
    await stage.until(() => existsSync(`${base}.result`));
    return readFileSync(`${base}.result`, 'utf8');
  }

  test('is never assigned: that image stays as it is, others are done, and Lua lives', async () => {
    const values = [
      'stars=2.5',
      'stars=x',
      'stars=6',
      'stars=-1',
      'stars=',
      'stars=1e0',
      'rejected=true',
      'label_red=2',
      'label_pink=1',
      'title=%ff%fe',
      'notes=a%00b',
      'title=\xff'.slice(0, 6) + '%c3',
      'tag_add=',
      'tag_add=%20',
      'tag_add=a%0ab',
      'tag_remove=%ff',
      'latitude=nan',
      'latitude=inf',
      'latitude=0x10',
      'latitude=91',
      'longitude=-180.5',
      'altitude=',
      'latitude=1,5',
      'flags=14',
      'no field at all',
      'rejected=0',
    ];
    const row = () =>
      stage.sql(`SELECT flags, latitude, longitude, altitude FROM images WHERE id = 9`).map((each) => ({ ...each }));
    const before = row();
    const result = await raw([
      ...values.flatMap((value) => ['image=9', `file=${file(9)}`, 'title=not stored', value]),
      'image=10',
      `file=${file(10)}`,
      'stars=5',
    ]);
    const codes = [...result.matchAll(/^code=(.+)$/gm)].map(([, code]) => code);
    expect(codes).toEqual([...values.map(() => 'bad_job'), 'done']);
    expect(row()).toEqual(before);
    expect(stage.sql('SELECT * FROM meta_data WHERE id = 9')).toEqual([]);
    expect(decided(10)).toBe(5);
    expect(await organise([9], [{ field: 'stars', after: 2 }])).toEqual([done]);
  });

  test('an image that somebody changed since it was looked at is left alone, in every field that can be looked at', async () => {
    const set = [
      { field: 'stars', after: 2 },
      { field: 'title', after: 'Rome' },
      { field: 'latitude', after: 41.9 },
      { field: 'label:red', after: true },
    ];
    await organise([10], set);
    const others = [
      { field: 'stars', before: 1, after: 5 },
      { field: 'rejected', before: true, after: false },
      { field: 'title', before: null, after: 'Paris' },
      { field: 'latitude', before: null, after: 48.9 },
      { field: 'label:red', before: false, after: true },
    ];
    for (const wanted of others) {
      const [answer] = await organise([10], [wanted, { field: 'notes', before: null, after: 'never' }]);
      expect([wanted.field, answer!.code]).toEqual([wanted.field, 'changed']);
    }
    expect(decided(10)).toBe(2);
    expect(stage.sql('SELECT count(*) AS n FROM meta_data WHERE id = 10 AND key = 5')[0]!.n).toBe(0);
    const back = set.map(({ field, after }) => ({
      field,
      before: after,
      after: field === 'stars' ? 0 : field === 'label:red' ? false : null,
    }));
    expect(await organise([10], back)).toEqual([done]);
    expect(
      await organise(
        [10],
        set.map(({ field, after }, at) => ({ field, before: back[at]!.after, after })),
      ),
    ).toEqual([done]);
  });

  test('an image that darktable does not have, or has elsewhere, is named, and the others are done', async () => {
    const wanted = [{ field: 'stars', after: 4 }];
    const images = [
      { imageId: 4711, file: file(1), stars: 0, wanted },
      { imageId: 1, file: file(2), stars: 0, wanted },
      { imageId: 7, file: file(7), stars: 0, wanted },
    ];
    const answers = await organiseThroughBridge(stage.config, images);
    expect([...answers.values()].map(({ code }) => code)).toEqual(['no_image', 'other_file', 'done']);
    expect(decided(1)).toBe(0);
  });

  test('an old job is not done, nor one whose darktable ended, nor one of another protocol', async () => {
    const before = decided(8);
    const lines = ['image=8', `file=${file(8)}`, 'stars=5'];
    expect(await raw(['expires=1', ...lines])).toContain('code=expired');
    expect(await raw(['protocol=2', ...lines])).toContain('code=bad_job');
    expect(decided(8)).toBe(before);
  });

  test('nobody there: it is withdrawn, and never happens', async () => {
    const revision = stage.tell({ jobs: ['refresh', 'export'] });
    await stage.until(() => stage.heartbeat()?.revision === revision);
    const before = decided(8);
    const wanted = [{ field: 'stars', after: 5 }];
    expect(await organise([8], wanted, { timeoutMs: 300 })).toMatchObject([{ code: 'not_taken' }]);
    const cancelled = organise([8], wanted, { signal: AbortSignal.timeout(50) });
    expect(await cancelled).toMatchObject([{ code: 'cancelled' }]);
    stage.tell({ jobs: ['edits', 'refresh', 'export'] });
    await stage.until(() => !existsSync(path.join(stage.config.organiseDir, 'organise.queue')) && stage.quiet());
    expect(decided(8)).toBe(before);
  });
});

test('a job in whose middle darktable ended is answered by the next, and not done again', async () => {
  await darktable.kill();
  const uuid = randomUUID();
  const base = path.join(stage.config.organiseDir, uuid);
  const before = decided(8);
  writeFileSync(`${base}.claimed`, `protocol=1\nexpires=9999999999\nimage=8\nfile=${file(8)}\nstars=5\n`);
  writeFileSync(path.join(stage.config.organiseDir, 'organise.queue.working'), `${uuid}\n`);
  darktable = await startDarktable(withGroups());
  await stage.until(() => existsSync(`${base}.result`));
  expect(readFileSync(`${base}.result`, 'utf8')).toContain('code=interrupted');
  expect(existsSync(`${base}.claimed`)).toBe(false);
  expect(decided(8)).toBe(before);
});
