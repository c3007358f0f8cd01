import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ChangeResult } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { FeedbackItem } from '../../../contract/publication-feedback.ts';
import type { Publication, PublicationPlan } from '../../../contract/publications.ts';
import { startImmich } from '../../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../../testing/photo-services/piwigo-stage.ts';
import { startApp } from '../../../testing/start-app.ts';

const scopes = ['images:read', 'images:write', 'previews:read', 'cache:refresh', 'admin'];

/** Four images that are published as they are: without stars, with 2, rejected, and one that nobody says anything about. */
async function published(destination: object) {
  const photos = mkdtempSync(join(tmpdir(), 'safelight-photos-'));
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
  const images = [1, 2, 3, 4].map((id) => ({
    id,
    filename: `${id}.jpg`,
    film: photos,
    stars: id === 2 ? 2 : 0,
    rejected: id === 3,
  }));
  for (const { id, filename } of images) writeFileSync(join(photos, filename), `photograph ${id}`);
  const app = await startApp({ library: images });
  const ask = async <Body>(method: string, path: string, body?: object) =>
    (await app.ask<Body>(method, `/api/v1${path}`, { scopes, body })).body;
  const recipe = await ask<{ id: number }>('POST', '/recipes', { name: 'Original', format: 'original' });
  const place = await ask<{ id: number }>('POST', '/destinations', { name: 'There', ...destination });
  const source = { ids: images.map(({ id }) => id) };
  const definition = { name: 'Best', source, recipe: recipe.id, destination: place.id, album: 'Best' };
  const { id } = await ask<Publication>('POST', '/publications', definition);
  const plan = await ask<PublicationPlan>('POST', `/publications/${id}/plan`);
  await ask('POST', `/publications/${id}/runs`, { plan: plan.id });
  await app.app.services.publications.settled();
  const path = `/publications/${id}/feedback`;
  const would = async (rule: string) =>
    Object.fromEntries(
      (await ask<{ items: FeedbackItem[] }>('GET', `${path}?rule=${rule}`)).items.map((item) => [
        item.image_id,
        item.would,
      ]),
    );
  const image = (imageId: number) => ask<ImageRecord>('GET', `/images/${imageId}`);
  return { app, ask, path, id, would, image };
}

test('what people made of pictures at Immich is shown, taken over by a rule as one change, and taken back by one undo', async () => {
  const immich = await startImmich();
  onTestFinished(immich.end);
  const key = immich.server.addKey(['all']);
  const { ask, path, id, would, image } = await published({ kind: 'immich', address: immich.address, key });
  const assets = [...immich.server.assets.values()];
  const assetOf = (name: string) => assets.find(({ originalFileName }) => originalFileName === name)!;
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) assetOf(name).rating = 5;
  assetOf('2.jpg').isFavorite = true;
  const [album] = immich.server.albums.keys();
  immich.server.comments.push({ albumId: album!, assetId: assetOf('1.jpg').id, comment: 'What a light!', user: 'Uwe' });
  const { items } = await ask<{ items: FeedbackItem[] }>('GET', path);
  expect(items.find(({ image_id }) => image_id === 1)).toMatchObject({
    stars: 5,
    our_stars: 0,
    comments: [{ author: 'Uwe', text: 'What a light!' }],
  });
  const [commented, favorite, rated] = ['feedback|commented', 'feedback|favorite', 'feedback|stars 5'];
  expect(await would('fill-empty')).toEqual({
    1: { rating: 5, tags: [commented] },
    2: { rating: null, tags: [favorite] },
    3: null,
    4: null,
  });
  expect(await would('theirs-win')).toMatchObject({ 2: { rating: 5, tags: [favorite] }, 3: null, 4: null });
  expect(await would('tags-only')).toMatchObject({
    1: { rating: null, tags: [commented, rated] },
    3: { rating: null, tags: [rated] },
  });

  const rule = { rule: 'theirs-win' };
  expect(await ask<ChangeResult>('POST', `${path}?dry_run=1`, rule)).toMatchObject({ change: null, changed: 2 });
  expect(await image(1)).toMatchObject({ rating: 0, tags: [] });
  const { change, changed } = await ask<ChangeResult>('POST', path, rule);
  expect([changed, await image(1), await image(2)]).toMatchObject([
    2,
    { rating: 5, tags: [commented] },
    { rating: 5, tags: [favorite] },
  ]);
  // The tags stay home, and the originals are as they were.
  expect((await ask<PublicationPlan>('POST', `/publications/${id}/plan`)).counts).toMatchObject({ unchanged: 4 });
  await ask('POST', `/changes/${change}/undo`);
  expect([await image(1), await image(2)]).toMatchObject([
    { rating: 0, tags: [] },
    { rating: 2, tags: [] },
  ]);
});

test('the average of visitors to Piwigo is rounded, and where nobody can say anything it is a conflict', async () => {
  const piwigo = await startPiwigo();
  onTestFinished(piwigo.end);
  const { app, path, id, would, ask } = await published({
    kind: 'piwigo',
    address: piwigo.address,
    key: piwigo.server.addKey(),
  });
  const [first] = piwigo.server.images.values();
  first!.rates.push(3, 4, 4);
  expect(Object.values(await would('fill-empty')).filter((each) => each !== null)).toEqual([{ rating: 4, tags: [] }]);
  piwigo.server.user.since = '2026-11-28 00:00:00';
  expect((await app.ask('GET', `/api/v1${path}`, { scopes })).status).toBe(409);
  const folder = await ask<{ id: number }>('POST', '/destinations', {
    name: 'Folder',
    kind: 'folder',
    folder: app.folder,
  });
  const definition = await ask<Publication>('GET', `/publications/${id}`);
  const { name, source, recipe } = definition;
  await ask('PUT', `/publications/${id}`, { name, source, recipe, destination: folder.id });
  expect((await app.ask('GET', `/api/v1${path}`, { scopes })).status).toBe(409);
});
