import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { heading } from './gallery-page.ts';
import { stored, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { type Client, expect, makePictures, test, tile } from './safelight.ts';

test('a long change says how far it is, and can be canceled; what is done stays, and can be taken back', async ({
  page,
  folder,
  launch,
}) => {
  await page.addInitScript(
    // Where tabs cannot share the stream, each has its own.
    'delete SharedWorker; const Own = EventSource; EventSource = class extends Own { constructor(url) { super(url); window.news = this; } };',
  );
  const safelight = await own(page, folder, launch);
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('Control+a');
  // A darktable that takes its time, and is told to stop after one picture.
  const cancel = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/images', async (route) => {
    await cancel.promise;
    const answer = await route.fetch({ postData: JSON.stringify({ ids: [1], change: { rating: 5 } }) });
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), failed: 2 } });
  });
  await page.route('**/api/v1/changes/1', async (route) => {
    expect(route.request().method()).toBe('DELETE');
    cancel.resolve(undefined);
    await route.fulfill({ json: {} });
  });
  await page.keyboard.press('5');
  await expect(tile(page, /5 stars/)).toHaveCount(3);
  const { client_id: client } = (await (await page.request.get(`${safelight.url}/session`)).json()) as Client;
  const news = (progress: object) => {
    const data = JSON.stringify({ kind: 'decision', undoes: null, of: 3, state: 'running', ...progress });
    return page.evaluate(`news.dispatchEvent(new MessageEvent('change-progress', { data: '${data}' }))`);
  };
  await news({ change: 2, client: 'somebody else', done: 2 });
  await news({ change: 3, kind: 'history', client, done: 2 });
  await news({ change: 1, client, done: 1 });
  await expect(told(page)).toContainText('5 stars: 1 of 3 pictures');
  await expect(told(page).getByRole('progressbar')).toHaveAttribute('value', '1');
  await expectNoFindings(page);
  await told(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(told(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(told(page)).toContainText('5 stars: 1 of 3 pictures');
  await expect(tile(page, /5 stars/)).toHaveCount(1);
  await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: 5 });
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(told(page)).toContainText('Undone: 5 stars, 1 picture');
  await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: 0 });

  // What was taken back is done again, and taken back once more.
  await page.unroute('**/api/v1/images');
  for (const [key, words, rating] of [
    ['Control+Shift+z', '5 stars: 1 picture', 5],
    ['Control+z', 'Undone: 5 stars, 1 picture', 0],
    ['Control+y', '5 stars: 1 picture', 5],
    ['Control+y', 'There is nothing to redo.', 5],
  ] as const) {
    await page.keyboard.press(key);
    await expect(told(page)).toContainText(words);
    await expect(tile(page, /5 stars/)).toHaveCount(rating > 0 ? 1 : 0);
    await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating });
  }
  // However quickly one goes to and fro.
  for (const key of ['z', 'Shift+z', 'z', 'Shift+z', 'z', 'Shift+z', 'z']) await page.keyboard.press(`Control+${key}`);
  await expect(tile(page, /5 stars/)).toHaveCount(0);
  await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: 0 });
  await expect(told(page)).toContainText('Undone: 5 stars, 1 picture');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('There is nothing to undo.');
});

test('more pictures than one request takes are rated in parts, and undone in one step', async ({
  page,
  folder,
  launch,
}) => {
  const [model] = await makePictures(join(folder, 'Pictures'), 1);
  const images = Array.from({ length: 10_001 }, (_, at) => ({ ...model!, id: at + 1, version: at }));
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await expect(heading(page, '10,001 pictures')).toBeVisible();
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(new URL(request.url()).pathname);
  });
  await tile(page, /^harbour-001\.jpg/)
    .first()
    .focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('4');
  await expect(told(page)).toContainText('4 stars: 10,001 pictures');
  await expect.poll(() => stored(page, safelight, 10_001)).toMatchObject({ rating: 4 });
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('Undone: 4 stars, 10,001 pictures');
  await expect.poll(() => stored(page, safelight, 10_001)).toMatchObject({ rating: 0 });
  // Most of them are not on the page: the service says whether all have the label.
  await page.keyboard.press('F1');
  await expect(told(page)).toContainText('Labeled red: 10,001 pictures');
  await page.keyboard.press('F1');
  await expect(told(page)).toContainText('No longer labeled red: 10,001 pictures');
  expect(asked.filter((path) => path === '/api/v1/images').length).toBe(2 + 2 + 2 + 2);
  expect(asked.filter((path) => path?.endsWith('/undo')).length).toBe(2);
});
