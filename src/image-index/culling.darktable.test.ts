import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { moreExposure } from '../testing/exposure-style.ts';
import { afterImport, type Photo, photoShoot, writePhotoShoot } from '../testing/photo-shoot.ts';
import { makeRealLibrary, startDarktable } from '../testing/real-darktable.ts';
import { startIndex } from '../testing/start-index.ts';

/** Images of the photo shoot by their ids. */
const numbersOf = (isWanted: (photo: Photo) => boolean) =>
  photoShoot.flatMap((photo, place) => (isWanted(photo) ? [place + 1] : []));

test('what is decided in darktable shows in the filters for culling, and only developing moves the time of change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-culling-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pictures = await writePhotoShoot(join(folder, 'photos'));
  const real = await makeRealLibrary({ folder, pictures, lua: afterImport });
  const it = await startIndex({ folder: real.configDir });
  onTestFinished(() => it.close());
  const found = async (query: Record<string, string>) => {
    await it.index.settled();
    return it.ids({ ...query, sort_by: 'id' });
  };
  const latest = async () => {
    await it.index.settled();
    return (await it.ids({ sort_by: 'change_timestamp', sort_dir: 'desc' }))[0];
  };

  // Pictures whose sidecar says nothing get one star at import.
  expect(await found({ undecided: 'true' })).toEqual(numbersOf(({ sidecar }) => sidecar?.rating === 0));
  const untagged = numbersOf(({ sidecar }) => !sidecar?.tags?.length);
  expect(await found({ has_tag: 'false' })).toEqual(untagged);
  // Two raw pictures are a group, and a duplicate is one with its original.
  expect(await found({ group: 'leaders' })).toEqual([1, 2, 3, 4, 6, 7, 8]);

  await using darktable = await startDarktable({ configDir: real.configDir, cacheDir: real.cacheDir });
  const decidedOn = new Date().toISOString();
  const [first, second] = untagged;
  await darktable.lua(`local image = darktable.database.get_image
    image(3).rating = 0
    image(7).rating = -1
    image(7).red = true
    image(7).title = "Harbour"
    darktable.tags.attach(darktable.tags.create("seen"), image(${first}))
    image(6):group_with(image(2))`);
  expect(await found({ undecided: 'true' })).toEqual([3, 8]);
  expect(await found({ undecided: 'false', rating: '-1' })).toContain(7);
  expect(await found({ has_tag: 'false' })).toEqual(untagged.slice(1));
  const leaders = await found({ group: 'leaders' });
  expect(leaders).toHaveLength(6);
  const { items } = await it.list({ sort_by: 'id' });
  expect(leaders).toEqual(items.filter(({ id, group_id }) => id === group_id).map(({ id }) => id));
  expect(await found({ changed_since: decidedOn })).toEqual([]);
  expect(await latest()).not.toBe(second);

  await darktable.lua(await moreExposure(folder, second!));
  expect(await found({ changed_since: decidedOn })).toEqual([second]);
  expect(await latest()).toBe(second);
  await darktable.quit();
});
