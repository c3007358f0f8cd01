/** What the page leaves to the darkroom, and the gray that exposure aims at. */
import { developing, field, open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { test } from './shared-safelight.ts';

const further = [{ operation: 'ashift', module: 5, params: Buffer.alloc(892) }];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('a module says which of its parts are only in darktable', async ({ page, shared }) => {
      await developing(page, shared, further);
      await open(page, 'rotate and perspective');
      await expect(page.getByText('Only in darktable: structure, fit')).toBeVisible();
      await expectNoFindings(page);
    });

    test('the target of spot exposure mapping is shown in its gray', async ({ page, shared }) => {
      await developing(page, shared);
      await open(page, 'exposure');
      await page.getByText('spot exposure mapping').click();
      const gray = page.locator('[data-target]');
      await expect(gray).toHaveCSS('background-color', /^lab\(50 0 0\)/);
      const aim = field(page, 'spot exposure mapping, target, lightness');
      await aim.fill('25');
      await aim.press('Enter');
      await expect(gray).toHaveCSS('background-color', /^lab\(25 0 0\)/);
      await expectNoFindings(page);
    });
  });
}
