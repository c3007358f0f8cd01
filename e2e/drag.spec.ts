import { changeElsewhere, record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, test, tile } from './safelight.ts';

// Three pictures: harbour-001 without stars, larch-002 with one, harbour-003 with two.

test('a picture, or the selection, is dragged onto stars, a label or a tag', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { tags: { add: ['sea'] } });
  const drag = async (name: RegExp, target: string) => {
    await tile(page, name).hover();
    await page.mouse.down();
    await page.mouse.move(400, 500, { steps: 4 });
    await page.locator(target).hover();
    await page.mouse.up();
  };
  await drag(/^larch-002/, '[data-drop="4 stars"]');
  await expect(told(page)).toContainText('4 stars: 1 picture');
  await expect(page.locator('[data-drop]')).toHaveCount(0);
  await tile(page, /^harbour-001/).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await drag(/^harbour-001/, '[data-drop=blue]');
  await expect(told(page)).toContainText('Labeled blue: 2 pictures');
  // A picture outside of the selection goes alone.
  await drag(/^harbour-003/, '[data-drop=Reject]');
  await expect(told(page)).toContainText('Rejected: 1 picture');
  await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 0, color_labels: ['blue'] });
  await expect.poll(() => record(page, safelight, 2)).toMatchObject({ rating: 4, color_labels: ['blue'] });
  await expect.poll(() => record(page, safelight, 3)).toMatchObject({ rating: -1, color_labels: [] });

  // The tags of the panel are targets, too.
  await page.keyboard.press('Escape');
  await tile(page, /^harbour-001/).focus();
  await page.keyboard.press('t');
  // The pictures move aside for the panel.
  const sea = 'aside ul[aria-label="On this picture"] [role=checkbox]';
  await expect(page.locator(sea)).toBeVisible();
  await drag(/^harbour-003/, sea);
  await expect(told(page)).toContainText('Tagged sea: 1 picture');
  await expect.poll(() => record(page, safelight, 3)).toMatchObject({ tags: ['sea'] });
});

test('stars and labels are clicked on a picture; the first star, clicked again, clears', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await tile(page, /^harbour-003/).hover();
  const item = page.getByRole('listitem').filter({ hasText: 'harbour-003.jpg' });
  const stars = item.getByRole('group', { name: 'Stars' });
  await expect(stars.getByRole('button', { name: '2 stars' })).toHaveAttribute('aria-pressed', 'true');
  await stars.getByRole('button', { name: '4 stars' }).click();
  await expect(tile(page, 'harbour-003.jpg, 4 stars')).toBeVisible();
  await item.getByRole('group', { name: 'Color labels' }).getByRole('button', { name: 'green' }).click();
  await expect(tile(page, 'harbour-003.jpg, 4 stars, labeled green')).toBeVisible();
  for (const words of ['1 star', 'not rated']) {
    await stars.getByRole('button', { name: '1 star' }).click();
    await expect(tile(page, `harbour-003.jpg, ${words}, labeled green`)).toBeVisible();
  }
  await expect.poll(() => record(page, safelight, 3)).toMatchObject({ rating: 0, color_labels: ['green'] });
  // By keyboard: one stop for the stars, with arrows inside.
  await tile(page, /^harbour-001/).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(tile(page, 'harbour-001.jpg, 2 stars')).toBeVisible();
  expect(page.url()).not.toContain('/images/');
});
