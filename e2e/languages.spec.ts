import { expect, PICTURES, test, tile } from './safelight.ts';

for (const [width, height, lines] of [
  [1440, 900, 1],
  [1024, 768, 2],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height } });

    test('all filters are in sight in every language', async ({ signedIn: page, safelight }) => {
      for (const [language, bar, filters] of [
        ['en', 'Filters and order', 'Filters'],
        ['de', 'Filter und Reihenfolge', 'Filter'],
        ['fr', 'Filtres et ordre', 'Filtres'],
        ['es', 'Filtros y orden', 'Filtros'],
      ] as const) {
        await page.goto(safelight.url);
        await page.evaluate(`localStorage.setItem('language', '${language}')`);
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toContainText(String(PICTURES));
        const chips = page.getByRole('group', { name: filters, exact: true });
        await expect(chips.getByRole('button')).toHaveCount(10);
        const hidden = await chips.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(hidden, language).toBeLessThanOrEqual(0);
        const { height } = (await page.getByRole('region', { name: bar }).boundingBox())!;
        expect(height, language).toBeLessThan(lines === 1 ? 60 : 100);
      }
    });
  });
}

test('from right to left, what points along the line is mirrored', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).dblclick();
  const next = page.getByRole('button', { name: 'Next picture' }).locator('svg');
  await expect(next).toHaveCSS('scale', 'none');
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  await expect(next).toHaveCSS('scale', '-1 1');
});
