import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Destination } from '../destinations/destination.ts';
import { startImmich } from '../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../testing/photo-services/piwigo-stage.ts';
import { rate } from '../../testing/index-of-test.ts';
import { best, IMAGES, kinds, publicationStage } from '../../testing/publication-stage.ts';
import { picture } from '../../testing/destination-suite.ts';

/** Two pictures that are to be published, of which one is there already, beside what has nothing to do with them. */
async function folderWithPictures(album: string | null = null) {
  const stage = await publicationStage(IMAGES);
  const { id } = stage.publications.add(best({ album }));
  await stage.it.index.settled();
  if (album !== null) mkdirSync(join(stage.place, album));
  const put = (name: string) => writeFileSync(join(stage.place, album ?? '', name), `theirs: ${name}`);
  for (const name of ['dawn.jpg', 'logo.jpg']) put(name);
  return { stage, id, put };
}

test('what is confirmed is an item as any: nothing is sent, a change replaces it, and what others put there stays', async () => {
  const { stage, id } = await folderWithPictures();
  const { items, ...counts } = await stage.publications.existing(id);
  expect(counts).toEqual({ matched: 1, ambiguous: 0, unmatched: 1, untimed: 0 });
  expect(items).toMatchObject([
    { item: 'dawn.jpg', image_id: 1, match: 'name' },
    { item: 'logo.jpg', image_id: null, could_be: [] },
  ]);
  expect(await kinds(stage, id)).toEqual({ new: 2 });

  expect(await stage.publications.takeOver(id, { items: [{ item: 'dawn.jpg', image_id: 1 }] })).toEqual({
    taken: 1,
    failed: [],
  });
  expect(await kinds(stage, id)).toEqual({ unchanged: 1, new: 1 });
  expect((await stage.publications.existing(id)).items).toMatchObject([{ item: 'logo.jpg', image_id: null }]);
  await stage.publish(id);
  expect(stage.made).toEqual([2]);
  expect(stage.files()).toMatchObject({ 'dawn.jpg': 'theirs: dawn.jpg', 'logo.jpg': 'theirs: logo.jpg' });
  expect(Object.keys(stage.files())).toHaveLength(3);

  rate(stage.it, 1, 4);
  await stage.publish(id);
  expect(JSON.parse(stage.files()['dawn.jpg']!)).toMatchObject({ rating: 4 });
  rate(stage.it, 1, 1);
  await stage.publish(id, 'removals');
  expect(Object.keys(stage.files()).sort()).toEqual(['logo.jpg', 'noon.jpg']);
});

test('of more than 1,000 files each look goes on, with those first whose names fit; a time that differs outweighs the name', async () => {
  const { stage, id, put } = await folderWithPictures();
  for (let at = 0; at < 1_003; at++) put(`a${at}.jpg`);
  stage.it.fixture.change('UPDATE images SET datetime_taken = ? WHERE id = 1', 63_850_000_000_000_000n);
  await stage.it.index.settled();
  const asked: string[] = [];
  stage.use({
    wrap: (destination) => ({
      ...destination,
      takenAt: (item) => (asked.push(item.name), Promise.resolve('2001:02:03 04:05:06')),
    }),
  });
  const look = async () => {
    const { items: _, ...counts } = await stage.publications.existing(id);
    return { ...counts, asked: new Set(asked).size };
  };
  expect(await look()).toEqual({ matched: 0, ambiguous: 0, unmatched: 1_005, untimed: 5, asked: 1_000 });
  expect(asked[0]).toBe('dawn.jpg');
  expect(await look()).toMatchObject({ untimed: 0, asked: 1_005 });
  expect(asked).toHaveLength(1_005);
});

test('only what was confirmed is ours: a picture of the same name beside it is neither replaced nor removed', async () => {
  const { stage, id, put } = await folderWithPictures('May');
  put('noon.jpg');
  await stage.publications.takeOver(id, { items: [{ item: 'May/dawn.jpg', image_id: 1 }] });
  await stage.publish(id);
  expect(Object.keys(stage.files('May')).sort()).toEqual(['dawn.jpg', 'logo.jpg', 'noon.jpg', 'noon_01.jpg']);
  expect(stage.files('May')['noon.jpg']).toBe('theirs: noon.jpg');
});

test('what is not certain is refused as a whole, and looking makes nothing there', async () => {
  const images = [
    { id: 1, filename: 'dawn.nef', stars: 5 },
    { id: 2, filename: 'noon.nef', stars: 5 },
    { id: 3, filename: 'noon.jpg', stars: 5 },
  ];
  const stage = await publicationStage(images);
  const { id } = stage.publications.add(best());
  await stage.it.index.settled();
  const none = stage.publications.add(best({ name: 'Elsewhere', album: 'None yet' }));
  expect(await stage.publications.existing(none.id)).toMatchObject({ matched: 0, items: [] });
  for (const name of ['dawn.jpg', 'noon.jpg']) writeFileSync(join(stage.place, name), 'theirs');
  expect(Object.keys(stage.files())).toHaveLength(2);
  expect(await stage.publications.existing(id)).toMatchObject({
    matched: 1,
    ambiguous: 1,
    items: [
      { item: 'dawn.jpg', image_id: 1 },
      { item: 'noon.jpg', image_id: null, could_be: [2, 3] },
    ],
  });
  const dawn = { item: 'dawn.jpg', image_id: 1 };
  for (const wrong of [
    { item: 'noon.jpg', image_id: 2 },
    { item: 'none.jpg', image_id: 2 },
    { ...dawn, image_id: 2 },
  ])
    await expect(stage.publications.takeOver(id, { items: [dawn, wrong] })).rejects.toThrow('is not certain');
  expect(await kinds(stage, id)).toEqual({ new: 3 });
});

test('what another publication put there is not offered, and what was changed after the confirmation is told', async () => {
  const { stage, id } = await folderWithPictures();
  const other = stage.publications.add(best({ name: 'Other' }));
  await stage.publish(other.id);
  // Beside theirs, it got another name.
  expect((await stage.publications.existing(id)).items.map(({ name }) => name)).toEqual(['dawn.jpg', 'logo.jpg']);
  stage.use({
    wrap: (destination) => ({
      ...destination,
      claim(placed, mark, signal) {
        writeFileSync(join(stage.place, placed.id), 'changed meanwhile');
        return destination.claim(placed, mark, signal);
      },
    }),
  });
  const { taken, failed } = await stage.publications.takeOver(id, { items: [{ item: 'dawn.jpg', image_id: 1 }] });
  expect([taken, failed]).toEqual([
    0,
    [{ item: 'dawn.jpg', reason: expect.stringContaining('was changed there') as string }],
  ]);
  expect((await kinds(stage, id)).unchanged).toBeUndefined();
});

const TAKEN = '2026-05-01T08:00:00.000';

/** What a photo service has, and what of it was sent by us. */
const services = {
  async immich() {
    const service = await startImmich();
    const { server } = service;
    const album = await service.open().album('May', null, AbortSignal.timeout(5_000));
    server.albums.get(album)!.shared = true;
    return {
      service,
      put(name: string) {
        const asset = server.addByHand(picture(), name);
        asset.fileCreatedAt = `${TAKEN}Z`;
        const { id } = asset;
        server.albums.get(album)!.assets.add(id);
      },
      count: () => server.shown.length,
      stop: service.end,
    };
  },
  async piwigo() {
    const service = await startPiwigo();
    const { server } = service;
    const album = server.addAlbum('May', { status: 'public' });
    return {
      service,
      put(name: string) {
        const image = server.addByHand(picture(), name, album.id);
        image.dateCreation = TAKEN.slice(0, 19).replace('T', ' ');
      },
      count: () => server.images.size,
      stop: service.end,
    };
  },
};

test.each(['immich', 'piwigo'] as const)(
  'at %s, what is taken over is not sent, and a changed edit takes its place',
  async (kind) => {
    const { service, put, count, stop } = await services[kind]();
    onTestFinished(stop);
    const [first, ...others] = IMAGES;
    const stage = await publicationStage([{ ...first!, taken: TAKEN }, ...others]);
    stage.use({ wrap: (): Destination => service.open() });
    for (const name of ['dawn.jpg', 'theirs.jpg']) put(name);
    const { id } = stage.publications.add(best({ album: 'May' }));
    await stage.it.index.settled();
    const { items } = await stage.publications.existing(id);
    const dawn = items.find(({ name }) => name === 'dawn.jpg')!;
    expect([dawn.image_id, dawn.match]).toEqual([1, 'name-and-time']);
    const confirmed = { items: [{ item: dawn.item, image_id: 1 }] };
    expect(await stage.publications.takeOver(id, confirmed)).toEqual({ taken: 1, failed: [] });
    await stage.publish(id);
    expect([stage.made, count()]).toEqual([[2], 3]);
    stage.it.fixture.change("INSERT INTO history_hash (imgid, current_hash) VALUES (1, x'01')");
    await stage.publish(id);
    expect([stage.made, count(), await kinds(stage, id)]).toEqual([[2, 1], 3, { unchanged: 2 }]);
  },
);

test('what Piwigo found on its own disk cannot be marked, and is told', async () => {
  const { service, put, stop } = await services.piwigo();
  onTestFinished(stop);
  put('dawn.jpg');
  for (const image of service.server.images.values()) image.isSynchronized = true;
  const stage = await publicationStage([{ id: 1, filename: 'dawn.nef', stars: 5, taken: TAKEN }, IMAGES[1]!]);
  stage.use({ wrap: () => service.open() });
  const { id } = stage.publications.add(best({ album: 'May' }));
  await stage.it.index.settled();
  const [dawn] = (await stage.publications.existing(id)).items;
  const { taken, failed } = await stage.publications.takeOver(id, { items: [{ item: dawn!.item, image_id: 1 }] });
  expect([taken, failed.length, await kinds(stage, id)]).toEqual([0, 1, { new: 2 }]);
});
