import type { Page } from '@playwright/test';
import { richHistory } from './rich-library.ts';
import { expect, expectPixels, makePictures, signIn } from './safelight.ts';
import { developPage, type SharedSafelight, test } from './shared-safelight.ts';

async function developingRich(page: Page, shared: SharedSafelight): Promise<void> {
  const id = await shared.add(async (film) => ({ ...(await makePictures(film, 1))[0]!, history: richHistory }));
  await signIn(page, shared);
  await page.goto(`${shared.url}${developPage(id)}`);
}

test.describe('develop modules', () => {
  test.beforeEach(async ({ page, shared }) => {
    await developingRich(page, shared);
    await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }).first(), 700);
  });

  test('stand as in darktable: by group, the last of the pipe first, with their switches and instances', async ({
    page,
  }) => {
    const modules = page.getByRole('list', { name: 'Modules' });
    await expect(modules.getByRole('button', { expanded: false })).toHaveText([
      'tone curve',
      'color balance',
      'exposure',
      'exposuresky',
      'nobodyknows',
    ]);
    await expect(page.getByRole('switch', { name: 'tone curve on or off' })).toBeChecked();
    const groups = page.getByRole('tablist', { name: 'Groups of modules' });
    await groups.getByRole('tab', { name: 'effects' }).click();
    await expect(modules.getByRole('button', { expanded: false })).toHaveText(['lowlight vision']);
    await expect(page.getByRole('switch', { name: 'lowlight vision on or off' })).not.toBeChecked();
    await groups.getByRole('tab', { name: 'active 5' }).click();
    await modules.getByRole('button', { name: 'nobodyknows' }).click();
    await expect(modules).toContainText('version 3 is not known');
  });

  test('are changed by typing, pulling and double-clicking, and taken back', async ({ page }) => {
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    const field = page.getByRole('spinbutton', { name: 'exposure', exact: true });
    await expect(field).toHaveValue('+0.500 EV');
    await field.fill('1.25');
    await field.press('Enter');
    const note = page.getByRole('status').filter({ hasText: /Sav/ });
    await expect(note).toContainText(/Saved/);
    await page.reload();
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    await expect(field).toHaveValue('+1.250 EV');

    const slider = page.getByRole('slider', { name: 'exposure', exact: true });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(note).toContainText(/Saved/);
    await expect(field).toHaveValue('+1.300 EV');
    await slider.dblclick({ position: { x: 3, y: 8 }, force: true });
    await expect(field).toHaveValue('+0.000 EV');

    await page.getByRole('button', { name: 'Undo the last change of exposure', exact: true }).click();
    await expect(field).not.toHaveValue('+0.000 EV');
  });

  test('a value that is not allowed is refused at its field, in its unit, and nothing is sent', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await page.getByRole('button', { name: 'exposure', exact: true }).click();
    const field = page.getByRole('spinbutton', { name: 'exposure', exact: true });
    await field.fill('99');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('-18.000 EV to +18.000 EV only');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('much');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Enter a number, such as 0.5, 50% or 1/3');
    await field.press('Escape');
    await expect(field).toHaveValue('+0.500 EV');
    expect(sent).toEqual([]);
  });

  test('are switched off and on', async ({ page }) => {
    const toggle = page.getByRole('switch', { name: 'tone curve on or off' });
    await toggle.click();
    await expect(page.getByRole('status').filter({ hasText: /Saved/ })).toBeVisible();
    // It stays in sight until the group is chosen again.
    await expect(toggle).not.toBeChecked();
    await page.reload();
    await page.getByRole('tab', { name: 'grading' }).click();
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
    await expect(page.getByRole('status').filter({ hasText: /Saved/ })).toBeVisible();
    const box = (await point.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 5 });
    await page.mouse.up();
    await expect(point).not.toHaveAttribute('aria-valuenow', '0.32');
    const moved = await point.getAttribute('aria-valuetext');
    await expect(page.getByRole('status').filter({ hasText: /Saved/ })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    await expect(point).toHaveAttribute('aria-valuetext', moved!);
  });

  test('channels of curves have their names, and are there when they take effect', async ({ page }) => {
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    const curve = (name: string) => page.getByRole('group', { name: `${name}. Drag points`, exact: false });
    await expect(curve('Curve')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Channel' })).toHaveCount(0);
    await page.getByRole('combobox', { name: 'color space' }).selectOption('Lab, independent channels');
    await expect(page.getByRole('group', { name: 'Channel' }).getByRole('button')).toHaveText(['L', 'a', 'b']);
    await expect(curve('Curve L')).toBeVisible();
    await page.getByRole('group', { name: 'Channel' }).getByRole('button', { name: 'b', exact: true }).click();
    await expect(curve('Curve b')).toBeVisible();
  });

  test('points of curves are added and removed with the mouse, as in darktable', async ({ page }) => {
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    const plot = page.getByRole('group', { name: /^Curve\./ });
    const points = plot.getByRole('slider');
    await expect(points).toHaveCount(3);
    await expect(page.getByText('3 of at most 20 points')).toBeVisible();
    await plot.scrollIntoViewIfNeeded();
    const at = async (right: number, up: number) => {
      const { x, y, width, height } = (await plot.boundingBox())!;
      return { x: x + (width * (10 + right * 240)) / 260, y: y + (height * (10 + (1 - up) * 240)) / 260 };
    };
    const stored = page.getByRole('status').filter({ hasText: /Saved/ });

    // Anywhere above it: the new point is on the curve.
    const free = await at(0.7, 0.15);
    await page.mouse.click(free.x, free.y);
    await expect(points).toHaveCount(4);
    const added = page.getByRole('slider', { name: 'Point 3 of 4' });
    await expect(added).toBeFocused();
    await expect(added).toHaveAttribute('aria-valuetext', /^0\.7 → 0\.6/);
    await expect(stored).toBeVisible();

    // Pressed and dragged: the point follows.
    const [from, to] = [await at(0.2, 0.6), await at(0.2, 0.5)];
    expect(await at(0.7, 0.15)).toEqual(free);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect(points).toHaveCount(5);
    await expect(page.getByRole('slider', { name: 'Point 2 of 5' })).toHaveAttribute('aria-valuetext', '0.2 → 0.5');

    await page.mouse.dblclick(to.x, to.y);
    await expect(points).toHaveCount(4);
    await expect(stored).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    await expect(added).toHaveAttribute('aria-valuetext', /^0\.7 → 0\.6/);

    const spot = (await added.boundingBox())!;
    await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2, { button: 'right' });
    await expect(points).toHaveCount(3);
    await expect(stored).toBeVisible();
    await page.getByRole('button', { name: 'Undo the last change of tone curve', exact: true }).click();
    await expect(points).toHaveCount(4);
  });

  test('points of curves are added, moved and removed by keyboard and by buttons', async ({ page }) => {
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    const points = page.getByRole('group', { name: /^Curve\./ }).getByRole('slider');
    // Tab reaches it.
    await expect(points.nth(1)).toHaveAttribute('tabindex', '0');
    await points.nth(1).focus();
    await page.keyboard.press('+');
    await expect(points).toHaveCount(4);
    await expect(points.nth(2)).toBeFocused();
    await expect(points.nth(2)).toHaveAttribute('aria-valuetext', /^0\.7 →/);
    await page.keyboard.press('Shift+ArrowRight');
    await expect(points.nth(2)).toHaveAttribute('aria-valuetext', /^0\.75 →/);
    // Immediately: nothing done before may be lost.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(points).toHaveCount(6);
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await expect(points).toHaveCount(4);

    const add = page.getByRole('button', { name: 'Add a point' });
    const remove = page.getByRole('button', { name: 'Remove this point' });
    await add.click();
    await expect(points).toHaveCount(5);
    await remove.click();
    await expect(points).toHaveCount(4);

    await points.nth(1).focus();
    await page.getByRole('spinbutton', { name: 'y', exact: true }).fill('0.25');
    await page.keyboard.press('Enter');
    await expect(points.nth(1)).toHaveAttribute('aria-valuetext', '0.4 → 0.25');

    // The end points stay, and are reset to their corners.
    await points.nth(0).focus();
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reset this end' })).toBeDisabled();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Delete');
    await expect(points.nth(0)).toHaveAttribute('aria-valuetext', '0 → 0');
    await expect(points).toHaveCount(4);

    await page.getByRole('combobox', { name: 'interpolation method' }).selectOption('cubic spline');
    await expect(page.getByRole('status').filter({ hasText: /Saved/ })).toBeVisible();
    const places = () => Promise.all([0, 1, 2, 3].map((at) => points.nth(at).getAttribute('aria-valuetext')));
    const seen = await places();
    await page.reload();
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    await expect(points).toHaveCount(4);
    expect(await places()).toEqual(seen);
    await expect(page.getByRole('combobox', { name: 'interpolation method' })).toHaveValue('0');
  });

  test('have the names that darktable gives them in German, and are still found by their operation', async ({
    page,
  }) => {
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    const modules = page.getByRole('list', { name: 'Module' });
    await expect(modules.getByRole('button', { expanded: false })).toHaveText([
      'Farbkurve',
      'Farbbalance',
      'Belichtung',
      'Belichtungsky',
      'nobodyknows',
    ]);
    await expect(page.getByRole('switch', { name: 'Farbkurve an oder aus' })).toBeChecked();
    await modules.getByRole('button', { name: 'Farbkurve' }).click();
    await expect(page.getByRole('combobox', { name: 'Farbraum' })).toContainText('RGB, verknüpfte Kanäle');
    await expect(page.getByText('3 von höchstens 20 Punkten')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Modul oder Regler suchen' }).fill('lowlight');
    await modules.getByRole('button', { name: 'Nachtsehen' }).click();
    await expect(page.getByRole('slider', { name: 'Blauverschiebung' })).toBeVisible();
  });

  test('a refusal is said in German, with what the service says behind it', async ({ page, allowedComplaints }) => {
    allowedComplaints.push(/400 \(Bad Request\)/);
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    await page.getByRole('button', { name: 'Belichtung', exact: true }).click();
    const field = page.getByRole('spinbutton', { name: 'Belichtung', exact: true });
    await field.fill('99');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Nur -18,000 EV bis +18,000 EV');
    // Something that the page itself would never send.
    await page.route('**/modules/exposure?*', (route) =>
      route.request().method() === 'PATCH'
        ? route.continue({ postData: JSON.stringify({ params: { exposure: 99 } }) })
        : route.continue(),
    );
    await field.fill('1,5');
    await field.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: 'Nicht gespeichert' });
    await expect(alert).toContainText('Diese Änderung ist so nicht möglich.');
    await expect(alert.locator('[lang=en]')).toContainText('exposure: a number from -18 to 18');
  });
});

test.describe('develop modules under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap on a curve adds a point, and a swipe over it scrolls', async ({ page, shared }) => {
    await developingRich(page, shared);
    await page.getByRole('button', { name: 'tone curve', exact: true }).click();
    const plot = page.getByRole('group', { name: /^Curve\./ });
    const points = plot.getByRole('slider');
    await expect(points).toHaveCount(3);
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox())!;
    await page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height * 0.8);
    await expect(points).toHaveCount(4);
    for (const part of ['Add a point', 'Remove this point']) {
      const size = (await page.getByRole('button', { name: part }).boundingBox())!;
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(36);
    }

    const browser = await page.context().newCDPSession(page);
    const touch = (type: string, x: number, y: number) =>
      browser.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const swipe = async (x: number, from: number, to: number) => {
      await touch('touchStart', x, from);
      for (let step = 1; step <= 8; step++) await touch('touchMove', x, from + ((to - from) * step) / 8);
      await touch('touchEnd', 0, 0);
    };
    const before = (await plot.boundingBox())!;
    await swipe(before.x + before.width * 0.85, before.y + before.height * 0.7, before.y + before.height * 0.9);
    await expect.poll(async () => (await plot.boundingBox())!.y).not.toBe(before.y);
    await expect(points).toHaveCount(4);

    // On a point, the same swipe moves the point, and the page stays.
    await expect(points.nth(1)).toHaveAttribute('aria-valuetext', '0.4 → 0.3');
    await points.nth(1).scrollIntoViewIfNeeded();
    const dot = (await points.nth(1).boundingBox())!;
    const top = (await plot.boundingBox())!.y;
    await swipe(dot.x + dot.width / 2, dot.y + dot.height / 2, dot.y + dot.height / 2 - 40);
    await expect(points.nth(1)).not.toHaveAttribute('aria-valuetext', '0.4 → 0.3');
    expect((await plot.boundingBox())!.y).toBe(top);
  });
});
