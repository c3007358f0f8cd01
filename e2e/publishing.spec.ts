import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Destination } from '../src/contract/destinations.ts';
import type { Publication } from '../src/contract/publications.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

test('a folder is set up, pictures are published to it, and what was deleted there is asked for', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/409 \(Conflict\)/);
  const place = join(folder, 'Published');
  await mkdir(place);
  const pictures = await makePictures(join(folder, 'Pictures'), 2);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await page.request.post(`${safelight.url}/api/v1/recipes`, {
    headers: { origin: safelight.url },
    data: { name: 'Web', size: { by: 'long-edge', pixels: 120 }, keep: ['stars'] },
  });
  // The head of a page that still waits for the library, and its menu, give way to those of the gallery.
  await expect(tile(page, /./).first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Publishing' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is published yet' })).toBeVisible();

  await page.getByRole('button', { name: 'New destination' }).click();
  const where = page.getByRole('dialog', { name: 'New destination' });
  await where.getByLabel('Name', { exact: true }).fill('Drive');
  await where.getByLabel('Folder', { exact: true }).fill(join(folder, 'Pictures'));
  await where.getByRole('button', { name: 'Save' }).click();
  await expect(where.getByRole('alert')).toContainText('Choose one outside film rolls.');
  await where.getByLabel('Folder', { exact: true }).fill(place);
  await expectNoFindings(page);
  await where.getByRole('button', { name: 'Save' }).click();
  const destinations = page.getByRole('region', { name: 'Destinations' });
  await destinations.getByRole('button', { name: 'Test' }).click();
  await expect(destinations.getByRole('status')).toHaveText('It works.');

  await page.getByRole('button', { name: 'New publication' }).click();
  const what = page.getByRole('dialog', { name: 'New publication' });
  await what.getByLabel('Name', { exact: true }).fill('Everything');
  await what.getByLabel('Album or folder there').fill('Harbour');
  await expectNoFindings(page);
  await what.getByRole('button', { name: 'Save' }).click();

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Everything' }) });
  await card.getByRole('button', { name: 'Publish…' }).click();
  const plan = page.getByRole('dialog', { name: 'Publish Everything' });
  await expect(plan.getByRole('listitem')).toHaveText(['2 New']);
  await expectNoFindings(page);
  await plan.getByRole('button', { name: 'Publish' }).click();
  await expect(card).toContainText('2 pictures there');
  expect((await readdir(join(place, 'Harbour'))).sort()).toEqual(['harbour-001.jpg', 'larch-002.jpg']);

  await page.goBack();
  const mark = tile(page, /^larch-002/)
    .locator('..')
    .locator('[data-mark^="published"]');
  await expect(mark).toHaveAttribute('data-mark', 'published');
  await expect(mark).toHaveAttribute('title', /^Published in Everything, as of [^.]+\.$/);
  await tile(page, /^larch-002.*Published in Everything/).focus();
  await page.keyboard.press('4');
  await expect(mark).toHaveAttribute('data-mark', 'published-outdated');
  await expect(mark).toHaveAttribute('title', /Changed since\.$/);
  await expect(tile(page, /^harbour-001.*Published in Everything, as of [^.]+\.$/)).toBeVisible();
  await page.keyboard.press('Enter');
  const facts = page.getByRole('complementary', { name: 'About this picture' });
  await expect(facts.getByRole('link', { name: 'Everything' })).toHaveAttribute('href', '/publishing');
  await expect(facts).toContainText('Changed since.');
  await expectNoFindings(page);
  // There is one publication, which finds its pictures itself.
  await page.getByRole('navigation', { name: 'Picture' }).getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(plan.getByRole('listitem')).toHaveText(['1 Metadata changed', '1 Up to date']);
  await plan.getByRole('button', { name: 'Cancel' }).click();

  // Of two, the one by hand gets the picture with the run, and not before.
  const publications = `${safelight.url}/api/v1/publications`;
  const [first] = ((await (await page.request.get(publications)).json()) as { items: Publication[] }).items;
  const { recipe, destination } = first!;
  const added = await page.request.post(publications, {
    headers: { origin: safelight.url },
    data: { name: 'By hand', source: { ids: [1] }, recipe, destination, album: 'Hand' },
  });
  const byHand = `${publications}/${((await added.json()) as Publication).id}`;
  await page.keyboard.press('Escape');
  await expect(tile(page, /^larch-002/)).toBeFocused();
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'By hand 1 picture is added' }).click();
  const plans = page.getByRole('dialog', { name: 'Publish By hand' });
  await expect(plans.getByRole('status')).toContainText('The picture is added to it.');
  await expect(plans.getByRole('listitem')).toHaveText(['2 New']);
  await expectNoFindings(page);
  expect(((await (await page.request.get(byHand)).json()) as Publication).source).toEqual({ ids: [1] });
  await plans.getByRole('button', { name: 'Publish' }).click();
  await expect(mark).toHaveAttribute(
    'title',
    /Published in By hand, as of [^.]+\.\nPublished in Everything.*Changed since\.$/,
  );
  await expect.poll(() => readdir(join(place, 'Hand'))).toHaveLength(2);
  await page.request.delete(byHand, { headers: { origin: safelight.url } });
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Publishing' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await rm(join(place, 'Harbour', 'harbour-001.jpg'));
  await card.getByRole('button', { name: 'Publish…' }).click();
  await expect(plan.getByRole('listitem')).toHaveText(['1 Metadata changed', '1 Deleted there']);
  await plan.getByRole('checkbox', { name: 'Send again what was deleted there' }).check();
  await expectNoFindings(page);
  await plan.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => readdir(join(place, 'Harbour'))).toHaveLength(2);
  await expectNoFindings(page);

  // What the deleted publication left is recognized, and what is confirmed needs no upload.
  const left = await page.request.post(publications, {
    headers: { origin: safelight.url },
    data: { name: 'Taken over', source: { ids: [1, 2] }, recipe, destination, album: 'Hand' },
  });
  const takenOver = `${publications}/${((await left.json()) as Publication).id}`;
  await page.reload();
  const later = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Taken over' }) });
  await later.getByRole('button', { name: 'Already there…' }).click();
  const existing = page.getByRole('dialog', { name: 'Already there: Taken over' });
  await expect(existing.getByRole('listitem')).toHaveText([
    '2 Recognized',
    '0 Could be several pictures',
    '0 Not recognized',
  ]);
  await existing.getByRole('checkbox', { name: /^larch-002\.jpg Same name/ }).check();
  await expectNoFindings(page);
  await existing.getByRole('button', { name: 'Take over' }).click();
  await expect(existing.getByRole('status')).toContainText('1 picture was taken over.');
  await expect(existing.getByRole('checkbox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(later).toContainText('1 picture there');
  // Nobody can say anything about files in a folder.
  await later.getByRole('button', { name: 'Feedback…' }).click();
  const feedback = page.getByRole('dialog', { name: 'What people made of Taken over' });
  await expect(feedback.getByRole('alert')).toContainText('nobody can say anything');
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.request.delete(takenOver, { headers: { origin: safelight.url } });

  // While it is used it stays, and the question says why.
  await destinations.getByRole('button', { name: 'Change Drive' }).click();
  await page.getByRole('dialog', { name: 'Change Drive' }).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the destination Drive?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('The publication Everything uses it.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');

  // What was entered goes again, and can be cleared.
  const all = `${safelight.url}/api/v1/destinations`;
  const cloud = { name: 'Cloud', kind: 'webdav', address: 'https://cloud.example.org/dav', user: 'u', password: 'p' };
  await page.request.post(all, { headers: { origin: safelight.url }, data: cloud });
  await page.reload();
  await destinations.getByRole('button', { name: 'Change Cloud' }).click();
  const clouds = page.getByRole('dialog', { name: 'Change Cloud' });
  await clouds.getByRole('checkbox', { name: 'Password: remove what is stored' }).check();
  await expect(clouds.getByLabel('Password', { exact: true })).toBeDisabled();
  await expectNoFindings(page);
  await clouds.getByRole('button', { name: 'Save' }).click();
  await expect(clouds).toHaveCount(0);
  const kept = ((await (await page.request.get(all)).json()) as { items: Destination[] }).items;
  expect(kept.find(({ name }) => name === 'Cloud')?.secrets).toEqual([]);

  await card.getByRole('button', { name: 'Change Everything' }).click();
  await page.getByRole('dialog', { name: 'Change Everything' }).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the publication Everything?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('heading', { name: 'Nothing is published yet' })).toBeVisible();
  expect(await readdir(join(place, 'Harbour'))).toHaveLength(2);
});
