import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeLibrary } from '../testing/library-fixture.ts';
import { arrangeStorage, asideFolder, identityOf, type LibraryStorage } from './library-storage.ts';

function open(exportDir?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const storage: LibraryStorage = {
    dataDir,
    exportDir: exportDir === undefined ? join(dataDir, 'exports') : join(folder, exportDir),
    refreshQueue: join(dataDir, 'queues', 'refresh.queue'),
    exportQueue: join(dataDir, 'queues', 'export.queue'),
  };
  const put = (file: string, content: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  /** What image 1 of a library leaves behind. */
  const work = (library: string) => {
    put(join(dataDir, 'previews', '2', '1.jpg'), `preview of ${library}`);
    put(join(storage.exportDir, '1.jpg'), `export of ${library}`);
    put(storage.refreshQueue, '1\n');
    put(`${storage.refreshQueue}.working`, '2\n');
    put(`${storage.exportQueue}.taken-cli`, '3\n');
    put(`${storage.exportQueue}.failed`, '1\tno reason\n');
    put(join(dataDir, 'index.db'), `index of ${library}`);
  };
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  const seen = () => ({
    preview: read(join(dataDir, 'previews', '2', '1.jpg')),
    export: read(join(storage.exportDir, '1.jpg')),
    waiting: read(storage.refreshQueue),
    working: read(`${storage.refreshQueue}.working`),
    taken: read(`${storage.exportQueue}.taken-cli`),
    failed: read(`${storage.exportQueue}.failed`),
    index: read(join(dataDir, 'index.db')),
  });
  return { folder, dataDir, storage, put, work, seen };
}
const nothing = { preview: null, export: null, waiting: null, working: null, taken: null, failed: null, index: null };
const of = (library: string) => ({
  preview: `preview of ${library}`,
  export: `export of ${library}`,
  waiting: '1\n',
  working: '2\n',
  taken: '3\n',
  failed: '1\tno reason\n',
  index: `index of ${library}`,
});

test('pictures and jobs go with their library and come back with it', () => {
  const { storage, work, seen, dataDir } = open();
  expect(arrangeStorage(storage, '/one/library.db')).toEqual({ before: null });
  work('one');
  expect(arrangeStorage(storage, '/one/library.db')).toEqual({ before: null });
  expect(seen()).toEqual(of('one'));

  expect(arrangeStorage(storage, '/two/library.db')).toEqual({ before: '/one/library.db' });
  expect(seen()).toEqual(nothing);
  work('two');

  arrangeStorage(storage, '/one/library.db');
  expect(seen()).toEqual(of('one'));
  arrangeStorage(storage, '/three/library.db');
  expect(seen()).toEqual(nothing);
  arrangeStorage(storage, '/two/library.db');
  expect(seen()).toEqual(of('two'));
  expect(readdirSync(join(dataDir, 'other-libraries'))).toHaveLength(1);
});

test('an export folder of its owner keeps what else is in it', () => {
  const { storage, work, seen, put, folder } = open('Pictures');
  arrangeStorage(storage, '/one/library.db');
  work('one');
  put(join(folder, 'Pictures', 'holiday.jpg'), 'mine');
  put(join(folder, 'Pictures', '12 monkeys.jpg'), 'mine');
  arrangeStorage(storage, '/two/library.db');
  expect(seen().export).toBeNull();
  expect(readdirSync(join(folder, 'Pictures')).sort()).toEqual([
    '12 monkeys.jpg',
    'holiday.jpg',
    expect.stringMatching(/^of another library [0-9a-f]{16}$/) as string,
  ]);
  arrangeStorage(storage, '/one/library.db');
  expect(seen()).toEqual(of('one'));
  expect(readdirSync(join(folder, 'Pictures')).sort()).toEqual(['1.jpg', '12 monkeys.jpg', 'holiday.jpg']);
});

test('exports alone come back, too', () => {
  const { storage, put, folder, dataDir } = open('Pictures');
  arrangeStorage(storage, '/one/library.db');
  put(join(folder, 'Pictures', '1.jpg'), 'export of one');
  arrangeStorage(storage, '/two/library.db');
  expect(existsSync(join(folder, 'Pictures', '1.jpg'))).toBe(false);
  arrangeStorage(storage, '/one/library.db');
  expect(readFileSync(join(folder, 'Pictures', '1.jpg'), 'utf8')).toBe('export of one');
  expect(readdirSync(dataDir)).toEqual(['library.json']);
});

test('exports come back although the export folder is another one by now', () => {
  const { storage, work, folder } = open();
  arrangeStorage(storage, '/one/library.db');
  work('one');
  arrangeStorage(storage, '/two/library.db');
  const elsewhere = { ...storage, exportDir: join(folder, 'Pictures') };
  arrangeStorage(elsewhere, '/one/library.db');
  expect(readFileSync(join(folder, 'Pictures', '1.jpg'), 'utf8')).toBe('export of one');
});

test('a move that was cut off goes on where it was', () => {
  const { storage, work, seen, put, dataDir } = open();
  arrangeStorage(storage, '/one/library.db');
  work('one');
  // Half put aside, and the data folder still says whose it was.
  const aside = asideFolder(dataDir, '/one/library.db');
  put(join(aside, 'previews', '3', '1.jpg'), 'large preview of one');
  rmSync(storage.refreshQueue);
  put(join(aside, 'refresh.queue'), '1\n');
  arrangeStorage(storage, '/two/library.db');
  expect(seen()).toEqual(nothing);
  expect(JSON.parse(readFileSync(join(dataDir, 'library.json'), 'utf8'))).toMatchObject({ library: '/two/library.db' });
  arrangeStorage(storage, '/one/library.db');
  expect(seen()).toEqual(of('one'));
  expect(readFileSync(join(dataDir, 'previews', '3', '1.jpg'), 'utf8')).toBe('large preview of one');

  // Half brought back: what is there already is not put aside as another's.
  put(join(asideFolder(dataDir, '/one/library.db'), 'previews', '4', '1.jpg'), 'xlarge preview of one');
  arrangeStorage(storage, '/one/library.db');
  expect(readFileSync(join(dataDir, 'previews', '4', '1.jpg'), 'utf8')).toBe('xlarge preview of one');
  expect(existsSync(join(dataDir, 'other-libraries'))).toBe(false);
});

test('a link to a library is that library', () => {
  const { storage, work, seen, put, folder } = open();
  put(join(folder, 'real', 'library.db'), '');
  symlinkSync(join(folder, 'real'), join(folder, 'linked'));
  arrangeStorage(storage, join(folder, 'real', 'library.db'));
  work('one');
  expect(arrangeStorage(storage, join(folder, 'linked', 'library.db')).before).toBeNull();
  expect(seen()).toEqual(of('one'));
  expect(identityOf(join(folder, 'linked', 'library.db'))).toBe(identityOf(join(folder, 'real', 'library.db')));
});

test('a damaged note of whose it is counts as none', () => {
  const { storage, work, seen, put, dataDir } = open();
  arrangeStorage(storage, '/one/library.db');
  work('one');
  put(join(dataDir, 'library.json'), '{"libr');
  expect(arrangeStorage(storage, '/one/library.db')).toEqual({ before: null });
  expect(seen()).toEqual(of('one'));
});

describe('another library under the same path', () => {
  const imagesOf = (year: number) =>
    Array.from({ length: 20 }, (_, at) => ({ id: at + 1, imported: Date.UTC(year, 0, 1) + at * 1000 }));
  const openPath = (exportDir?: string) => {
    const opened = open(exportDir);
    const folder = join(opened.folder, 'darktable');
    const file = join(folder, 'library.db');
    const stands = (images: { id: number; imported: number }[]) => {
      makeLibrary({ folder, images });
      return arrangeStorage(opened.storage, file);
    };
    return { ...opened, file, stands };
  };

  test.each([
    ['in the data folder', undefined],
    ['in a folder of its owner', 'exports'],
  ])('sees nothing of the former, which finds its own again; exports %s', (_where, exportDir) => {
    const { stands, seen, work, file } = openPath(exportDir);
    expect(stands(imagesOf(2021))).toEqual({ before: null });
    work('one');
    // The same with more images and fewer.
    expect(stands([...imagesOf(2021).slice(5), { id: 99, imported: Date.UTC(2022, 0, 1) }])).toEqual({
      before: null,
    });
    expect(seen()).toEqual(of('one'));

    expect(stands(imagesOf(2023))).toEqual({ before: file });
    expect(seen()).toEqual(nothing);
    work('two');
    expect(stands(imagesOf(2021))).toEqual({ before: file });
    expect(seen()).toEqual(of('one'));
    expect(stands([])).toEqual({ before: file });
    expect(seen()).toEqual(nothing);
    expect(stands(imagesOf(2023))).toEqual({ before: null });
    expect(seen()).toEqual(of('two'));
  });

  test('also when it took that path while a third one was shown', () => {
    const { stands, seen, work, storage } = openPath();
    stands(imagesOf(2021));
    work('one');
    arrangeStorage(storage, '/three/library.db');
    work('three');
    stands(imagesOf(2023));
    expect(seen()).toEqual(nothing);
    work('two');
    arrangeStorage(storage, '/three/library.db');
    expect(seen()).toEqual(of('three'));
    stands(imagesOf(2021));
    expect(seen()).toEqual(of('one'));
    stands(imagesOf(2023));
    expect(seen()).toEqual(of('two'));
  });

  test('is none that was emptied and filled anew, and keeps its exports', () => {
    const { stands, seen, work, storage, file } = openPath('exports');
    stands(imagesOf(2021));
    work('one');
    const library = { images: imagesOf(2022).map(({ id, imported }) => ({ id: id + 20, imported })) };
    const { change, add } = makeLibrary({ folder: dirname(file), images: imagesOf(2021) });
    change('DELETE FROM images');
    expect(arrangeStorage(storage, file)).toEqual({ before: null });
    add(library.images);
    expect(arrangeStorage(storage, file)).toEqual({ before: null });
    expect(seen()).toEqual(of('one'));
    // From here on it is known by its new images: a fresh library that has not come so far is another one.
    expect(stands(imagesOf(2021).slice(0, 5))).toEqual({ before: file });
    expect(seen()).toEqual(nothing);
  });

  test('is not suspected while it cannot be read', () => {
    const { stands, seen, work, storage, file } = openPath();
    stands(imagesOf(2021));
    work('one');
    writeFileSync(file, 'not a library for the moment');
    expect(arrangeStorage(storage, file)).toEqual({ before: null });
    rmSync(file);
    expect(arrangeStorage(storage, file)).toEqual({ before: null });
    expect(seen()).toEqual(of('one'));
    expect(stands(imagesOf(2023))).toEqual({ before: file });
  });
});
