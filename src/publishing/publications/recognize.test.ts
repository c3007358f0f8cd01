import { expect, test } from 'vitest';
import { type Existing, recognized, type Wanted } from './recognize.ts';

const MORNING = '2026-05-01T08:00:00.123';
const NOON = '2026-05-01T12:00:00';

function picture(imageId: number, filename: string, taken: string | null = null, version = 0): Wanted {
  return { imageId, key: { folder: '/photos/may', filename, version, taken } };
}

function there(name: string, takenAt: string | null = null, bytes: number | null = null): Existing {
  return { item: { id: name, name, bytes, version: '1', mark: null, sha256: null, takenAt: null }, takenAt };
}

/** By name: the image and the evidence, or the images that it could be. */
async function shown(pictures: Wanted[], items: Existing[], { pattern = '$(FILE_NAME)', same = [] as string[] } = {}) {
  const found = await recognized(pictures, items, {
    pattern,
    isKind: ({ name }) => name.endsWith('.jpg'),
    isFile: (item, { key }) => Promise.resolve(same.includes(`${item.name} ${key.folder}/${key.filename}`)),
  });
  return Object.fromEntries(
    found.map(({ item, picture: of, match, couldBe }) => [
      item.name,
      of ? [of.imageId, match] : couldBe.map(({ imageId }) => imageId),
    ]),
  );
}

test.each<[what: string, pictures: Wanted[], items: Existing[], expected: object]>([
  [
    'a name and a time',
    [picture(1, 'A.nef', MORNING)],
    [there('a.jpg', '2026:05:01 08:00:00')],
    { 'a.jpg': [1, 'name-and-time'] },
  ],
  ['a name where no time is told', [picture(1, 'A.nef', MORNING)], [there('A.jpg')], { 'A.jpg': [1, 'name'] }],
  ['the Unicode form of a name', [picture(1, 'é.nef')], [there('e\u0301.jpg')], { 'e\u0301.jpg': [1, 'name'] }],
  ['a time where the name is another', [picture(1, 'A.nef', NOON)], [there('x.jpg', NOON)], { 'x.jpg': [1, 'time'] }],
  [
    'a time that differs is no match, whatever the name',
    [picture(1, 'A.nef', NOON)],
    [there('A.jpg', MORNING)],
    { 'A.jpg': [] },
  ],
  ['another kind of file', [picture(1, 'A.nef', NOON)], [there('A.tif', NOON)], { 'A.tif': [] }],
  [
    'two pictures of one name: nothing is decided',
    [picture(1, 'A.nef'), picture(2, 'A.jpg')],
    [there('A.jpg')],
    { 'A.jpg': [1, 2] },
  ],
  [
    'two pictures of one name, told apart by time',
    [picture(1, 'A.nef', MORNING), picture(2, 'A.nef', NOON)],
    [there('A.jpg', NOON)],
    { 'A.jpg': [2, 'name-and-time'] },
  ],
  [
    'one picture that two items fit: nothing is decided',
    [picture(1, 'A.nef')],
    [there('A.jpg'), there('a.jpg')],
    { 'A.jpg': [1], 'a.jpg': [1] },
  ],
  [
    'a burst of other names: nothing is decided',
    [picture(1, 'A.nef', NOON), picture(2, 'B.nef', NOON)],
    [there('x.jpg', NOON), there('y.jpg', NOON)],
    { 'x.jpg': [1, 2], 'y.jpg': [1, 2] },
  ],
  [
    'a burst is told apart by names',
    [picture(1, 'A.nef', NOON), picture(2, 'B.nef', NOON)],
    [there('A.jpg', NOON), there('B.jpg', NOON)],
    { 'A.jpg': [1, 'name-and-time'], 'B.jpg': [2, 'name-and-time'] },
  ],
  [
    'a duplicate by its number',
    [picture(1, 'A.nef', NOON), picture(2, 'A.nef', NOON, 1)],
    [there('A.jpg', NOON), there('A_01.jpg', NOON)],
    { 'A.jpg': [1, 'name-and-time'], 'A_01.jpg': [2, 'name-and-time'] },
  ],
  [
    'less does not decide what more left open',
    [picture(1, 'A.nef', NOON), picture(2, 'A.jpg', NOON)],
    [there('A.jpg', NOON), there('x.jpg', NOON)],
    { 'A.jpg': [1, 2], 'x.jpg': [] },
  ],
])('%s', async (_what, pictures, items, expected) => {
  expect(await shown(pictures, items)).toEqual(expected);
});

test('the very file decides among equal names and times', async () => {
  const pictures = [picture(1, 'A.jpg', NOON), picture(2, 'A.jpg', NOON)];
  pictures[1]!.key.folder = '/photos/june';
  expect(await shown(pictures, [there('A.jpg', NOON)], { same: ['A.jpg /photos/june/A.jpg'] })).toEqual({
    'A.jpg': [2, 'same-file'],
  });
});

test('names are those that the recipe gives', async () => {
  const pattern = 'all/$(EXIF.YEAR)-$(FILE_NAME)';
  expect(await shown([picture(1, 'A.nef', NOON)], [there('2026-A.jpg')], { pattern })).toEqual({
    '2026-A.jpg': [1, 'name'],
  });
});
