import { panes, strip, test, visit } from './culling-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { quiet } from './quiet.ts';

/** Of the frame with the focus ring round it. */
const FRAME_PX = 6;

for (const [width, height, hasTouch] of [
  [1440, 900, false],
  [1366, 1024, true],
  [1024, 1366, true],
  [390, 844, true],
  [844, 390, true],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch, isMobile: hasTouch, reducedMotion: 'reduce' });

    test('nothing moves while one decides, zooms and goes on, and axe finds nothing', async ({ page, shared }) => {
      await page.addInitScript(WATCH_SHIFTS);
      await visit(page, shared, '/cull?shown=all');
      await quiet(page);
      const boxes = () =>
        page.evaluate<string>(
          `JSON.stringify([...document.querySelectorAll('main, header, section, nav')].map((each) => each.getBoundingClientRect()))`,
        );
      const before = await boxes();
      await page.evaluate('shifts.length = 0');
      for (const key of ['3', 'r', 'F2', 'z', 'ArrowRight', 'z', 'End', 'Home', 'Control+z'])
        await page.keyboard.press(key);
      await quiet(page);
      await expect(page.getByText('Saved')).toBeAttached();
      expect(await boxes()).toBe(before);
      expect(await page.evaluate('shifts')).toEqual([]);

      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
      await expectNoFindings(page);
      await page.keyboard.press('c');
      await expect(panes(page)).toHaveCount(2);
      await expectNoFindings(page);
      await page.keyboard.press('s');
      await expect(page.getByRole('group', { name: 'Burst of 6' })).toBeVisible();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      // Nobody drags up with a mouse.
      await expect(page.getByRole('switch', { name: /^Drag up for stars/ })).toBeVisible({ visible: hasTouch });
      await expectNoFindings(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(keys.getByRole('heading', { name: 'Survey' })).toBeVisible();
      await expectNoFindings(page, '[role=dialog]');
    });

    // Held sideways, a phone has no filmstrip.
    if (height > 500)
      test('the first and the last thumb have their whole frame', async ({ page, shared }) => {
        await visit(page, shared, '/cull?shown=all');
        for (const key of ['Home', 'End']) {
          await page.keyboard.press(key);
          const current = strip(page).locator('[aria-current]');
          await expect(current).toHaveAccessibleName(key === 'Home' ? /^harbour-001/ : /^larch-040/);
          const { x, width: across } = (await current.boundingBox())!;
          expect(x).toBeGreaterThanOrEqual(FRAME_PX);
          expect(x + across).toBeLessThanOrEqual(width - FRAME_PX);
        }
      });
  });
}

/** Shifts count even right after a key. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      shifts.push(...entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
        (node?.className ?? node?.nodeName) + ' ' + [from.x, from.y, from.width, to.x, to.y, to.width].map(Math.round)));
  }).observe({ type: 'layout-shift', buffered: true });
`;
