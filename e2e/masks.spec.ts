/** The drawn masks of a picture's modules. */
import { circle } from '../src/testing/develop-steps.ts';
import type { FixtureImage } from '../src/testing/library-fixture.ts';
import { blendParams, exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { told } from './organising-page.ts';
import { expect, makePictures } from './safelight.ts';
import { developPage, type SharedSafelight, test } from './shared-safelight.ts';

const INSERT_SHAPE =
  'INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (?, 0, ?, ?, ?, 6, ?, 1, ?)';

/** One picture: exposure is masked with a circle, bloom is blended uniformly. */
async function makeMasked(shared: SharedSafelight, film: string, image: number): Promise<FixtureImage> {
  const [picture] = await makePictures(film, 1);
  const masked = blendParams({ maskMode: 3, colourSpace: 4, opacity: 80, maskId: 1001 });
  const history = [
    { operation: 'exposure', module: 6, params: exposureParams(0.5), blend: masked },
    {
      operation: 'bloom',
      module: 1,
      params: packParams('fff', 20, 90, 25),
      blend: blendParams({ maskMode: 1, colourSpace: 2 }),
    },
  ];
  for (const { id, type, name, points, source } of circle(0.5, 0.5))
    shared.change(INSERT_SHAPE, image, id, type, name, points, source);
  return { ...picture!, history };
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a mask is inverted, and its shapes go to another module, ${width} px`, async ({ page, shared }) => {
    await page.setViewportSize({ width, height });
    const id = await shared.add((film, image) => makeMasked(shared, film, image));
    // As the library's owner: to take a change back needs the scope for organizing as well.
    await page.goto(await shared.signInLink(developPage(id)));
    await open(page, 'exposure');
    await page.getByText('drawn mask · normal · 80%').click();
    await expect(page.getByRole('list', { name: 'shapes' })).toHaveText('circle #1, 100%');
    await page.getByRole('combobox', { name: 'blending, invert mask' }).selectOption('on');
    await expect(page.getByText('drawn mask · invert mask: on · normal · 80%')).toBeVisible();
    await stored(page);

    if (width < 500) await page.getByRole('button', { name: 'All modules' }).click();
    await open(page, 'bloom');
    await page.getByText('uniformly · normal · 100%').click();
    const shapes = page.getByRole('combobox', { name: 'blending, shapes' });
    await expect(shapes.getByRole('option').first()).toHaveText('no mask used');
    await expectNoFindings(page);
    await shapes.selectOption('use same shapes as exposure');
    await expect(told(page)).toContainText('Shapes taken over for bloom');
    await expect(page.getByText('drawn mask · normal · 100%')).toBeVisible();
    await expect(shapes.getByRole('option').first()).toHaveText('1 shape used');
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('uniformly · normal · 100%')).toBeVisible();
    await expect(shapes.getByRole('option').first()).toHaveText('no mask used');
  });
}
