import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { rate } from '../../testing/index-of-test.ts';
import { renditionStage } from '../../testing/rendition-stage.ts';
import { RenderError } from '../../renderer/darktable-cli.ts';

const MINUTE = 60_000;
const IMAGES = [1, 2, 3].map((id) => ({ id, filename: `wedding-${id}.nef`, title: 'Secret' }));

type Stage = Awaited<ReturnType<typeof renditionStage>>;
const edit = ({ it }: Stage, id: number, hash: number) =>
  it.fixture.change('INSERT OR REPLACE INTO history_hash (imgid, current_hash) VALUES (?, ?)', id, Buffer.of(hash));

test('each picture is made once in all sizes, which tell nothing of the library', async () => {
  const stage = await renditionStage(IMAGES, { pixels: 3_000 });
  expect(stage.made).toEqual([1, 2, 3]);
  expect(stage.renditions.progress(7)).toEqual({ made: 3, failed: 0, changed: 0, problem: null });
  const { version, width, height } = stage.renditions.of(7).get('key2')!;
  expect([width, height]).toEqual([1600, 800]);
  const files = await Promise.all((['tile', 'screen', 'large'] as const).map((size) => stage.file('key2', size)));
  const sizes = await Promise.all(files.map(async (file) => (await sharp(file!).metadata()).width));
  expect(sizes).toEqual([480, 1600, 2560]);
  expect(files[0]).toBe(join(stage.dataDir, 'proofs', '7', version, 'tile.jpg'));
  expect(await stage.file('key2', 'full')).toBeNull();
  expect(readdirSync(dirname(files[0]!)).toSorted()).toEqual(['large.jpg', 'screen.jpg', 'tile.jpg']);
  await stage.restart();
  expect([stage.made.length, stage.renditions.of(7).get('key2')?.version]).toEqual([3, version]);
});

test('what somebody waits for is made first', async () => {
  const stage = await renditionStage(IMAGES, { pictures: [] });
  stage.parts.whyNot = () => 'Rendering is paused.';
  await stage.look({ pictures: stage.proof.pictures });
  const { pictures } = (await renditionStage(IMAGES)).proof;
  await stage.look({ pictures });
  expect(stage.renditions.progress(7)).toMatchObject({ made: 0, problem: 'Rendering is paused.' });
  for (const key of ['key2', 'key3']) expect(await stage.file(key)).toBeNull();
  stage.parts.whyNot = () => null;
  await stage.look();
  expect(stage.made).toEqual([3, 2, 1]);
});

test('an edit shows after quiet minutes, and the old picture is served until then', async () => {
  const stage = await renditionStage(IMAGES);
  const before = await stage.file('key1');
  const since = stage.renditions.of(7).get('key1')!.sinceMs;
  edit(stage, 1, 1);
  await stage.look();
  stage.nowMs += 9 * MINUTE;
  edit(stage, 1, 2);
  await stage.look();
  stage.nowMs += 9 * MINUTE;
  await stage.look();
  expect([await stage.file('key1'), stage.renditions.progress(7).changed]).toEqual([before, 1]);
  stage.nowMs += MINUTE;
  await stage.look();
  const after = await stage.file('key1');
  expect([after === before, existsSync(after!), stage.renditions.progress(7).changed]).toEqual([false, true, 0]);
  expect(stage.renditions.of(7).get('key1')!.sinceMs - since).toBe(19 * MINUTE);
  expect(stage.made).toEqual([1, 2, 3, 1]);
});

test('where the photographer says when, time alone shows nothing', async () => {
  const stage = await renditionStage(IMAGES, { quiet_minutes: null });
  edit(stage, 2, 1);
  await stage.look();
  stage.nowMs += 1_000 * MINUTE;
  await stage.look();
  expect([stage.made.length, stage.renditions.progress(7).changed]).toEqual([3, 1]);
  stage.renditions.showChanges(7);
  await stage.renditions.settled();
  expect([stage.made, stage.renditions.progress(7).changed]).toEqual([[1, 2, 3, 2], 0]);
});

test('stars, tags and an edit that nobody sees change nothing for guests', async () => {
  const stage = await renditionStage(IMAGES, { keep: ['stars', 'tags', 'texts'] });
  const before = stage.versions();
  rate(stage.it, 1, 5);
  stage.it.fixture.change("INSERT INTO data.tags (id, name) VALUES (500, 'client|Anna|yes')");
  stage.it.fixture.change('INSERT INTO tagged_images (imgid, tagid, position) VALUES (1, 500, 0)');
  await stage.look();
  expect([stage.made.length, stage.renditions.progress(7).changed]).toEqual([3, 0]);
  stage.parts.look = (_development, id) => `${id} 0`;
  edit(stage, 2, 9);
  await stage.look();
  stage.nowMs += 10 * MINUTE;
  await stage.look();
  expect([stage.made.length, stage.renditions.progress(7).changed]).toEqual([4, 0]);
  expect(stage.versions()).toEqual(before);
  await stage.look();
  expect(stage.made.length).toBe(4);
});

test('another watermark, and full size where it is allowed, are made at once; meanwhile nothing unmarked can be kept', async () => {
  const stage = await renditionStage(IMAGES.slice(0, 1), { pixels: 700 });
  const plain = await sharp((await stage.file('key1', 'screen'))!).stats();
  expect(plain.channels[0]!.stdev).toBeLessThan(1);
  stage.parts.whyNot = () => 'Rendering is paused.';
  const since = stage.renditions.of(7).get('key1')!.sinceMs;
  await stage.look({ watermark: '<Anna & "Ben">', downloads: 'full', keep: ['texts'] });
  expect([await stage.file('key1', 'full'), basename((await stage.file('key1', 'large'))!)]).toEqual([
    null,
    'screen.jpg',
  ]);
  stage.parts.whyNot = () => null;
  stage.nowMs += MINUTE;
  await stage.look();
  for (const size of ['tile', 'screen', 'large', 'full'] as const) {
    const { channels } = await sharp((await stage.file('key1', size))!).stats();
    expect(channels[0]!.stdev, size).toBeGreaterThan(2);
  }
  expect((await sharp((await stage.file('key1', 'full'))!).metadata()).width).toBe(700);
  expect(stage.described.map((file) => basename(file))).toEqual(['large.jpg', 'full.jpg']);
  // The picture looks as before to whom asks what changed.
  expect(stage.renditions.of(7).get('key1')!.sinceMs).toBe(since);
  await stage.look({ downloads: 'none' });
  expect(await stage.file('key1', 'full')).toBeNull();
});

test('a library that was imported anew has other ids, and an id of another picture shows nothing', async () => {
  const stage = await renditionStage(IMAGES);
  const before = stage.versions();
  stage.it.fixture.change('UPDATE images SET id = id + 1000, group_id = group_id + 1000');
  stage.it.fixture.change('UPDATE images SET id = 2 WHERE id = 1001');
  await stage.look();
  expect(stage.moved).toEqual({ key1: 2, key2: 1002, key3: 1003 });
  expect([stage.made.length, stage.versions()]).toEqual([3, before]);
});

test('a picture that was deleted in darktable stays as guests know it, and of another library nothing is made', async () => {
  const stage = await renditionStage(IMAGES);
  stage.it.fixture.change('DELETE FROM images WHERE id = 1');
  await stage.look();
  expect(existsSync((await stage.file('key1'))!)).toBe(true);
  edit(stage, 2, 1);
  await stage.look({ library: '/elsewhere/library.db' });
  expect(stage.made.length).toBe(3);
  await stage.look({ pictures: stage.proof.pictures.map((each) => ({ ...each, picture: `${each.picture}b` })) });
  expect(stage.renditions.progress(7)).toEqual({
    made: 0,
    failed: 0,
    changed: 0,
    problem: 'Its pictures are of another library, /elsewhere/library.db.',
  });
});

test('a full disk is said once, and tried again when a minute has passed', async () => {
  const stage = await renditionStage(IMAGES);
  const { make } = stage.parts;
  let tries = 0;
  stage.parts.make = () => {
    tries += 1;
    return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
  };
  await stage.look({ watermark: 'proof' });
  await stage.look();
  expect(tries).toBe(1);
  expect(existsSync((await stage.file('key1'))!)).toBe(true);
  stage.open = [{ ...stage.proof, id: 8 }];
  await stage.look();
  stage.renditions.look(8);
  await stage.renditions.settled();
  expect(stage.renditions.progress(8)).toEqual({
    made: 0,
    failed: 0,
    changed: 0,
    problem: 'No pictures are made at present: the disk is full.',
  });
  stage.parts.make = make;
  stage.nowMs += MINUTE;
  stage.parts.roomIn = () => Promise.resolve(1_000);
  stage.renditions.look(8);
  await stage.renditions.settled();
  expect(stage.renditions.progress(8).problem).toBe('No pictures are made at present: the disk is nearly full.');
  stage.parts.roomIn = () => Promise.resolve(Infinity);
  stage.nowMs += MINUTE;
  stage.renditions.look(8);
  await stage.renditions.settled();
  expect(stage.renditions.progress(8)).toMatchObject({ made: 3, problem: null });
});

test('a picture that cannot be made is tried once for each of its edits, and again an hour later', async () => {
  const stage = await renditionStage(IMAGES, { pictures: [] });
  const { make } = stage.parts;
  let tries = 0;
  stage.parts.make = (id, ...more) => {
    if (id !== 2) return make(id, ...more);
    tries += 1;
    return Promise.reject(new RenderError('this file is no picture'));
  };
  const { pictures } = (await renditionStage(IMAGES)).proof;
  await stage.look({ pictures });
  expect([tries, stage.made]).toEqual([1, [1, 3]]);
  expect(stage.renditions.progress(7)).toEqual({ made: 2, failed: 1, changed: 0, problem: null });
  stage.it.events.emit('index.changed', { generation: 1, images: 3 });
  await stage.renditions.settled();
  expect(tries).toBe(1);
  edit(stage, 2, 1);
  stage.it.events.emit('index.changed', { generation: 2, images: 3 });
  await stage.renditions.settled();
  expect(tries).toBe(2);
  stage.nowMs += 61 * MINUTE;
  stage.it.events.emit('index.changed', { generation: 3, images: 3 });
  await stage.renditions.settled();
  expect(tries).toBe(3);
});

test('nothing is left of a proof that ended, nor of a picture that was taken out, nor of a crash', async () => {
  const stage = await renditionStage(IMAGES);
  const file = (await stage.file('key1'))!;
  await stage.look({ pictures: stage.proof.pictures.slice(1) });
  expect([existsSync(file), stage.versions().length]).toEqual([false, 2]);
  const folder = join(stage.dataDir, 'proofs');
  for (const left of ['7/making', '99/abc']) mkdirSync(join(folder, left), { recursive: true });
  await stage.restart();
  expect([readdirSync(folder), readdirSync(join(folder, '7')).length]).toEqual([['7'], 2]);
  stage.open = [];
  stage.renditions.forget(7);
  await stage.renditions.settled();
  expect([readdirSync(folder), stage.versions(), await stage.file('key2')]).toEqual([[], [], null]);
});
