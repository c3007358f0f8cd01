import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../library/library.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { makeLibrary } from '../../testing/library-fixture.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { removalOutlook, sidecarsNow } from './removal.ts';

/** As darktable 4.2.1 wrote it; among the rest five stars and an edit. */
const sidecar = readFileSync(join(import.meta.dirname, '../../testing/fixtures/sidecar-4.2.1.xmp'), 'utf8');
const edit = Buffer.from('72362d964024a4bd0df6892aa6be0460', 'hex');
const WRITTEN = 1_700_000_000;

const valueOf = (text: string, name: string) => new RegExp(`${name}="[^"]*"`).exec(text)?.[0];

function shoot({ setting = 'write_sidecar_files=on import\n' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-removal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const photos = join(folder, 'photos');
  mkdirSync(photos);
  const { file, change } = makeLibrary({
    folder: join(folder, 'config'),
    images: [
      // Its sidecar has the edit, and other marks.
      { id: 1, film: photos, filename: 'a.jpg', stars: 2, hash: { current: edit } },
      // A version without a sidecar, with marks and an edit.
      { id: 2, film: photos, filename: 'a.jpg', version: 1, stars: 3, hash: { current: edit }, groupId: 1 },
      // Nothing that could be lost.
      { id: 3, film: photos, filename: 'c.jpg', stars: 0, groupId: 1 },
      // A sidecar of another edit.
      { id: 4, film: photos, filename: 'd.jpg', stars: 0, hash: { current: Buffer.alloc(16, 7) } },
      { id: 5, film: photos, filename: 'a.jpg', version: 2, groupId: 1 },
    ],
  });
  change(`UPDATE images SET write_timestamp = ${WRITTEN}`);
  writeFileSync(join(folder, 'config', 'darktablerc'), setting);
  for (const name of ['a.jpg', 'c.jpg', 'd.jpg']) writeFileSync(join(photos, name), 'a picture');
  for (const name of ['a.jpg.xmp', 'd.jpg.xmp']) {
    writeFileSync(join(photos, name), sidecar);
    utimesSync(join(photos, name), WRITTEN, WRITTEN);
  }
  const library = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => library.close());
  return { folder, photos, library, change };
}

test('the outlook of a removal tells what stays beside it, and what no sidecar holds', async () => {
  const { library } = shoot();
  expect(await removalOutlook([1, 2, 3, 4, 99], library)).toEqual({
    images: 4,
    versions: 2,
    versions_left: 1,
    members_left: 1,
    marks_only_here: 2,
    edits_only_here: 2,
    undo: 'now',
  });
  expect(await removalOutlook([3], library)).toMatchObject({ versions: 0, versions_left: 0, members_left: 3 });
});

test('sidecars that are there get the marks, and are not made where they are missing', async () => {
  const { library, photos } = shoot();
  expect(await sidecarsNow([1, 2], library)).toMatchObject({
    written: 1,
    left: 1,
    failures: [{ id: 2, reason: expect.stringContaining('no sidecar') as string }],
  });
  expect(readFileSync(join(photos, 'a.jpg.xmp'), 'utf8')).toMatch(/xmp:Rating="2"/);
  expect(await removalOutlook([1], library)).toMatchObject({ marks_only_here: 0, edits_only_here: 0 });
});

test('a sidecar that is there gets the edits that the library alone has; all else in it stays', async () => {
  const { library, photos, change } = shoot();
  const params = Buffer.from('00000000ffff', 'hex');
  change(
    `INSERT INTO history (imgid, num, operation, module, enabled, op_params, multi_priority, multi_name) VALUES (4, 0, 'velvia', 2, 1, ?, 0, '')`,
    params,
  );
  change('UPDATE images SET history_end = 1 WHERE id = 4');
  const read = () => readFileSync(join(photos, 'd.jpg.xmp'), 'utf8');
  expect(await sidecarsNow([4], library)).toMatchObject({ written: 1, left: 0 });
  expect(await removalOutlook([4], library)).toMatchObject({ edits_only_here: 0, marks_only_here: 0 });
  expect(read().match(/darktable:operation="[^"]*"/g)).toEqual(['darktable:operation="velvia"']);
  expect(read()).toContain(`darktable:params="${params.toString('hex')}"`);
  for (const kept of ['exif:DateTimeOriginal', 'xmpMM:DerivedFrom', 'darktable:import_timestamp'])
    expect([kept, valueOf(read(), kept)]).toEqual([kept, valueOf(sidecar, kept)]);
  const written = read();
  expect(await sidecarsNow([4], library)).toMatchObject({ written: 0 });
  expect(read()).toBe(written);
});

test.each([
  ['darktable writes none', { setting: 'write_sidecar_files=never\n' }, false],
  ['darktable is open', {}, true],
])('none is written where %s', async (_, options, isOpen) => {
  const { folder, library, photos } = shoot(options);
  if (isOpen) {
    await standInDarktable(folder, library.file);
    expect(await removalOutlook([1], library)).toMatchObject({ undo: 'darktable_closed' });
  }
  await expect(sidecarsNow([1], library)).rejects.toMatchObject({ code: 'conflict' });
  expect(readFileSync(join(photos, 'a.jpg.xmp'), 'utf8')).toBe(sidecar);
});
