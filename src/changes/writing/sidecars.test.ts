import Database from 'better-sqlite3';
import {
  existsSync,
  linkSync,
  lstatSync,
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { makeLibrary } from '../../testing/library-fixture.ts';
import { runOrganisingChild } from '../../testing/run-organising-child.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { startOrganising } from '../../testing/start-organising.ts';
import { SIDECAR_STEPS } from '../../sidecars/write-sidecars.ts';
import { ORGANISED_WRITE_STEPS } from '../marks/mark-transaction.ts';

/** As darktable 4.2.1 wrote it for an image with just this. */
const darktables = readFileSync(join(import.meta.dirname, '../../testing/fixtures/sidecar-4.2.1.xmp'), 'utf8');
const asInIt = {
  stars: 5,
  labels: ['red', 'purple'] as const,
  tags: ['places|iceland', 'sea'],
  title: 'Black sand & "white" foam',
  description: 'Early in the morning, nobody there.',
  creator: 'Anna Example',
  publisher: 'Example Press',
  rights: '© Anna Example',
  notes: 'print this one',
  lat: 64.1466,
  lon: -21.9426,
  altitude: 23.5,
};
const WRITTEN = 1_700_000_000;

/** Two images with their pictures and sidecars, in a darktable that writes sidecars. */
function twoPictures({ setting = 'write_sidecar_files=on import\n', sidecar = darktables } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-sidecars-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  const images = [1, 2].map((id) => ({ id, film: photos, filename: `${id}.jpg`, ...asInIt }));
  const library = makeLibrary({ folder: join(folder, 'config'), images });
  if (setting !== '') writeFileSync(join(folder, 'config', 'darktablerc'), setting);
  for (const id of [1, 2]) {
    writeFileSync(join(photos, `${id}.jpg`), 'a picture');
    writeFileSync(join(photos, `${id}.jpg.xmp`), sidecar, { mode: 0o640 });
    utimesSync(join(photos, `${id}.jpg.xmp`), WRITTEN, WRITTEN);
  }
  library.change(`UPDATE images SET write_timestamp = ${WRITTEN}`);
  const one = join(photos, '1.jpg.xmp');
  const { file } = library;
  const dataDir = join(folder, 'data');
  const times = (): unknown[] => {
    const database = new Database(file, { readonly: true });
    const found = database.prepare('SELECT write_timestamp FROM images ORDER BY id').pluck().all();
    database.close();
    return found;
  };
  return { folder, file, dataDir, photos, one, times, text: () => readFileSync(one, 'utf8') };
}

const changeLibrary = (file: string, sql: string) => {
  const library = new Database(file);
  library.exec(sql);
  library.close();
};

const decide = async (it: ReturnType<typeof startOrganising>, change: ImageChange, imageIds = [1]) =>
  it.organising.change({ imageIds, change, client: 'sofa', isToTellOfSidecars: true });

const seconds = (file: string) => Math.floor(statSync(file).mtimeMs / 1000);

test('sidecars that are due wait while nothing may be written', async () => {
  const at = twoPictures();
  let isReadOnly = true;
  const it = startOrganising({ file: at.file, isReadOnly: () => isReadOnly });
  const change = { imageIds: [1], change: { rating: 1 }, client: 'sofa' };
  await it.organising.change(change);
  await it.organising.settled();
  expect(at.text()).toBe(darktables);
  isReadOnly = false;
  it.organising.wakeSidecars();
  await it.organising.settled();
  expect(at.text()).toContain('xmp:Rating="1"');
});

test('the sidecar follows a decision and its undo; every other byte, its rights and its owner stay', async () => {
  const at = twoPictures();
  const it = startOrganising({ file: at.file });
  const before = statSync(at.one);
  const result = await decide(it, {
    rating: 1,
    color_labels: ['green'],
    tags: { remove: ['sea'] },
    title: 'T',
    notes: 'n',
    latitude: 10.5,
    altitude: -3,
  });
  expect(result.sidecars).toEqual({ written: 1, left: 0, reasons: [] });
  expect(at.text()).toBe(
    darktables
      .replace('xmp:Rating="5"', 'xmp:Rating="1"')
      .replace(/( +)<rdf:li>0<\/rdf:li>\n +<rdf:li>4<\/rdf:li>/, '$1<rdf:li>2</rdf:li>')
      .replaceAll(/\n +<rdf:li>sea<\/rdf:li>/g, '')
      .replace('Black sand &amp; "white" foam', 'T')
      .replace('"print this one"', '"n"')
      .replace('"64,8.796000N"', '"10,30.000000N"')
      .replace('AltitudeRef="0"', 'AltitudeRef="1"')
      .replace('"235/10"', '"30/10"'),
  );
  const after = statSync(at.one);
  expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
  expect(at.times()).toEqual([seconds(at.one), WRITTEN]);
  expect(seconds(at.one)).toBeGreaterThan(WRITTEN);

  expect((await it.organising.undo(result.change!, 'sofa')).result.sidecars).toMatchObject({ written: 1 });
  expect(at.text()).toBe(darktables);
  expect(at.times()).toEqual([seconds(at.one), WRITTEN]);
  expect(readdirSync(at.photos)).toHaveLength(4);
});

test.each([
  ['darktable is set to write none', 'write_sidecar_files=never\n'],
  ['darktable says nothing about it', 'other=1\n'],
  ['the library does not lie in the folder of a darktable', ''],
])('%s: it stays as it is', async (_, setting) => {
  const at = twoPictures({ setting });
  const it = startOrganising({ file: at.file });
  expect(await decide(it, { rating: 1 })).toMatchObject({ changed: 1, sidecars: { written: 0, left: 0 } });
  expect([at.text(), at.times()]).toEqual([darktables, [WRITTEN, WRITTEN]]);
});

test('words of tags as darktable is set to write them', async () => {
  const at = twoPictures({ setting: 'omit_tag_hierarchy=TRUE\r\nwrite_sidecar_files=after edit\r\n' });
  const it = startOrganising({ file: at.file });
  await decide(it, { tags: { set: ['a|b|c'] } });
  expect(at.text()).toContain('<dc:subject>\n    <rdf:Bag>\n     <rdf:li>c</rdf:li>\n    </rdf:Bag>');
  expect(at.text()).toContain('<rdf:li>a|b|c</rdf:li>');
});

type Place = ReturnType<typeof twoPictures>;

describe('a sidecar that is left as it is: the decision stands, and why is told', () => {
  test.each<[string, (at: Place) => void, string]>([
    ['there is none', ({ one }) => rmSync(one), 'There is no sidecar'],
    [
      'the picture is away with its disk',
      ({ photos }) => renameSync(photos, `${photos}-away`),
      'The picture is not there',
    ],
    [
      'another program changed it',
      ({ one }) => utimesSync(one, WRITTEN + 60, WRITTEN + 60),
      'changed by another program',
    ],
    ['it is no XML', ({ one }) => replace(one, 'rating: 5'), 'not understood'],
    ['it is no UTF-8', ({ one }) => replace(one, Buffer.from('\ufeff' + darktables, 'utf16le')), 'left as it is'],
    ['it is a folder', ({ one }) => makeFolder(one), 'is a folder'],
    ['its folder takes no draft', ({ one }) => mkdirSync(`${one}.safelight`), 'could not be written'],
  ])('%s', async (_, spoil, reason) => {
    const at = twoPictures();
    spoil(at);
    const before = look(at.one);
    const it = startOrganising({ file: at.file });
    const { changed, sidecars } = await decide(it, { rating: 1 });
    expect([changed, sidecars]).toEqual([
      1,
      { written: 0, left: 1, reasons: [{ id: 1, reason: expect.stringContaining(reason) as string }] },
    ]);
    expect(await it.image(1)).toMatchObject({ stars: 1 });
    expect(look(at.one)).toEqual(before);
    // Whatever it is: darktable is not asked to read it over what was decided.
    if (reason !== 'changed by another program' && before !== null && before !== 'folder')
      expect(seconds(at.one)).toBeLessThanOrEqual(at.times()[0] as number);
    // The others follow all the same.
    expect((await decide(it, { rating: 2 }, [1, 2])).sidecars).toMatchObject({
      written: existsSync(at.photos) ? 1 : 0,
    });
  });

  const replace = (file: string, content: string | Buffer) => {
    writeFileSync(file, content);
    utimesSync(file, WRITTEN, WRITTEN);
  };
  const makeFolder = (file: string) => {
    rmSync(file);
    mkdirSync(file);
  };
  const look = (file: string) =>
    !existsSync(file) ? null : statSync(file).isDirectory() ? 'folder' : readFileSync(file, 'hex');
});

describe('what a sidecar missed, the next change of the picture writes', () => {
  test('when something stood in its place', async () => {
    const at = twoPictures();
    const it = startOrganising({ file: at.file });
    renameSync(at.one, `${at.one}-away`);
    mkdirSync(at.one);
    expect((await decide(it, { rating: 2, tags: { add: ['new'] } })).sidecars).toMatchObject({ left: 1 });
    rmSync(at.one, { recursive: true });
    renameSync(`${at.one}-away`, at.one);
    expect((await decide(it, { title: 'T' })).sidecars).toMatchObject({ written: 1 });
    for (const part of ['>T<', 'xmp:Rating="2"', '<rdf:li>new</rdf:li>']) expect(at.text()).toContain(part);
  });

  test('when darktable was set to write none', async () => {
    const at = twoPictures({ setting: 'write_sidecar_files=never\n' });
    const it = startOrganising({ file: at.file });
    await decide(it, { rating: 2, color_labels: [], notes: null, latitude: null, longitude: null, altitude: null });
    expect(at.text()).toBe(darktables);
    writeFileSync(join(at.folder, 'config', 'darktablerc'), 'write_sidecar_files=on import\n');
    await decide(it, { title: 'T' });
    expect(at.text()).toContain('xmp:Rating="2"');
    expect(at.text()).not.toMatch(/colorlabels|notes=|exif:GPS/);
  });
});

test('what another program wrote stays: words without a full name, texts in further languages', async () => {
  const foreign = darktables
    .replace('<rdf:li>iceland</rdf:li>', '<rdf:li>iceland</rdf:li>\n     <rdf:li>Lightroom’s</rdf:li>')
    .replace('foam</rdf:li>', 'foam</rdf:li>\n     <rdf:li xml:lang="de-DE">Sand</rdf:li>');
  const at = twoPictures({ sidecar: foreign });
  // As darktable 4.2.1 reads it.
  changeLibrary(at.file, `UPDATE meta_data SET value = value || ', lang="de-DE" Sand' WHERE key = 2`);
  const it = startOrganising({ file: at.file });
  await decide(it, { rating: 1 });
  expect(at.text()).toBe(foreign.replace('xmp:Rating="5"', 'xmp:Rating="1"'));
});

describe('a sidecar whose name is that of two pictures', () => {
  const noted = (picture: string | null) =>
    darktables.replace(/ xmpMM:DerivedFrom="[^"]*"/, picture === null ? '' : ` xmpMM:DerivedFrom="${picture}"`);
  /** 1 is the version 1 of photo.jpg, 2 is photo_01.jpg: both have photo_01.jpg.xmp. */
  const shared = (picture: string | null) => {
    const at = twoPictures();
    const sidecar = join(at.photos, 'photo_01.jpg.xmp');
    changeLibrary(at.file, `UPDATE images SET filename = 'photo.jpg', version = 1 WHERE id = 1`);
    changeLibrary(at.file, `UPDATE images SET filename = 'photo_01.jpg' WHERE id = 2`);
    for (const name of ['photo.jpg', 'photo_01.jpg']) writeFileSync(join(at.photos, name), 'a picture');
    writeFileSync(sidecar, noted(picture));
    utimesSync(sidecar, WRITTEN, WRITTEN);
    return { ...at, sidecar };
  };

  test.each([
    ['photo.jpg', 1],
    ['photo_01.jpg', 2],
    [null, null],
    ['before-it-was-renamed.jpg', null],
  ])('and that notes %s is written for image %s alone', async (picture, owner) => {
    const at = shared(picture);
    const it = startOrganising({ file: at.file });
    for (const id of [1, 2]) {
      const { sidecars } = await decide(it, { rating: id }, [id]);
      if (id === owner) expect(sidecars).toMatchObject({ written: 1, left: 0 });
      else
        expect(sidecars).toMatchObject({
          written: 0,
          reasons: [{ reason: expect.stringContaining('another picture') as string }],
        });
    }
    const before = noted(picture);
    expect(readFileSync(at.sidecar, 'utf8')).toBe(
      owner === null ? before : before.replace('xmp:Rating="5"', `xmp:Rating="${owner}"`),
    );
  });

  test('of which one is not in the library: it is known from the files and from what it notes', async () => {
    const at = shared(null);
    changeLibrary(at.file, 'DELETE FROM images WHERE id = 2');
    const it = startOrganising({ file: at.file });
    expect((await decide(it, { rating: 1 })).sidecars).toMatchObject({ written: 0, left: 1 });
    rmSync(join(at.photos, 'photo_01.jpg'));
    expect((await decide(it, { rating: 2 })).sidecars).toMatchObject({ written: 1 });

    const other = shared('photo.jpg');
    changeLibrary(other.file, 'DELETE FROM images WHERE id = 1');
    const there = startOrganising({ file: other.file });
    expect((await decide(there, { rating: 1 }, [2])).sidecars).toMatchObject({ written: 0, left: 1 });
  });

  test('of a picture that was renamed with its sidecar: it is its own', async () => {
    const at = twoPictures({ sidecar: noted('before.jpg') });
    const it = startOrganising({ file: at.file });
    expect((await decide(it, { rating: 1 })).sidecars).toMatchObject({ written: 1 });
  });
});

test('the sidecar of a single decision does not wait for those of many', async () => {
  const at = twoPictures();
  const add = new Database(at.file);
  const [film] = add.prepare('SELECT film_id FROM images').pluck().all();
  const insert = add.prepare(
    'INSERT INTO images (id, film_id, filename, flags, version, write_timestamp) VALUES (?, ?, ?, 0, 0, ?)',
  );
  const many = Array.from({ length: 500 }, (_, place) => place + 10);
  for (const id of many) {
    insert.run(id, film, `${id}.jpg`, WRITTEN);
    writeFileSync(join(at.photos, `${id}.jpg`), 'a picture');
    writeFileSync(join(at.photos, `${id}.jpg.xmp`), darktables);
    utimesSync(join(at.photos, `${id}.jpg.xmp`), WRITTEN, WRITTEN);
  }
  add.close();
  const it = startOrganising({ file: at.file });
  await it.organising.change({ imageIds: many, change: { rating: 3 }, client: 'sofa' });
  expect((await decide(it, { rating: 1 })).sidecars).toMatchObject({ written: 1 });
  const last = join(at.photos, `${many.at(-1)}.jpg.xmp`);
  expect(readFileSync(last, 'utf8')).toBe(darktables);
  await it.organising.settled();
  expect(readFileSync(last, 'utf8')).toContain('xmp:Rating="3"');
});

test('of a linked sidecar the file is replaced, and the link stays', async () => {
  const at = twoPictures();
  renameSync(at.one, join(at.folder, 'elsewhere.xmp'));
  symlinkSync(join(at.folder, 'elsewhere.xmp'), at.one);
  const it = startOrganising({ file: at.file });
  expect((await decide(it, { rating: 1 })).sidecars).toMatchObject({ written: 1 });
  expect(lstatSync(at.one).isSymbolicLink()).toBe(true);
  expect(at.text()).toBe(darktables.replace('xmp:Rating="5"', 'xmp:Rating="1"'));
});

test('a copy that shares its content by a hard link keeps it', async () => {
  const at = twoPictures();
  linkSync(at.one, join(at.folder, 'backup.xmp'));
  const it = startOrganising({ file: at.file });
  await decide(it, { rating: 1 });
  expect(readFileSync(join(at.folder, 'backup.xmp'), 'utf8')).toBe(darktables);
});

describe('a Safelight that is killed', () => {
  test.each([...ORGANISED_WRITE_STEPS, ...SIDECAR_STEPS])(
    'after "%s" leaves no sidecar that darktable would ask about, and the next one writes the rest',
    async (point) => {
      const at = twoPictures();
      mkdirSync(at.dataDir);
      const { signal } = await runOrganisingChild(at.file, at.dataDir, point);
      expect(signal).toBe('SIGKILL');
      const sidecars = [1, 2].map((id) => join(at.photos, `${id}.jpg.xmp`));
      for (const [place, sidecar] of sidecars.entries())
        expect(seconds(sidecar)).toBeLessThanOrEqual(at.times()[place] as number);
      // What it was in the middle of.
      writeFileSync(`${at.one}.safelight`, 'half a draft');

      const next = startOrganising({ file: at.file, dataDir: at.dataDir });
      await next.organising.settled();
      const image = (await next.image(1))!;
      for (const sidecar of sidecars)
        expect(readFileSync(sidecar, 'utf8')).toContain(
          `<rdf:li xml:lang="x-default">${image.texts.title === 'new|tag' ? 'new|tag' : 'Black'}`,
        );
      expect((await decide(next, { rating: 3 }, [1, 2])).sidecars).toMatchObject({ written: 2 });
      expect(readdirSync(at.photos)).toHaveLength(4);
      expect(at.times()).toEqual(sidecars.map(seconds));
    },
  );
});

test('a darktable that opens the library meanwhile: its sidecars are left alone until it is closed', async () => {
  const at = twoPictures();
  mkdirSync(at.dataDir);
  await runOrganisingChild(at.file, at.dataDir, 'committed');
  const darktable = await standInDarktable(at.folder, at.file);
  const next = startOrganising({ file: at.file, dataDir: at.dataDir });
  await next.organising.settled();
  expect([at.text(), at.times()]).toEqual([darktables, [WRITTEN, WRITTEN]]);
  await darktable.end();
  await decide(next, { rating: 3 });
  await next.organising.settled();
  expect(at.text()).toContain('new|tag');
  expect(at.text()).toContain('xmp:Rating="3"');
});
