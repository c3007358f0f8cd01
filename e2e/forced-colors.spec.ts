import type { Locator } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { changeElsewhere } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, test, tile } from './safelight.ts';

test.use({ forcedColors: 'active', colorScheme: 'dark' });

interface Look {
  backgroundColor: string;
  boxShadow: string;
  outlineStyle: string;
}
const look = (place: Locator, pseudo = '') =>
  place.evaluate((element, of) => {
    const page = globalThis as unknown as { getComputedStyle: (of: unknown, pseudo: string) => Look };
    const { backgroundColor, boxShadow, outlineStyle } = page.getComputedStyle(element, of);
    return { backgroundColor, boxShadow, outlineStyle };
  }, pseudo);

test('where the system sets the colors, labels, frames, tracks and what is pressed are seen', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { color_labels: ['red'] });
  await page.reload();
  const [first, second] = [tile(page, /^harbour-001\.jpg/), tile(page, /^larch-002\.jpg/)];
  const none = await look(page.locator('body'));
  const red = await look(page.getByTitle('Labeled red').locator('span'));
  expect(red.backgroundColor).not.toBe(none.backgroundColor);

  await second.focus();
  await page.keyboard.press('Space');
  await first.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect((await look(first)).outlineStyle).toBe('dashed');
  expect((await look(second)).outlineStyle).toBe('none');
  expect((await look(second, '::after')).boxShadow).not.toBe((await look(first, '::after')).boxShadow);
  await expectNoFindings(page);

  await page.goto(`${safelight.url}/images/1?panel=develop`);
  const [develop, info] = ['Develop', 'Information'].map((name) => page.getByRole('button', { name, exact: true }));
  await expect(develop!).toHaveAttribute('aria-pressed', 'true');
  expect((await look(develop!)).backgroundColor).not.toBe((await look(info!)).backgroundColor);
  await expectNoFindings(page);

  await page.goto(`${safelight.url}/cull?shown=all&image=1`);
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
  const [on, off] = ['red label', 'blue label'].map((name) => page.getByRole('button', { name }));
  await expect(on!).toHaveAttribute('aria-pressed', 'true');
  expect((await look(on!)).backgroundColor).not.toBe((await look(off!)).backgroundColor);
  await expectNoFindings(page);
});
