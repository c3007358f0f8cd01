import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { filter, heading } from './gallery-page.ts';
import { changeElsewhere, record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

// Three pictures: harbour-001 without stars, larch-002 with one, harbour-003 with two.
const panel = (page: Page) => page.getByRole('complementary', { name: 'Tags and texts' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Add a tag' });
const tags = (page: Page, list = /^On th/) => panel(page).getByRole('list', { name: list }).getByRole('checkbox');
const ODD = '"quoted" 🦭';

test('T opens the tags: one is completed, one is new, all or only some have it, and one step takes it back', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { tags: { add: ['places|Iceland', 'sea'] } });
  await changeElsewhere(page, safelight, 2, { tags: { add: ['sea', ODD] } });
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('t');
  await expect(field(page)).toBeFocused();
  await expect(tags(page)).toHaveText(['places › Iceland', 'sea']);

  // By a part of the full name; Enter takes the first.
  await field(page).fill('quot');
  await expect(page.getByRole('option', { name: ODD, exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tags(page)).toHaveText([ODD, 'places › Iceland', 'sea']);
  // Enter may be faster than the answer: it does not take what other letters found.
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/tags?search=seal**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await field(page).fill('sea');
  await expect(page.getByRole('option', { name: 'sea', exact: true })).toBeVisible();
  await field(page).fill('seal');
  await page.keyboard.press('Enter');
  held.resolve(undefined);
  await expect(tags(page)).toHaveText([ODD, 'places › Iceland', 'sea', 'seal']);
  await panel(page).getByRole('button', { name: 'Remove seal' }).click();
  await field(page).fill('places | Skógafoss');
  await expect(page.getByRole('option', { name: 'New tag: places › Skógafoss' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('Tagged places › Skógafoss: 1 picture');
  await expect
    .poll(async () => (await record(page, safelight, 1)).tags.toSorted())
    .toEqual([ODD, 'places|Iceland', 'places|Skógafoss', 'sea']);

  // The panel follows what is selected.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('t');
  await expect(panel(page).getByRole('heading', { name: '3 pictures' })).toBeVisible();
  const one = (name: string) => tags(page).filter({ hasText: name });
  await expect(one('sea')).toHaveText('sea2 of 3');
  await expect(one('sea')).toHaveAttribute('aria-checked', 'mixed');
  await one('sea').click();
  await expect(one('sea')).toBeChecked();
  await expect(one('sea')).toHaveText('seaAll 3');
  await expect.poll(async () => (await record(page, safelight, 3)).tags).toEqual(['sea']);
  await panel(page)
    .getByRole('button', { name: `Remove ${ODD}` })
    .click();
  await expect(one('quoted')).toHaveCount(0);
  await expect.poll(async () => (await record(page, safelight, 2)).tags).toEqual(['sea']);
  await panel(page).getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText(`Undone: No longer tagged ${ODD}`);
  await expect(one('quoted')).toHaveText(`${ODD}2 of 3`);
});

test('the tags used last and the tree give tags, too; the numbers of the filter follow', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { tags: { add: ['places|Iceland'] } });
  await filter(page, 'Tag').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Expand places' }).click();
  await expect(page.getByRole('button', { name: 'Iceland 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('t');
  await panel(page).getByRole('button', { name: 'Expand places' }).click();
  const leaf = panel(page)
    .getByRole('list', { name: 'places' })
    .getByRole('checkbox', { name: /^Iceland/ });
  await expect(leaf).not.toBeChecked();
  await leaf.click();
  await expect(leaf).toBeChecked();
  await expect(leaf).toHaveText('Iceland2');
  await tile(page, /^harbour-003\.jpg/).focus();
  await expect(panel(page).getByText('No tags yet.')).toBeVisible();
  await tags(page, /^Last used/).click();
  await expect(tags(page)).toHaveText('places › Iceland');
  await filter(page, 'Tag').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Expand places' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Iceland/ })).toHaveText('Iceland3');
});

test('tags are renamed with their branch, merged, deleted and created in the tree, and each is taken back', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/409 \(Conflict\)/, /500 \(Internal Server Error\)/);
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { tags: { add: ['places|Italy|Rome', 'sea'] } });
  await changeElsewhere(page, safelight, 2, { tags: { add: ['places|Italy', 'ocean'] } });
  const tagsOf = async (id: number) => (await record(page, safelight, id)).tags.toSorted();
  const tree = panel(page).getByRole('list', { name: 'All tags' });
  const dialog = page.getByRole('dialog');
  const act = async (tag: string, action: string) => {
    await panel(page)
      .getByRole('button', { name: `Actions for ${tag}`, exact: true })
      .click();
    await dialog.getByRole('button', { name: action }).click();
  };
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('t');
  await panel(page).getByRole('button', { name: 'Expand places' }).click();
  await tree.getByRole('checkbox', { name: /^Italy/ }).click();
  await expect.poll(() => tagsOf(1)).toEqual(['places|Italy', 'places|Italy|Rome', 'sea']);

  // By keys alone; the branch moves, and what was used last has its new name.
  await panel(page).getByRole('button', { name: 'Actions for places › Italy', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Rename or move' }).press('Enter');
  const renaming = page.getByRole('dialog', { name: 'Rename or move places › Italy' });
  await expect(renaming.getByLabel('Full name')).toBeFocused();
  await expect(renaming).toContainText('The tags below it move with it.');
  await page.keyboard.press('Escape');
  await expect(panel(page).getByRole('button', { name: 'Actions for places › Italy', exact: true })).toBeFocused();
  await act('places › Italy', 'Rename or move');
  await renaming.getByLabel('Full name').fill('sea');
  await page.keyboard.press('Enter');
  await expect(renaming.getByRole('alert')).toContainText('There is a tag sea already');
  await renaming.getByLabel('Full name').fill('travel › | x');
  await expect(renaming).toContainText('Each | stands between two names.');
  await expect(renaming.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await renaming.getByLabel('Full name').fill('travel › Italia');
  await expectNoFindings(page);
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('Tag places › Italy renamed to travel › Italia: 2 pictures');
  await expect(tags(page)).toHaveText(['sea', 'travel › Italia', 'travel › Italia › Rome']);
  expect(await tagsOf(2)).toEqual(['ocean', 'travel|Italia']);
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(told(page)).toContainText('Undone: Tag places › Italy renamed to travel › Italia, 2 pictures');
  await expect(tags(page)).toHaveText(['places › Italy', 'places › Italy › Rome', 'sea']);

  await act('ocean', 'Merge into another tag');
  const merging = page.getByRole('dialog', { name: 'Merge ocean' });
  await merging.getByRole('searchbox', { name: 'Search tags' }).fill('e');
  await merging.getByRole('radio', { name: /^sea/ }).check();
  await expect(merging).toContainText('ocean becomes sea.');
  await expectNoFindings(page);
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(told(page)).toContainText('Tag ocean merged into sea: 1 picture');
  await expect(tree.getByRole('checkbox', { name: /^sea/ })).toHaveText('sea2');
  expect(await tagsOf(2)).toEqual(['places|Italy', 'sea']);

  await act('sea', 'Delete');
  const deleting = page.getByRole('dialog', { name: 'Delete sea?' });
  await expect(deleting).toContainText('2 pictures have it.');
  await expectNoFindings(page);
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(told(page)).toContainText('Tag sea deleted: 2 pictures');
  await expect(tree.getByRole('checkbox', { name: /^sea/ })).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: 'New tag' })).toBeFocused();
  // As many steps back as for decisions.
  for (const words of [
    'Tag sea deleted, 2 pictures',
    'Tag ocean merged into sea, 1 picture',
    'Tagged places › Italy',
  ]) {
    await page.keyboard.press('Control+z');
    await expect(told(page)).toContainText(`Undone: ${words}`);
  }
  await expect.poll(() => tagsOf(1)).toEqual(['places|Italy|Rome', 'sea']);
  expect(await tagsOf(2)).toEqual(['ocean', 'places|Italy']);

  // A branch that is no tag itself can only get tags below it.
  await panel(page).getByRole('button', { name: 'Actions for places', exact: true }).click();
  await expect(dialog.getByRole('button')).toHaveText('New tag below it…');
  await dialog.getByRole('button').click();
  // Playwright would put the caret in front of what is there.
  await expect(dialog.getByLabel('Full name')).toBeFocused();
  await dialog.getByLabel('Full name').pressSequentially('Malta');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('Tag places › Malta created');
  await expect(tree.getByRole('checkbox', { name: 'Malta' })).toBeVisible();

  const darktable = await startDarktableProcess(folder, join(folder, 'darktable', 'library.db'));
  try {
    await act('sea', 'Delete');
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await expect(deleting.getByRole('alert')).toContainText('Close darktable');
  } finally {
    await darktable.end();
  }
  expect(await tagsOf(1)).toContain('sea');
});

test("darktable's own tags are not offered, and names that cannot be are told", async ({ page, folder, launch }) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  Object.assign(pictures[0]!, { tags: ['darktable|changed', 'dark sky'] });
  const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file);
  await page.goto(await safelight.signInLink());
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('t');
  await expect(tags(page)).toHaveText(['dark sky']);
  await field(page).fill('dark');
  const choices = page.getByRole('listbox', { name: 'Tags to choose from' }).getByRole('option');
  await expect(choices).toHaveText(['dark sky', 'New tag: dark']);
  await field(page).fill('darktable|changed');
  await expect(panel(page)).toContainText('belong to darktable itself');
  await expect(choices).toHaveCount(0);
  await field(page).fill('places||Rome');
  await expect(panel(page)).toContainText('Each | stands between two names.');
  await page.keyboard.press('Enter');
  const long = 'a very long name '.repeat(40).trim();
  await field(page).fill(long);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await record(page, safelight, 1)).tags).toContain(long);
  // It stays within the panel.
  const overflow = `document.querySelector('aside').scrollWidth - document.querySelector('aside').clientWidth`;
  expect(await page.evaluate(overflow)).toBe(0);
});

test('of more pictures than the page has seen, the service tells what they share', async ({ page, folder, launch }) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 300);
  pictures.forEach((picture, at) => Object.assign(picture, { tags: at < 280 ? ['all', 'most'] : ['all'] }));
  const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file);
  await page.goto(await safelight.signInLink());
  await expect(heading(page, '300 pictures')).toBeVisible();
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('t');
  await expect(tags(page)).toHaveText(['allAll 300', 'most280 of 300']);
  await tags(page).filter({ hasText: 'most' }).click();
  await expect(tags(page)).toHaveText(['allAll 300', 'mostAll 300']);
  await expect(told(page)).toContainText('Tagged most: 300 pictures');
  expect((await record(page, safelight, 300)).tags).toEqual(['all', 'most']);
});

test('the open picture has the same panel, also in German', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await page.goto(`${safelight.url}/images/1`);
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(field(page)).toBeFocused();
  await field(page).fill('sea');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await record(page, safelight, 1)).tags).toEqual(['sea']);
  await page.evaluate("localStorage.setItem('language', 'de')");
  await page.reload();
  const german = page.getByRole('complementary', { name: 'Schlagwörter und Texte' });
  await expect(german.getByRole('list', { name: 'An diesem Bild' })).toHaveText('sea');
  await german.getByRole('button', { name: 'Texte und Ort' }).click();
  await german.getByLabel('Breite').fill('91,5');
  await page.keyboard.press('Tab');
  await expect(german).toContainText('Breite: eine Zahl von -90 bis 90, zum Beispiel 48,1372.');
  await expectNoFindings(page);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 1100, isMobile: width < 500, reducedMotion: 'reduce' });

    test('the panel and the bar of the selection have no findings, and no message covers the bar', async ({
      page,
      folder,
      launch,
    }) => {
      const safelight = await own(page, folder, launch);
      await changeElsewhere(page, safelight, 1, { tags: { add: ['places|Iceland', 'sea'] }, title: 'Coast' });
      await tile(page, /^harbour-001\.jpg/).focus();
      await page.keyboard.press('Control+a');
      const bar = page.getByRole('region', { name: 'Selected pictures' });
      await bar.getByRole('button', { name: '4 stars' }).click();
      await expect(told(page)).toContainText('4 stars: 3 pictures');
      const [above, below] = [await told(page).boundingBox(), await bar.boundingBox()];
      expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
      // Fingers need room.
      const boxes = await Promise.all((await bar.getByRole('button').all()).map((each) => each.boundingBox()));
      const smallest = Math.min(...boxes.flatMap((box) => [box!.width, box!.height]));
      expect(smallest).toBeGreaterThanOrEqual(width < 500 ? 44 : 28);
      await bar.getByRole('button', { name: 'blue' }).click();
      await bar.getByRole('button', { name: 'Reject' }).click();
      await expect(tile(page, /rejected, labeled blue/)).toHaveCount(3);
      await bar.getByRole('button', { name: 'Tags', exact: true }).click();
      await expect(tags(page)).toHaveCount(2);
      const menus = panel(page).getByRole('button', { name: /^Actions for|^New tag/ });
      await expect(menus).toHaveCount(3);
      const sizes = await Promise.all((await menus.all()).map((each) => each.boundingBox()));
      const least = Math.min(...sizes.flatMap((box) => [box!.width, box!.height]));
      expect(least).toBeGreaterThanOrEqual(width < 1100 ? 44 : 32);
      await expectNoFindings(page);
      await panel(page).getByRole('button', { name: 'Texts and place' }).click();
      await expect(panel(page).getByLabel('Title', { exact: true })).toHaveAttribute('placeholder', 'different values');
      await expectNoFindings(page);
    });
  });
}
