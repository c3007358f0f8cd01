import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, test } from './safelight.ts';

test('previews for the whole library: begun, paused, resumed, done', async ({ page, folder, launch }) => {
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(1) }];
  const pictures = (await makePictures(join(folder, 'Pictures'), 3)).map((picture) => ({ ...picture, history }));
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await safelight.set({ renderer: 'darktable-cli' });
  await safelight.set({ queuesPaused: true });
  await page.goto(await safelight.signInLink('/settings/rendering'));
  const card = page.getByRole('region', { name: 'Previews of the whole library' });
  const status = card.getByRole('status');
  await card.getByRole('button', { name: 'Make all previews' }).click();
  await expect(status).toHaveText('0 of 3 · Nobody renders: the queues are paused.');
  await expect(card.getByRole('progressbar')).toBeVisible();
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(status).toHaveText('Paused · 0 of 3');
  await expectNoFindings(page);
  await card.getByRole('button', { name: 'Resume' }).click();
  await safelight.set({ queuesPaused: false });
  await expect(status).toHaveText('Done: 3 previews were made');

  await card.getByRole('button', { name: 'Make all previews' }).click();
  await expect(status).toHaveText('All previews are up to date.');
});
