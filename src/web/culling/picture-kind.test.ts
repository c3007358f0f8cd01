import { expect, test } from 'vitest';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { PreviewSource } from '../../contract/preview.ts';
import type { TileGrid } from '../api/tiles.ts';
import type { Decoded } from './decoded-pictures.ts';
import { type Candidate, kindFor, shareOfPixels } from './picture-kind.ts';

const image = { id: 1, width: 6000, height: 4000, aspect_ratio: 1.5, is_raw: true, is_altered: false } as ImageRecord;
const fitted = (source: PreviewSource, naturalWidth = 1440, naturalHeight = 960) =>
  ({ element: { naturalWidth, naturalHeight }, source }) as Decoded;
const grid = (width: number, height: number) => ({ width, height }) as TileGrid;
const full = grid(5952, 3968);
const small = grid(1616, 1080);
const of = (source: PreviewSource | null, camera?: Candidate['camera']): Candidate => ({
  image,
  fitted: source && fitted(source),
  camera,
});

test.each([
  ['what is there', [of('embedded')], false, 'camera'],
  ['what is there', [of('bridge')], false, 'edited'],
  ['the camera’s where one is not rendered', [of('bridge'), of('embedded')], false, 'camera'],
  ['the edited ones where all are', [of('bridge'), of('darktable')], false, 'edited'],
  ['settled when all are there', [of('bridge'), of(null)], false, null],
  ['the camera’s where it has all pixels', [of('bridge', full)], true, 'camera'],
  ['the camera’s before anything is loaded', [of(null, full)], true, 'camera'],
  ['the edited one where the camera’s is small', [of('bridge', small)], true, 'edited'],
  ['the edited one where the file has none of the camera', [of('bridge', null)], true, 'edited'],
  ['the one in front where the camera’s is small', [of('embedded', small)], true, 'camera'],
  ['settled when it is known what the camera wrote', [of('bridge')], true, null],
  ['the edited ones where one of the camera is small', [of('bridge', full), of('bridge', small)], true, 'edited'],
] as const)('of pictures side by side, one kind is shown: %s', (_, candidates, isZoomed, kind) => {
  expect(kindFor(candidates, isZoomed)).toBe(kind);
});

test('a crop is enlarged with its edits: its middle is elsewhere in what the camera wrote', () => {
  expect(kindFor([{ image, fitted: fitted('bridge', 900, 900), camera: full }], true)).toBe('edited');
});

test.each([
  [{ width: 2878, height: 1919 }, { width: 6000, height: 4000 }, 23],
  [{ width: 6000, height: 4000 }, { width: 6000, height: 4000 }, 100],
  [{ width: 100, height: 60 }, { width: 6000, height: 4000 }, 1],
  [null, { width: 6000, height: 4000 }, null],
  [{ width: 100, height: 60 }, null, null],
] as const)('%o of %o are %s percent of the pixels', (have, all, share) => {
  expect(shareOfPixels(have, all)).toBe(share);
});
