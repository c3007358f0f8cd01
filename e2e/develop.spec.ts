import { makeRichLibrary } from './rich-library.ts';
import { expect, expectPixels, signIn, test } from './safelight.ts';

test.describe('develop modules', () => {
  test.beforeEach(async ({ page, folder, launch }) => {
    const safelight = await launch(await makeRichLibrary(folder));
    await signIn(page, safelight);
    await page.goto(`${safelight.url}/images/1?panel=develop`);
    await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }).first(), 700);
  });

  test('stand in the order of the history, with their switches and instances', async ({ page }) => {
    const modules = page.getByRole('list', { name: 'History, newest first' });
    await expect(modules.getByRole('button', { expanded: false })).toHaveText([
      'nobodyknows',
      'exposuresky',
      'lowlight vision',
      'color balance',
      'tone curve',
      'exposure',
    ]);
    await expect(page.getByRole('switch', { name: 'lowlight vision on or off' })).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'tone curve on or off' })).toBeChecked();
    await modules.getByRole('button', { name: 'nobodyknows' }).click();
    await expect(modules).toContainText('version 3 is not known');
  });

  test('are changed by typing, pulling and double-clicking, and taken back', async ({ page }) => {
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    const field = page.getByRole('spinbutton', { name: 'exposure', exact: true });
    await expect(field).toHaveValue('0.5');
    await field.fill('1.25');
    await field.press('Enter');
    const note = page.getByRole('status').filter({ hasText: /Stor/ });
    await expect(note).toContainText(/Stored/);
    await page.reload();
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    await expect(field).toHaveValue('1.25');

    const slider = page.getByRole('slider', { name: 'exposure', exact: true });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(note).toContainText(/Stored/);
    await expect(field).toHaveValue('1.26');
    await slider.dblclick({ position: { x: 3, y: 8 }, force: true });
    await expect(field).toHaveValue('0');

    await page.getByRole('button', { name: 'Undo the last change of exposure', exact: true }).click();
    await expect(field).not.toHaveValue('0');
  });

  test('a value that is not allowed is refused in plain words', async ({ page, allowedComplaints }) => {
    allowedComplaints.push(/400 \(Bad Request\)/);
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    const field = page.getByRole('spinbutton', { name: 'exposure', exact: true });
    await field.fill('99');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText('exposure');
    await expect(field).toHaveValue('0.5');
  });

  test('are switched off and on', async ({ page }) => {
    const toggle = page.getByRole('switch', { name: 'tone curve on or off' });
    await toggle.click();
    await expect(page.getByRole('status').filter({ hasText: /Stored/ })).toBeVisible();
    await page.reload();
    await expect(toggle).not.toBeChecked();
  });

  test('curves are moved by their points', async ({ page }) => {
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    const point = page.getByRole('slider', { name: 'Point 2 of 3' });
    await expect(point).toHaveAttribute('aria-valuetext', '0.4 → 0.3');
    await point.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(point).toHaveAttribute('aria-valuetext', '0.41 → 0.32');
    await expect(page.getByRole('status').filter({ hasText: /Stored/ })).toBeVisible();
    const box = (await point.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 });
    await page.mouse.up();
    await expect(point).not.toHaveAttribute('aria-valuenow', '0.32');
    const moved = await point.getAttribute('aria-valuetext');
    await expect(page.getByRole('status').filter({ hasText: /Stored/ })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    await expect(point).toHaveAttribute('aria-valuetext', moved!);
  });
});
