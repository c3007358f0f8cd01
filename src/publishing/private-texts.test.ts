import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exportStates } from '../library/export-facts.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { privateTexts } from './private-texts.ts';

function libraryOf(options: Omit<Parameters<typeof makeLibrary>[0], 'folder'>) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-leaving-'));
  const fixture = makeLibrary({ folder, ...options });
  const library = openLibrary({ file: fixture.file, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => {
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, fixture, library };
}

test('private tags, what is below one, and categories stay home', async () => {
  const tags = ['family', 'family|Anna', 'family|Anna|birthday', 'familyhood', 'people', 'people|Ben', 'sea'];
  const { fixture, library } = libraryOf({ images: [{ id: 1, tags }] });
  fixture.change("UPDATE data.tags SET flags = 2 WHERE name = 'family'");
  fixture.change("UPDATE data.tags SET flags = 1 WHERE name = 'people'");
  const states = await library.read((reader) => exportStates(reader, [1, 99]));
  expect([...states.keys()]).toEqual([1]);
  expect(states.get(1)!.record.tags).toEqual(['familyhood', 'people|Ben', 'sea']);
});

test('private texts, as the settings or data.db have it', async () => {
  const { folder, library } = libraryOf({});
  expect([...(await privateTexts(library))]).toEqual([]);
  writeFileSync(
    join(folder, 'darktablerc'),
    'plugins/lighttable/metadata/creator_flag=6\nplugins/lighttable/metadata/title_flag=4\nplugins/lighttable/metadata/rights_flag=3\n',
  );
  expect([...(await privateTexts(library))]).toEqual(['creator', 'rights']);

  const newer = libraryOf({ schema: 57 });
  newer.fixture.change("UPDATE data.meta_data SET private = 1 WHERE tagname = 'Xmp.dc.description'");
  expect([...(await privateTexts(newer.library))]).toEqual(['description']);
});

test('a development changes with a drawn mask, and not with stars', async () => {
  const { fixture, library } = libraryOf({ images: 3 });
  const now = async () =>
    [...(await library.read((reader) => exportStates(reader, [1, 2]))).values()].map(({ development }) => development);
  const before = await now();
  fixture.change('UPDATE images SET flags = (flags & ~7) | 2 WHERE id = 1');
  expect(await now()).toEqual(before);
  const draw = (num: number, points: string) =>
    fixture.change(
      `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (1, ?, 7, 1, 'circle', 6, ${points}, 1, x'00')`,
      num,
    );
  draw(1, "x'01'");
  const drawn = await now();
  expect([drawn[0] === before[0], drawn[1]]).toEqual([false, before[1]]);
  draw(2, "x'02'");
  expect((await now())[0]).not.toBe(drawn[0]);
});
