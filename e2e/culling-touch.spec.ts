import { boxIn, open, panes, picture, shows, stored } from './culling-page.ts';
import { expectNoFindings } from './findings.ts';
import { drag, flick, glide, middle, pressAndDrag } from './fingers.ts';
import { expect, test } from './safelight.ts';

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('sideways goes on, up and down decide, and back at the start changes nothing', async ({
    page,
    folder,
    launch,
  }) => {
    const safelight = await open(page, folder, launch);
    const [x, y] = middle((await page.getByRole('main').boundingBox())!);
    await glide(page, { from: [x + 80, y], to: [x - 80, y + 10] });
    await shows(page, 'larch-002.jpg');
    await glide(page, { from: [x - 80, y], to: [x + 80, y + 10] });
    await shows(page, 'harbour-001.jpg');
    // 40 pixels for the first star, 48 for each further one.
    await drag(page, [x, y + 100], [x, y - 40]);
    await shows(page, 'larch-002.jpg');
    await drag(page, [x, y - 60], [x, y + 30]);
    await shows(page, 'harbour-003.jpg');
    await drag(page, [x, y], [x, y - 30]);
    await shows(page, 'harbour-003.jpg');
    // What begins at the edge belongs to the system.
    await glide(page, { from: [8, y], to: [200, y] });
    await shows(page, 'harbour-003.jpg');
    await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: 3 });
    await expect.poll(() => stored(page, safelight, 2)).toMatchObject({ rating: -1 });
    await expect.poll(() => stored(page, safelight, 3)).toMatchObject({ rating: 0 });

    const whole = (await picture(page).boundingBox())!;
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await picture(page).boundingBox())!.width).toBeGreaterThan(2 * whole.width);
    // At 100 % a finger moves the picture, and nothing is decided.
    await glide(page, { from: [x, y + 60], to: [x, y - 60] });
    await shows(page, 'harbour-003.jpg');
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => Math.round((await picture(page).boundingBox())!.width)).toBe(Math.round(whole.width));
    await glide(page, { from: [x - 20, y], to: [x - 90, y] }, { from: [x + 20, y], to: [x + 90, y] });
    await expect.poll(async () => (await picture(page).boundingBox())!.width).toBeGreaterThan(2 * whole.width);
    await expect.poll(() => stored(page, safelight, 3)).toMatchObject({ rating: 0 });
    await page.touchscreen.tap(x, y);

    // What a flick gives can be set.
    await page.getByRole('button', { name: 'More' }).tap();
    const flicks = page.getByRole('group', { name: 'Flick up to give' });
    await expect(flicks.getByRole('button', { name: '1 star' })).toHaveAttribute('aria-pressed', 'true');
    await flicks.getByRole('button', { name: '4 stars' }).tap();
    await expectNoFindings(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await flick(page, [x, y], [x, y - 60]);
    await shows(page, 'larch-004.jpg');
    await expect.poll(() => stored(page, safelight, 3)).toMatchObject({ rating: 4 });

    // Of two pictures, a long press moves one alone; a drag moves both.
    await page.goto(`${safelight.url}/cull?shown=all&mode=compare&image=1`);
    await expect(panes(page)).toHaveCount(2);
    const at = middle(await boxIn(page, 0));
    await page.touchscreen.tap(...at);
    await expect.poll(async () => (await boxIn(page, 1)).width).toBeGreaterThan(2 * whole.width);
    const lefts = async () => [Math.round((await boxIn(page, 0)).x), Math.round((await boxIn(page, 1)).x)] as const;
    // Both are as large now, and come to rest at the same place.
    let [one, other] = await lefts();
    const isAtRest = async () => {
      const before = one;
      [one, other] = await lefts();
      return one === before && one === other;
    };
    await expect.poll(isAtRest, { intervals: [300] }).toBe(true);
    await glide(page, { from: at, to: [at[0] - 40, at[1]] });
    await expect.poll(lefts).toEqual([one - 40, other - 40]);
    await pressAndDrag(page, at, [at[0] + 30, at[1]]);
    await expect.poll(lefts).toEqual([one - 10, other - 40]);
  });
});

test.describe('a phone held sideways', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('stars and labels are one row each', async ({ page, folder, launch }) => {
    await open(page, folder, launch);
    for (const names of [/^\d stars?$/, / label$/]) {
      const boxes = await Promise.all(
        (
          await page
            .getByRole('radio', { name: names })
            .or(page.getByRole('button', { name: names }))
            .all()
        ).map((each) => each.boundingBox()),
      );
      expect(boxes.length).toBeGreaterThanOrEqual(5);
      expect(new Set(boxes.slice(0, 5).map((box) => box!.y)).size).toBe(1);
    }
  });
});
