import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FilmRolls } from '../../../library/film-rolls.ts';
import { fileDestinationCases, handIn, kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import { folderDestination } from './folder-destination.ts';
import type { KnownMarker } from './marker.ts';

const noRolls: FilmRolls = { relationOf: () => Promise.resolve(null) };
const newMarker = (): KnownMarker => ({ id: null, keep: () => undefined });

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

fileDestinationCases(() => {
  const root = temporaryFolder();
  return Promise.resolve({ destination: folderDestination(root, noRolls, newMarker()), byHand: handIn(root) });
});

test('while its drive is away everything waits, and nothing is written into the empty folder', async () => {
  const above = temporaryFolder();
  const root = join(above, 'drive');
  mkdirSync(root);
  const destination = folderDestination(root, noRolls, newMarker());
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'a'), never);
  renameSync(root, join(above, 'away'));
  for (const isThere of [false, true]) {
    if (isThere) mkdirSync(root);
    for (const act of [
      () => destination.whoIs(never),
      () => destination.album('x', null, never),
      () => destination.upload(outgoing('b.jpg', 'b'), never),
      () => destination.look(placed.id, never),
      () => destination.list(null, [], never),
    ])
      expect(await kindOf(act())).toBe('later');
  }
  expect(handIn(root).names('')).toEqual([]);
  rmSync(root, { recursive: true });
  renameSync(join(above, 'away'), root);
  expect(await destination.look(placed.id, never)).toMatchObject({ version: placed.version });
});

test('a folder near a film roll is not written to, also when the film roll comes later', async () => {
  const root = temporaryFolder();
  let relation: Awaited<ReturnType<FilmRolls['relationOf']>> = null;
  const destination = folderDestination(root, { relationOf: () => Promise.resolve(relation) }, newMarker());
  expect(await destination.test(never)).toEqual([]);
  relation = { relation: 'above', roll: join(root, 'roll') };
  expect(await destination.test(never)).toEqual([expect.stringContaining('contains a film roll')]);
  expect(await kindOf(destination.upload(outgoing('a.jpg'), never))).toBe('person');
  expect(handIn(root).names('')).toEqual(['.safelight-destination']);
});

test('no link is followed to a file or an album', async () => {
  const root = temporaryFolder();
  const elsewhere = temporaryFolder();
  writeFileSync(join(elsewhere, 'original.raw'), 'original');
  const destination = folderDestination(root, noRolls, newMarker());
  await destination.whoIs(never);
  symlinkSync(join(elsewhere, 'original.raw'), join(root, 'a.jpg'));
  symlinkSync(elsewhere, join(root, 'Album'));
  expect((await destination.upload(outgoing('a.jpg', 'a'), never)).id).toBe('a_01.jpg');
  expect(await destination.album('Album', null, never)).toBe('Album_01');
  expect(handIn(elsewhere).text('original.raw')).toBe('original');
  expect(await kindOf(destination.look('../x', never))).toBe('unknown');
});

test('a replacement that fails leaves the former picture whole, and no draft', async () => {
  const root = temporaryFolder();
  const destination = folderDestination(root, noRolls, newMarker());
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'former'), never);
  const torn = { ...outgoing('a.jpg', 'newer'), bytes: 1000 };
  expect(await kindOf(destination.replace(placed, torn, never))).toBe('later');
  expect(handIn(root).text('a.jpg')).toBe('former');
  expect(handIn(root).names('')).toEqual(['.safelight-destination', 'a.jpg']);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(destination.replace(placed, outgoing('a.jpg', 'newer'), stopped)).rejects.toThrow('stopped');
});

test('a picture of another format gets the name that fits, and the former goes', async () => {
  const root = temporaryFolder();
  const destination = folderDestination(root, noRolls, newMarker());
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'jpeg'), never);
  expect((await destination.replace(placed, outgoing('a.avif', 'avif'), never)).id).toBe('a.avif');
  expect(handIn(root).names('')).toEqual(['.safelight-destination', 'a.avif']);
});

test('the former of another format stays if somebody changes it while the new one is sent', async () => {
  const root = temporaryFolder();
  const destination = folderDestination(root, noRolls, newMarker());
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'jpeg'), never);
  const choose = () => writeFileSync(join(root, 'a.jpg'), 'theirs now');
  expect((await destination.replace(placed, outgoing('a.avif', 'avif', { choose }), never)).id).toBe('a.avif');
  expect(handIn(root).text('a.jpg')).toBe('theirs now');
});
