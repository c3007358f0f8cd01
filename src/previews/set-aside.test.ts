import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setThumbnailsAside } from './set-aside.ts';

function start(otherDisk = tmpdir()) {
  const [cache, own] = [
    mkdtempSync(join(otherDisk, 'safelight-mipmaps-')),
    mkdtempSync(join(tmpdir(), 'safelight-own-')),
  ];
  onTestFinished(() => {
    for (const folder of [cache, own]) rmSync(folder, { recursive: true, force: true });
  });
  const put = (folder: string, level: number, id: number, content: string, time: number) => {
    const file = join(folder, String(level), `${id}.jpg`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, time, time);
    return file;
  };
  return {
    cache,
    own,
    thumbnail: (level: number, id: number, content: string, time = 1_000_000) => put(cache, level, id, content, time),
    preview: (level: number, id: number, content: string, time: number) => put(own, level, id, content, time),
    read: (level: number, id: number) => readFileSync(join(own, String(level), `${id}.jpg`), 'utf8'),
  };
}

test("all levels of an image go to Safelight's own previews with their times, and other images stay", async () => {
  const { cache, own, thumbnail, read } = start();
  const levels = [0, 1, 2, 3, 4, 5, 6, 7];
  const files = levels.map((level) => thumbnail(level, 7, `old ${level}`));
  const [full, other] = [thumbnail(8, 7, 'full size'), thumbnail(2, 77, 'other')];
  await setThumbnailsAside(cache, own, 7);
  for (const file of [...files, full]) expect(existsSync(file)).toBe(false);
  for (const level of levels) {
    expect(read(level, 7)).toBe(`old ${level}`);
    expect(statSync(join(own, String(level), '7.jpg')).mtimeMs).toBe(1_000_000_000);
  }
  expect(existsSync(join(own, '8'))).toBe(false);
  expect(readFileSync(other, 'utf8')).toBe('other');
});

test('a newer picture of our own stays, an older one gives way', async () => {
  const { cache, own, thumbnail, preview, read } = start();
  const files = [thumbnail(1, 7, 'theirs'), thumbnail(2, 7, 'theirs')];
  preview(1, 7, 'newer', 2_000_000);
  preview(2, 7, 'older', 500_000);
  await setThumbnailsAside(cache, own, 7);
  expect([read(1, 7), read(2, 7)]).toEqual(['newer', 'theirs']);
  for (const file of files) expect(existsSync(file)).toBe(false);
});

test.runIf(existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev)(
  'a cache on another disk is no hindrance',
  async () => {
    const { cache, own, thumbnail, read } = start('/dev/shm');
    const file = thumbnail(3, 7, 'old');
    await setThumbnailsAside(cache, own, 7);
    expect(read(3, 7)).toBe('old');
    expect(existsSync(file)).toBe(false);
    expect(statSync(join(own, '3', '7.jpg')).mtimeMs).toBe(1_000_000_000);
  },
);

test('one that cannot be moved does not keep the others', async () => {
  const { cache, own, thumbnail, read } = start();
  const files = [thumbnail(0, 7, 'a'), thumbnail(1, 7, 'b'), thumbnail(2, 7, 'c')];
  writeFileSync(join(own, '1'), 'no folder');
  await expect(setThumbnailsAside(cache, own, 7)).rejects.toThrow(/could not be removed from the cache/);
  expect(files.map((file) => existsSync(file))).toEqual([false, true, false]);
  expect(read(2, 7)).toBe('c');
});

test('no cache at all is fine', async () => {
  const { own } = start();
  await setThumbnailsAside('/nowhere/mipmaps.d', own, 7);
});
