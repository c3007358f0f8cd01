import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import { Events } from '../platform/events.ts';
import type { KnownHistory } from '../image-index/image-index.ts';
import type { LibraryImage } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { dng } from '../testing/pictures/dng.ts';
import { PictureDecoder } from './picture-decoder.ts';
import { openPreviews, type Preview, type PreviewsOptions } from './previews.ts';

const time = (text: string) => Date.parse(`2024-05-01T${text}Z`);

/** A JPEG of one color, so that a test can tell what it was sent. */
const jpegOf = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

let small: Buffer;
/** As the camera writes it beside a raw file of the images here. */
let ofCamera: Buffer;
let raw: Buffer;
let rawWithJpeg: Buffer;
beforeAll(async () => {
  small = await jpegOf(180, 110);
  ofCamera = await sharp(small)
    .withExif({ IFD0: { Model: 'Canon EOS R5' }, IFD2: { DateTimeOriginal: '2024:05:01 09:00:00' } })
    .toBuffer();
  const pixels = { width: 320, height: 200, data: new Uint8Array(320 * 200 * 3).map((_, at) => (at * 37) % 256) };
  raw = dng(pixels);
  rawWithJpeg = dng(pixels, {}, { preview: { jpeg: await jpegOf(1024, 640, 'orange'), width: 1024, height: 640 } });
});

function open(options: Partial<PreviewsOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-previews-'));
  const dataDir = join(folder, 'data');
  const library = join(folder, 'config', 'library.db');
  const cache = join(folder, 'cache');
  const photos = join(folder, 'photos');
  const hash = createHash('sha1').update(library).digest('hex');
  const events = new Events();
  const changed: number[] = [];
  events.on('preview.changed', ({ id }) => changed.push(id));
  mkdirSync(photos, { recursive: true });
  const pictureFile = ({ path }: { path: string }) => Promise.resolve(path);
  const decoder = new PictureDecoder();
  const start = () =>
    openPreviews({
      dataDir,
      decoder,
      cacheDir: () => cache,
      libraryFile: () => library,
      events,
      log: silentLog(),
      pictureFile,
      ...options,
    });
  const previews = start();
  onTestFinished(async () => {
    await previews.close();
    decoder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const put = (file: string, content: Buffer | string, at?: number) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (at !== undefined) utimesSync(file, at / 1000, at / 1000);
    return file;
  };
  return {
    folder,
    dataDir,
    library,
    cache,
    photos,
    previews,
    start,
    changed,
    put,
    mipmap: (level: number, id: number, content = small, at?: number) =>
      put(join(cache, `mipmaps-${hash}.d`, String(level), `${id}.jpg`), content, at),
    rendered: (level: number, id: number, content = small, at?: number) =>
      put(join(dataDir, 'previews', String(level), `${id}.jpg`), content, at),
    photo: (name: string, content: Buffer | string, at?: number) => put(join(photos, name), content, at),
    image: (name: string, more: Partial<LibraryImage> = {}): LibraryImage => ({
      id: 7,
      path: join(photos, name),
      filename: name,
      record: {} as LibraryImage['record'],
      recordJson: '',
      historyKey: '0',
      changedMs: null,
      thumbnailsCurrent: null,
      hasLocalCopy: false,
      takenMs: time('09:00:00'),
      model: 'Canon EOS R5',
      fileShape: 1.5,
      ...more,
    }),
  };
}

const asIs = { fit: false };
const contentOf = (preview: Preview | null) => (preview ? readFileSync(preview.file) : null);
const sizeOf = async (preview: Preview | null) => {
  const { width, height } = await sharp(preview!.file).metadata();
  return [width, height];
};

/** A JPEG of 64 x 64 pixels whose header claims more. */
async function claimed(progressive: boolean, width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .jpeg({ progressive })
    .toBuffer();
  // Start of frame: SOF0 is baseline, SOF2 progressive.
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

function claimedPng(width: number, height: number, interlace: 0 | 1): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, interlace]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

describe('the cached preview', () => {
  test.each(PREVIEW_LEVELS)('of size $name is the file of level $level', async ({ level }) => {
    const { previews, mipmap, image } = open();
    const file = mipmap(level, 7);
    const found = await previews.find(image('a.cr2'), level, asIs);
    expect(found).toMatchObject({
      file,
      source: 'darktable',
      contentType: 'image/jpeg',
      size: small.length,
      stale: false,
    });
    expect(await previews.find(image('a.cr2', { id: 8 }), level, asIs)).toBeNull();
  });

  test('is the newer of the bridge’s and darktable’s', async () => {
    const { previews, mipmap, rendered, image } = open();
    const mine = rendered(2, 7, small, time('10:00:00'));
    expect(await previews.find(image('a.cr2'), 2, asIs)).toMatchObject({ file: mine, source: 'bridge' });
    const theirs = mipmap(2, 7, small, time('11:00:00'));
    expect(await previews.find(image('a.cr2'), 2, asIs)).toMatchObject({ file: theirs, source: 'darktable' });
    rendered(2, 7, small, time('12:00:00'));
    expect(await previews.find(image('a.cr2'), 2, asIs)).toMatchObject({ file: mine, source: 'bridge' });
  });

  test('may be of the nearest larger level, the newer one there, but never of a smaller', async () => {
    const { previews, mipmap, rendered, image } = open();
    const find = (level: PreviewLevel) => previews.find(image('a.cr2'), level, asIs);
    rendered(1, 7);
    expect(await find(2)).toBeNull();
    mipmap(5, 7, small, time('12:00:00'));
    expect((await find(2))?.file).toMatch(/5.7\.jpg$/);
    const older = mipmap(3, 7, small, time('09:00:00'));
    expect((await find(2))?.file).toBe(older);
    const newer = rendered(3, 7, small, time('10:00:00'));
    expect((await find(2))?.file).toBe(newer);
    const exact = mipmap(2, 7, small, time('01:00:00'));
    expect((await find(2))?.file).toBe(exact);
    expect((await find(4))?.file).toMatch(/5.7\.jpg$/);
    expect((await find(0))?.file).toMatch(/1.7\.jpg$/);
  });

  test('of darktable’s 5K screens stands in for the largest that can be asked for', async () => {
    const { previews, mipmap, image } = open();
    const file = mipmap(7, 7);
    expect((await previews.find(image('a.cr2'), 5, asIs))?.file).toBe(file);
  });

  test('lies where the real path of the library says', async () => {
    const other = mkdtempSync(join(tmpdir(), 'safelight-link-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    const link = join(other, 'library.db');
    const { library, put, mipmap, previews, image } = open({ libraryFile: () => link });
    put(library, '');
    symlinkSync(library, link);
    const file = mipmap(2, 7);
    // Created after the previews were opened: the link is checked again within two seconds.
    await vi.waitFor(async () => expect((await previews.find(image('a.cr2'), 2, asIs))?.file).toBe(file), 5000);
  });

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', () => small.subarray(0, small.length / 2)],
    ['all zeros', () => Buffer.alloc(small.length)],
    ['no picture', () => Buffer.from(`<html>${' '.repeat(500)}</html>`)],
    ['a start and an end only', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ])('is passed over while it is %s', async (_name, broken) => {
    const { previews, mipmap, rendered, image } = open();
    const find = () => previews.find(image('a.cr2'), 2, asIs);
    rendered(2, 7, broken());
    expect(await find()).toBeNull();
    const larger = rendered(4, 7);
    expect((await find())?.file).toBe(larger);
    const older = mipmap(2, 7, small, time('10:00:00'));
    expect((await find())?.file).toBe(older);
    const whole = rendered(2, 7);
    expect((await find())?.file).toBe(whole);
  });

  test('is not a folder, a FIFO or a dangling link by its name', async () => {
    const { previews, dataDir, cache, image } = open();
    const at = (level: number) => join(dataDir, 'previews', String(level), '7.jpg');
    mkdirSync(at(2));
    spawnSync('mkfifo', [at(3)]);
    symlinkSync(join(cache, 'nowhere'), at(4));
    expect(await previews.find(image('a.cr2'), 2, asIs)).toBeNull();
  });

  test('another file gets another tag', async () => {
    const { previews, rendered, image } = open();
    rendered(2, 7, small, time('10:00:00'));
    const first = await previews.find(image('a.cr2'), 2, asIs);
    const same = await previews.find(image('a.cr2'), 2, asIs);
    expect(same?.etag).toBe(first?.etag);
    renameSync(rendered(2, 8, small, time('10:00:00')), first!.file);
    const second = await previews.find(image('a.cr2'), 2, asIs);
    expect(second?.etag).not.toBe(first?.etag);
    expect(second?.etag).toMatch(/^"[0-9a-z-]+"$/);
  });
});

describe('a preview is stale', () => {
  const changed = { historyKey: 'abc', changedMs: time('12:00:00') };
  const before = time('11:59:59');
  const after = time('12:00:00');
  test.each([
    ['when it is older than the last change', before, changed, true],
    ['not when it is as old as the last change', after, changed, false],
    ['not when nobody knows of a change', before, { ...changed, changedMs: null }, false],
    ['not when the image is untouched', before, { ...changed, historyKey: '0' }, false],
    ['not when darktable says that its thumbnails are current', before, { ...changed, thumbnailsCurrent: true }, false],
    ['when darktable says that they are not', before, { ...changed, thumbnailsCurrent: false }, true],
  ])('%s', async (_name, at, more, stale) => {
    const { previews, mipmap, image } = open();
    mipmap(2, 7, small, at);
    expect((await previews.find(image('a.cr2', more), 2, asIs))?.stale).toBe(stale);
  });

  test('whatever darktable says of its own thumbnails, when it is the bridge’s', async () => {
    const { previews, rendered, image } = open();
    rendered(2, 7, small, before);
    const found = await previews.find(image('a.cr2', { ...changed, thumbnailsCurrent: true }), 2, asIs);
    expect(found?.stale).toBe(true);
  });

  test.each<[string, number, Partial<LibraryImage>, KnownHistory | null, boolean]>([
    ['when it is older than the history', before, changed, { historyKey: 'abc', sinceMs: after }, true],
    ['not for a later change of something else', before, changed, { historyKey: 'abc', sinceMs: before }, false],
    [
      'when the history came later than the change',
      after,
      changed,
      { historyKey: 'abc', sinceMs: time('13:00:00') },
      true,
    ],
    ['when it may show an edit that was discarded', before, {}, { historyKey: '0', sinceMs: after }, true],
    ['not when it was made after that', after, {}, { historyKey: '0', sinceMs: after }, false],
    ['not when the image was untouched all the time', before, {}, { historyKey: '0', sinceMs: null }, false],
    [
      'when nobody but darktable knows how old the history is',
      before,
      changed,
      { historyKey: 'abc', sinceMs: null },
      true,
    ],
    ['when an edit was discarded just now', after, {}, { historyKey: 'abc', sinceMs: before }, true],
    ['not when it was made after an edit of just now', after, changed, { historyKey: '0', sinceMs: null }, false],
    ['when it was made before an edit of just now', before, changed, { historyKey: '0', sinceMs: null }, true],
    ['when the index does not know the image, by its last change', before, changed, null, true],
  ])('%s, if it was rendered for us', async (_name, at, more, known, stale) => {
    const { previews, rendered, image } = open({ history: () => known });
    rendered(2, 7, small, at);
    expect((await previews.find(image('a.cr2', more), 2, asIs))?.stale).toBe(stale);
    expect(previews.rendered(image('a.cr2', more), 2)?.stale).toBe(stale);
  });

  test('never when it shows exactly this history, and always when another, whatever the clocks say', () => {
    const tomorrow = Date.now() + 86_400_000;
    const it = open({ history: () => ({ historyKey: 'abc', sinceMs: tomorrow }) });
    const of = (historyKey: string, previews = it.previews) =>
      previews.rendered(it.image('a.cr2', { historyKey, changedMs: tomorrow }), 2)?.stale;
    it.rendered(2, 7, small);
    expect(of('abc')).toBe(true);
    it.previews.noteRendered(7, 2, 'abc');
    expect([of('abc'), of('def')]).toEqual([false, true]);
    const again = it.start();
    onTestFinished(() => again.close());
    expect([of('abc', again), of('def', again)]).toEqual([false, true]);
    // Another picture by that name.
    it.rendered(2, 7, small, before);
    expect(of('abc')).toBe(true);
  });

  test('not once its time has shown that it is current, even if the clock is set back', () => {
    let known = { historyKey: 'abc', sinceMs: before };
    const { previews, rendered, image } = open({ history: () => known });
    rendered(2, 7, small, after);
    expect(previews.rendered(image('a.cr2', changed), 2)?.stale).toBe(false);
    known = { historyKey: 'abc', sinceMs: time('23:00:00') };
    expect(previews.rendered(image('a.cr2', changed), 2)?.stale).toBe(false);
  });

  test.each([
    ['before', before],
    ['after', after],
  ])('when it is the file itself of an edited image, written %s the edit', async (_name, at) => {
    const { previews, photo, image } = open();
    photo('a.jpg', small, at);
    expect((await previews.find(image('a.jpg', changed), 2, asIs))?.stale).toBe(true);
    expect((await previews.find(image('a.jpg', changed), 0, { fit: true }))?.stale).toBe(true);
    expect((await previews.find(image('a.jpg', { ...changed, changedMs: null }), 2, asIs))?.stale).toBe(true);
    expect((await previews.find(image('a.jpg'), 2, asIs))?.stale).toBe(false);
    photo('b.dng', rawWithJpeg, at);
    expect((await previews.find(image('b.dng', changed), 2, asIs))?.stale).toBe(true);
  });

  test('when it is a JPEG beside a raw file, whenever that was written', async () => {
    const { previews, photo, image } = open();
    photo('a.cr2', raw);
    for (const at of [before, after]) {
      photo('a.jpg', ofCamera, at);
      expect((await previews.find(image('a.cr2', changed), 2, asIs))?.stale).toBe(true);
    }
    expect((await previews.find(image('a.cr2'), 2, asIs))?.stale).toBe(false);
  });
});

describe('the local file', () => {
  test.each([
    ['a.jpg', 'image/jpeg'],
    ['a.JPG', 'image/jpeg'],
    ['a.jpeg', 'image/jpeg'],
    ['a.jpe', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.PNG', 'image/png'],
    ['.png.jpg', 'image/jpeg'],
  ])('%s is sent as it is, as %s', async (name, contentType) => {
    const { previews, photo, image } = open();
    const file = photo(name, small);
    const found = await previews.find(image(name), 0, asIs);
    expect(found).toMatchObject({ file, source: 'local', contentType });
  });

  test('comes after any cached preview', async () => {
    const { previews, photo, mipmap, image } = open();
    photo('a.jpg', small);
    mipmap(3, 7);
    expect((await previews.find(image('a.jpg'), 2, asIs))?.source).toBe('darktable');
    expect((await previews.find(image('a.jpg'), 4, asIs))?.source).toBe('local');
  });

  test('that is missing, empty, a folder or a FIFO is none', async () => {
    const { previews, photo, photos, image } = open();
    const find = (name: string) => previews.find(image(name), 2, asIs);
    expect(await find('missing.jpg')).toBeNull();
    photo('empty.jpg', '');
    expect(await find('empty.jpg')).toBeNull();
    mkdirSync(join(photos, 'folder.png'));
    expect(await find('folder.png')).toBeNull();
    spawnSync('mkfifo', [join(photos, 'fifo.jpg')]);
    expect(await find('fifo.jpg')).toBeNull();
    expect(await find('missing.jpg/beyond.jpg')).toBeNull();
  });

  test('may be a link to a file elsewhere', async () => {
    const { previews, photos, put, folder, image } = open();
    symlinkSync(put(join(folder, 'elsewhere', 'b.jpg'), small), join(photos, 'a.jpg'));
    expect(contentOf(await previews.find(image('a.jpg'), 2, asIs))?.equals(small)).toBe(true);
  });

  test.each(['IMG_1.jpg', 'IMG_1.JPG', 'IMG_1.Jpeg', 'IMG_1.jpe', 'img_1.jpg'])(
    'is the JPEG %s beside a raw file',
    async (name) => {
      const { previews, photo, image } = open();
      photo('IMG_1.CR2', rawWithJpeg);
      const beside = photo(name, ofCamera);
      const found = await previews.find(image('IMG_1.CR2'), 2, asIs);
      expect(found).toMatchObject({ file: beside, source: 'local', contentType: 'image/jpeg' });
    },
  );

  test('is not just any JPEG nearby', async () => {
    const { previews, photo, image } = open();
    photo('IMG_1.CR2', raw);
    for (const other of ['IMG_10.jpg', 'IMG_1.CR2.jpg', 'IMG_1_edit.jpg', 'IMG_1.png', 'IMG_1.jpg.xmp'])
      photo(other, ofCamera);
    expect(await previews.find(image('IMG_1.CR2'), 2, asIs)).toBeNull();
    // Two names that differ only in case: which one is meant is unknown, unless one matches exactly.
    photo('img_1.jpg', ofCamera);
    photo('Img_1.jpg', ofCamera);
    expect(await previews.find(image('IMG_1.CR2'), 2, asIs)).toBeNull();
    const exact = photo('IMG_1.jpg', ofCamera);
    expect((await previews.find(image('IMG_1.CR2'), 2, asIs))?.file).toBe(exact);
  });

  test('a PNG has no JPEG beside it', async () => {
    const { previews, photo, image } = open();
    photo('a.jpg', ofCamera);
    expect(await previews.find(image('a.png'), 2, asIs)).toBeNull();
  });
});

describe('the JPEG inside a raw file', () => {
  test('is taken out once and kept, also over a restart', async () => {
    const { previews, photo, dataDir, start, image } = open();
    photo('a.dng', rawWithJpeg);
    const [first, second] = await Promise.all([1, 2].map(() => previews.find(image('a.dng'), 3, asIs)));
    expect(first).toMatchObject({ source: 'embedded', contentType: 'image/jpeg' });
    expect(second?.file).toBe(first?.file);
    expect(await sizeOf(first!)).toEqual([1024, 640]);
    const { channels } = await sharp(first!.file).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([16, 10, 0]);
    expect(readdirSync(join(dataDir, 'previews-embedded'))).toHaveLength(1);

    const again = start();
    onTestFinished(() => again.close());
    const { ino } = statSync(first!.file);
    expect((await again.find(image('a.dng'), 3, asIs))?.file).toBe(first!.file);
    expect(statSync(first!.file).ino).toBe(ino);
  });

  test('is taken out anew when the raw file is another', async () => {
    const { previews, photo, image } = open();
    photo('a.dng', rawWithJpeg, time('10:00:00'));
    const before = await previews.find(image('a.dng'), 3, asIs);
    photo('a.dng', rawWithJpeg, time('11:00:00'));
    const after = await previews.find(image('a.dng'), 3, asIs);
    expect(after?.file).not.toBe(before?.file);
  });

  test('there may be none, or nothing but rubbish', async () => {
    const { previews, photo, dataDir, image } = open();
    photo('none.dng', raw);
    photo('rubbish.cr3', 'rubbish');
    photo('cut.dng', rawWithJpeg.subarray(0, rawWithJpeg.length - 3000));
    for (const name of ['none.dng', 'rubbish.cr3', 'cut.dng', 'missing.nef', 'line\nbreak.nef']) {
      expect(await previews.find(image(name), 2, asIs), name).toBeNull();
      expect(await previews.find(image(name), 2, { fit: true }), name).toBeNull();
    }
    const kept = readdirSync(dataDir, { recursive: true }).filter((name) => /jpg|tmp/.test(String(name)));
    expect(kept).toEqual([]);
  });

  /** The same raw file, turned on its side according to its main directory (the last one in our DNGs). */
  const turned = (file: Buffer, orientation: number) => {
    const copy = Buffer.from(file);
    copy.writeUInt16LE(orientation, copy.lastIndexOf(Buffer.from('1201030001000000', 'hex')) + 8);
    return copy;
  };

  test('stands upright as the raw file says', async () => {
    const { previews, photo, image } = open();
    photo('a.dng', turned(rawWithJpeg, 6));
    const found = await previews.find(image('a.dng'), 3, asIs);
    expect(await sharp(found!.file).metadata()).toMatchObject({ width: 1024, height: 640, orientation: 6 });
    const fitted = await previews.find(image('a.dng'), 2, { fit: true });
    expect(await sizeOf(fitted)).toEqual([281, 450]);
  });

  test('stands as it says itself, or as it was turned by the camera', async () => {
    const { previews, photo, image } = open();
    const pixels = { width: 320, height: 200, data: new Uint8Array(320 * 200 * 3) };
    const lying = await sharp(await jpegOf(1024, 640))
      .withMetadata({ orientation: 3 })
      .toBuffer();
    photo('own.dng', turned(dng(pixels, {}, { preview: { jpeg: lying, width: 1024, height: 640 } }), 6));
    expect(await sizeOf(await previews.find(image('own.dng'), 1, { fit: true }))).toEqual([360, 225]);
    const upright = await jpegOf(640, 1024);
    photo('upright.dng', turned(dng(pixels, {}, { preview: { jpeg: upright, width: 640, height: 1024 } }), 6));
    expect(contentOf(await previews.find(image('upright.dng'), 1, asIs))?.equals(upright)).toBe(true);
  });

  test('is kept without what the camera filled its place up with, and not at all when it is cut off', async () => {
    const { previews, photo, image } = open();
    const pixels = { width: 320, height: 200, data: new Uint8Array(320 * 200 * 3) };
    const whole = await jpegOf(1024, 640);
    const inside = (jpeg: Buffer) => dng(pixels, {}, { preview: { jpeg, width: 1024, height: 640 } });
    photo('padded.dng', inside(Buffer.concat([whole, Buffer.alloc(2000)])));
    expect(contentOf(await previews.find(image('padded.dng'), 1, asIs))?.equals(whole)).toBe(true);
    photo('cut.dng', inside(whole.subarray(0, whole.length - 500)));
    expect(await previews.find(image('cut.dng'), 1, asIs)).toBeNull();
    photo('other.dng', inside(Buffer.from(`II*${'no JPEG at all '.repeat(100)}`)));
    expect(await previews.find(image('other.dng'), 1, asIs)).toBeNull();
  });

  test('works in folders whose names mean something to ExifTool', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'safelight-%d-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const { previews, photo, image } = open({ dataDir: join(parent, '100%f') });
    photo('-a %f #1.dng', rawWithJpeg);
    expect(await sizeOf(await previews.find(image('-a %f #1.dng'), 3, asIs))).toEqual([1024, 640]);
    expect(readdirSync(parent)).toEqual(['100%f']);
  });

  test.each(['/nowhere/exiftool', '/bin/false'])('is not to be had without ExifTool (%s)', async (exiftoolPath) => {
    const { previews, photo, image } = open({ exiftoolPath });
    photo('a.dng', rawWithJpeg);
    expect(await Promise.all([1, 2, 3].map(() => previews.find(image('a.dng'), 2, asIs)))).toEqual([null, null, null]);
    photo('a.jpg', ofCamera);
    expect((await previews.find(image('a.dng'), 2, asIs))?.source).toBe('local');
  });
});

describe('fit', () => {
  test.each(PREVIEW_LEVELS)('scales a larger picture down to $name, once', async ({ level, width, height }) => {
    const { previews, photo, start, image } = open();
    photo('a.jpg', await jpegOf(3000, 1800));
    const [first, second] = await Promise.all([1, 2].map(() => previews.find(image('a.jpg'), level, { fit: true })));
    expect(first).toMatchObject({ source: 'local', contentType: 'image/jpeg', etag: second!.etag });
    const [w, h] = (await sizeOf(first!)) as [number, number];
    expect(w <= width && h <= height && (w === width || h === height)).toBe(true);
    expect(Math.abs(w / h - 3000 / 1800)).toBeLessThan(0.02);
    const again = start();
    onTestFinished(() => again.close());
    expect((await again.find(image('a.jpg'), level, { fit: true }))?.etag).toBe(first!.etag);
  });

  test('leaves a picture alone that is small enough', async () => {
    const { previews, photo, dataDir, image } = open();
    const file = photo('a.png', await sharp(small).png().toBuffer());
    const found = await previews.find(image('a.png'), 0, { fit: true });
    expect(found).toMatchObject({ file, contentType: 'image/png' });
    expect(readdirSync(dataDir).filter((name) => name.startsWith('previews'))).toEqual(['previews']);
  });

  test('makes a JPEG of a PNG, on white where nothing was', async () => {
    const { previews, photo, image } = open();
    const clear = { width: 800, height: 800, channels: 4 as const, background: '#0000' };
    photo('a.png', await sharp({ create: clear }).png().toBuffer());
    const found = await previews.find(image('a.png'), 0, { fit: true });
    expect(found?.contentType).toBe('image/jpeg');
    const { dominant } = await sharp(found!.file).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });

  test('turns a picture upright', async () => {
    const { previews, photo, image } = open();
    photo(
      'a.jpg',
      await sharp(await jpegOf(1600, 900))
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );
    expect(await sizeOf(await previews.find(image('a.jpg'), 0, { fit: true }))).toEqual([62, 110]);
  });

  test('scales what was inside a raw file', async () => {
    const { previews, photo, image } = open();
    photo('a.dng', rawWithJpeg);
    const found = await previews.find(image('a.dng'), 1, { fit: true });
    expect(found?.source).toBe('embedded');
    expect(await sizeOf(found)).toEqual([360, 225]);
  });

  test('a broken picture is none, and the next one of that name gets its chance', async () => {
    const { previews, photo, image } = open();
    const large = await jpegOf(900, 900);
    photo('a.jpg', large.subarray(0, 2000), time('10:00:00'));
    expect(await previews.find(image('a.jpg'), 0, { fit: true })).toBeNull();
    expect(await previews.find(image('a.jpg'), 0, { fit: true })).toBeNull();
    expect(await previews.find(image('a.jpg'), 0, asIs)).not.toBeNull();
    photo('a.jpg', large, time('11:00:00'));
    expect(await sizeOf(await previews.find(image('a.jpg'), 0, { fit: true }))).toEqual([110, 110]);
  });

  test.each([
    ['a JPEG of 3.6 gigapixels', 'a.jpg', () => claimed(false, 60_000, 60_000), null],
    ['a PNG of 3.6 gigapixels', 'a.png', () => Promise.resolve(claimedPng(60_000, 60_000, 0)), null],
    ['a progressive JPEG of 900 megapixels', 'a.jpg', () => claimed(true, 30_000, 30_000), null],
    ['an interlaced PNG of 900 megapixels', 'a.png', () => Promise.resolve(claimedPng(30_000, 30_000, 1)), null],
    ['a JPEG of 900 megapixels', 'a.jpg', () => claimed(false, 30_000, 30_000), [110, 110]],
  ] as const)('%s in a small file does not take the memory', async (_title, name, make, size) => {
    const { previews, photo, image } = open();
    const file = await make();
    expect(file.length).toBeLessThan(1000);
    photo(name, file);
    const before = process.resourceUsage().maxRSS;
    const found = await previews.find(image(name), 0, { fit: true });
    expect(found && (await sizeOf(found))).toEqual(size);
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(200);
  });

  test('is not asked of rendered previews', async () => {
    const { previews, mipmap, image } = open();
    const file = mipmap(5, 7, await jpegOf(2560, 1600));
    expect((await previews.find(image('a.cr2'), 0, { fit: true }))?.file).toBe(file);
  });

  test('what is kept stays within its limit, and the newest stay', async () => {
    const { previews, photo, dataDir, image } = open({ keptBytes: 20_000 });
    const noise = Buffer.alloc(1000 * 1000 * 3).map(() => Math.random() * 256);
    const one = await sharp(noise, { raw: { width: 1000, height: 1000, channels: 3 } })
      .jpeg()
      .toBuffer();
    const found: (Preview | null)[] = [];
    for (let at = 0; at < 10; at++) {
      photo(`${at}.jpg`, one);
      found.push(await previews.find(image(`${at}.jpg`), 0, { fit: true }));
    }
    const sizes = readdirSync(join(dataDir, 'previews-fit', '0')).map(
      (name) => statSync(join(dataDir, 'previews-fit', '0', name)).size,
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.length).toBeLessThan(10);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000);
    const last = found.at(-1) ?? null;
    expect(contentOf(last)?.length).toBe(last?.size);
  });

  test('a hundred at once all come', async () => {
    const { previews, photo, image } = open();
    const large = await jpegOf(1200, 800);
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, at) => {
        photo(`${at}.jpg`, large);
        return previews.find(image(`${at}.jpg`), 0, { fit: true });
      }),
    );
    expect(new Set(found.map((each) => each!.file)).size).toBe(100);
  });
});

describe('the version of an image’s preview', () => {
  test('changes with its history and with every newer file of any level', async () => {
    const { previews, mipmap, rendered, changed } = open();
    const seen: string[] = [];
    const version = () => previews.versionOf(7, 'abc');
    const moved = async () => {
      await vi.waitFor(() => expect(seen).not.toContain(version()), 5000);
      seen.push(version());
    };
    expect(version()).toBe('abc-0');
    seen.push(version());
    expect(previews.versionOf(7, 'other')).toBe('other-0');

    const epoch = previews.epoch();
    rendered(2, 7, small, time('10:00:00'));
    await moved();
    expect(previews.epoch()).toBeGreaterThan(epoch);
    expect(version()).toBe(`abc-${time('10:00:00').toString(36)}`);
    await vi.waitFor(() => expect(changed).toContain(7), 5000);
    rendered(5, 7, small, time('11:00:00'));
    await moved();
    // darktable creates its folder only now.
    mipmap(0, 7, small, time('12:00:00'));
    await moved();
    mipmap(0, 7, small, time('13:00:00'));
    await moved();
    expect(previews.versionOf(8, 'abc')).toBe('abc-0');
  });

  test('stays as it is while nothing happens, whatever happens to others', async () => {
    const { previews, rendered, changed } = open();
    rendered(2, 7, small, time('10:00:00'));
    const before = previews.versionOf(7, 'abc');
    rendered(2, 8);
    rendered(2, 9, small.subarray(0, 10));
    await vi.waitFor(() => expect(changed).toEqual(expect.arrayContaining([8, 9])), 5000);
    expect(previews.versionOf(7, 'abc')).toBe(before);
  });

  test('a file that goes takes its version along', async () => {
    const { previews, rendered } = open();
    const file = rendered(2, 7);
    expect(previews.versionOf(7, 'abc')).not.toBe('abc-0');
    rmSync(file);
    await vi.waitFor(() => expect(previews.versionOf(7, 'abc')).toBe('abc-0'), 5000);
  });

  test('the temporary files of a bridge at work are nobody’s preview', async () => {
    const { previews, rendered, changed } = open();
    const epoch = previews.epoch();
    const file = rendered(2, 1);
    rmSync(file);
    await vi.waitFor(() => expect(changed).toContain(1), 5000);
    const before = previews.epoch();
    expect(before).toBeGreaterThan(epoch);
    writeFileSync(join(dirname(file), '2.jpg.tmp'), small);
    writeFileSync(join(dirname(file), '3.jpg'), small);
    await vi.waitFor(() => expect(changed).toContain(3), 5000);
    expect(changed).not.toContain(2);
  });

  test('another library has other previews', () => {
    const libraries = ['/one/library.db', '/two/library.db'];
    let at = 0;
    const { previews, put, cache } = open({ libraryFile: () => libraries[at]! });
    const hash = createHash('sha1').update('/two/library.db').digest('hex');
    put(join(cache, `mipmaps-${hash}.d`, '2', '7.jpg'), small);
    expect(previews.versionOf(7, 'abc')).toBe('abc-0');
    const epoch = previews.epoch();
    at = 1;
    expect(previews.epoch()).toBeGreaterThan(epoch);
    expect(previews.versionOf(7, 'abc')).not.toBe('abc-0');
  });
});

test('a data folder that cannot be written still shows what is there', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'safelight-file-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, 'data');
  writeFileSync(dataDir, 'a file where the folder should be');
  const { previews, mipmap, photo, image } = open({ dataDir });
  photo('a.jpg', await jpegOf(900, 900));
  photo('a.dng', rawWithJpeg);
  expect((await previews.find(image('a.jpg'), 2, asIs))?.source).toBe('local');
  expect(await previews.find(image('a.jpg'), 0, { fit: true })).toBeNull();
  mipmap(2, 7);
  expect((await previews.find(image('a.dng'), 2, asIs))?.source).toBe('darktable');
  expect(previews.versionOf(7, 'abc')).not.toBe('abc-0');
});
