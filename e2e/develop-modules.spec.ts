/** Modules that a picture does not have yet, further instances, and presets. */
import type { Page } from '@playwright/test';
import type { ModuleOrder } from '../src/contract/module-order.ts';
import type { FixtureHistory } from '../src/testing/library-fixture.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { field, open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { historyOf, told } from './organising-page.ts';
import { expect, makePictures, type Safelight } from './safelight.ts';
import { apiOf, developPage, type SharedSafelight, test } from './shared-safelight.ts';

const INSERT_PRESET = `
  INSERT OR IGNORE INTO data.presets (name, description, operation, op_version, op_params, enabled, blendop_version, writeprotect)
  VALUES (?, '', ?, 2, ?, 1, 0, ?)`;

/** A picture with this history, opened to be developed; there are two presets of velvia. Returns its id. */
async function start(
  page: Page,
  shared: SharedSafelight,
  history: FixtureHistory[] = [
    { operation: 'colorin', module: 7, params: Buffer.alloc(1044) },
    { operation: 'exposure', module: 6, params: exposureParams(0.5) },
  ],
): Promise<number> {
  shared.change(INSERT_PRESET, 'a little', 'velvia', packParams('ff', 10, 1), 1);
  shared.change(INSERT_PRESET, 'slide film', 'velvia', packParams('ff', 60, 0.5), 0);
  const id = await shared.add(async (film) => ({ ...(await makePictures(film, 1))[0]!, history }));
  await page.goto(await shared.signInLink(developPage(id)));
  return id;
}

const steps = async (page: Page, safelight: Safelight, id: number): Promise<string[]> =>
  (await historyOf(page, safelight, id)).steps.map(
    ({ operation, multi_priority: instance }) => `${operation} ${instance}`,
  );
const BEFORE = ['colorin 0', 'exposure 0'];
const absent = (page: Page) => page.getByRole('list', { name: 'Add a module' });
const add = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find a module or control' });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    test('a module is found by its name, added with its form open, and taken back', async ({ page, shared }) => {
      const id = await start(page, shared);
      await search(page).fill('velv');
      await expect(absent(page).getByRole('listitem')).toHaveText(/^velvia/);
      await expectNoFindings(page);
      await add(page, 'velvia').click();
      await expect(told(page)).toContainText('velvia added');
      await expect(page.getByRole('button', { name: /^velvia/, expanded: true })).toBeFocused();
      await expect(field(page, 'strength')).toHaveValue('25.00%');
      await expect.poll(() => steps(page, shared, id)).toEqual([...BEFORE, 'velvia 0']);

      await told(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => steps(page, shared, id)).toEqual(BEFORE);
      await expect(absent(page).getByRole('listitem')).toHaveText(/^velvia/);
    });

    test('an instance more, a duplicate, and a preset are one step each, and can be taken back', async ({
      page,
      shared,
    }) => {
      const id = await start(page, shared);
      await search(page).fill('velv');
      await add(page, 'velvia').click();
      await expect(field(page, 'strength')).toHaveValue('25.00%');
      await expect.poll(() => steps(page, shared, id)).toEqual([...BEFORE, 'velvia 0']);

      await page.getByRole('button', { name: 'More for velvia' }).click();
      const menu = page.getByRole('dialog', { name: 'More for velvia' });
      const presets = menu.getByRole('list', { name: 'presets' }).getByRole('listitem');
      await expect(presets).toHaveText(['slide filmyour own', 'a little']);
      await expectNoFindings(page, '[role=dialog]');
      await presets.getByRole('button', { name: /^slide film/ }).click();
      await expect(told(page)).toContainText('velvia: preset slide film');
      await expect(field(page, 'strength')).toHaveValue('60.00%');
      await told(page).getByRole('button', { name: 'Undo' }).click();
      await expect(field(page, 'strength')).toHaveValue('25.00%');

      await page.getByRole('button', { name: 'More for velvia' }).click();
      await menu.getByRole('button', { name: 'Duplicate instance' }).click();
      await expect(told(page)).toContainText('velvia: instance duplicated');
      await expect(page.getByRole('button', { name: /^velvia\s*1/, expanded: true })).toBeFocused();
      await expect.poll(() => steps(page, shared, id)).toEqual([...BEFORE, 'velvia 0', 'velvia 1']);
      await expectNoFindings(page);
    });

    test('a new instance has the defaults, not what the module has; it is one step, and can be taken back', async ({
      page,
      shared,
    }) => {
      const id = await start(page, shared);
      await open(page, 'exposure');
      await expect(field(page, 'exposure').first()).toHaveValue('+0.500 EV');
      await page.getByRole('button', { name: 'More for exposure' }).click();
      await page
        .getByRole('dialog', { name: 'More for exposure' })
        .getByRole('button', { name: 'New instance' })
        .click();
      await expect(told(page)).toContainText('exposure: further instance added');
      await expect(page.getByRole('button', { name: /^exposure\s*1/, expanded: true })).toBeFocused();
      await expect(field(page, 'exposure').first()).toHaveValue('+0.000 EV');
      await expect.poll(() => steps(page, shared, id)).toEqual([...BEFORE, 'exposure 1']);
      await told(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => steps(page, shared, id)).toEqual(BEFORE);
    });
  });
}

test('a module moves past its neighbor in the list, from its menu and with keys, as far as darktable lets it', async ({
  page,
  shared,
}) => {
  await start(page, shared);
  const order = async () => {
    const { items } = (await (await page.request.get(apiOf(page, 'module-order'))).json()) as ModuleOrder;
    return items.flatMap(({ operation, in_history: isThere }) => (isThere ? [operation] : []));
  };
  await search(page).fill('velv');
  await add(page, 'velvia').click();
  await expect(field(page, 'strength')).toHaveValue('25.00%');
  await search(page).press('Escape');
  await page.getByRole('tab', { name: /^active/ }).click();
  await expect.poll(order).toEqual(['exposure', 'colorin', 'velvia']);

  await open(page, 'exposure');
  await page.getByRole('button', { name: 'More for exposure' }).click();
  const menu = page.getByRole('dialog', { name: 'More for exposure' });
  await expect(menu.getByRole('button', { name: 'Move down' })).toHaveAttribute('aria-disabled', 'true');
  await expectNoFindings(page, '[role=dialog]');
  await menu.getByRole('button', { name: 'Move up' }).click();
  await expect(told(page)).toContainText('exposure moved up');
  await expect.poll(order).toEqual(['colorin', 'velvia', 'exposure']);
  const rows = page.getByRole('list', { name: 'Modules', exact: true }).locator('[data-module]');
  await expect(rows.first()).toHaveAttribute('data-module', 'exposure 0');

  await rows.first().press('Alt+ArrowUp');
  await expect(told(page)).toContainText('It is at the top of this list.');
  await rows.first().press('Alt+ArrowDown');
  await expect(told(page)).toContainText('exposure moved down');
  await expect.poll(order).toEqual(['colorin', 'exposure', 'velvia']);
  await expect(page.locator('[data-module="exposure 0"]')).toBeFocused();
  await expect(rows.first()).toHaveAttribute('data-module', 'velvia 0');
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(order).toEqual(['colorin', 'velvia', 'exposure']);
});

test('groups and basics offer what the picture does not have; what cannot be added says why below its name', async ({
  page,
  shared,
  allowedComplaints,
}) => {
  const id = await start(page, shared, []);
  await expect(page.getByText('This picture has not been edited yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'effect' }).click();
  await expect(add(page, 'velvia')).toBeHidden();
  await page.getByRole('tab', { name: 'grading' }).click();
  await absent(page).getByRole('button', { name: 'velvia is one of the basics' }).click();
  await page.getByRole('tab', { name: 'basics' }).click();
  await expect(absent(page).getByRole('listitem')).toHaveText(/^velvia/);

  await search(page).fill('hot pixels');
  allowedComplaints.push(/409 \(Conflict\)/);
  await add(page, 'hot pixels').click();
  await expect(absent(page).getByRole('status')).toContainText('it is for raw files');
  await expectNoFindings(page);
  expect(await steps(page, shared, id)).toEqual([]);
  await search(page).press('Escape');
  await add(page, 'velvia').click();
  await expect(field(page, 'strength')).toHaveValue('25.00%');
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await expect.poll(() => steps(page, shared, id)).toEqual([]);
});

/** diffuse or sharpen, version 2, with that many iterations and all else at its default. */
const diffuseParams = (iterations: number) =>
  packParams(`ifi${'f'.repeat(11)}i`, iterations, 0, 8, ...Array<number>(11).fill(0), 0);

test('diffuse or sharpen has its presets before its controls, and takes one in a step', async ({ page, shared }) => {
  shared.change(INSERT_PRESET, 'dehaze', 'diffuse', diffuseParams(10), 1);
  shared.change(INSERT_PRESET, 'fog on the harbour', 'diffuse', diffuseParams(4), 0);
  const id = await start(page, shared, [{ operation: 'diffuse', module: 2, params: diffuseParams(1) }]);
  await open(page, 'diffuse or sharpen');
  await expect(field(page, 'properties, iterations')).toHaveValue('1');

  const fold = page.getByRole('complementary', { name: 'Develop' }).locator('summary', { hasText: 'presets' });
  const { y, height } = (await fold.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await field(page, 'properties, iterations').boundingBox())!.y);
  await fold.click();
  const presets = page.getByRole('list', { name: 'presets' }).getByRole('listitem');
  await expect(presets).toHaveText(['fog on the harbouryour own', 'dehaze']);
  await expectNoFindings(page);
  await presets.getByRole('button', { name: /^fog/ }).click();
  await expect(told(page)).toContainText('diffuse or sharpen: preset fog on the harbour');
  await expect(field(page, 'properties, iterations')).toHaveValue('4');
  await expect.poll(() => steps(page, shared, id)).toEqual(['diffuse 0', 'diffuse 0']);
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'properties, iterations')).toHaveValue('1');
  await expect.poll(() => steps(page, shared, id)).toEqual(['diffuse 0']);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the words are darktable’s', async ({ page, shared }) => {
    await start(page, shared);
    await page.getByRole('searchbox', { name: 'Modul oder Regler suchen' }).fill('velvia');
    await page.getByRole('button', { name: 'Velvia hinzufügen' }).click();
    await expect(told(page).or(page.getByRole('region', { name: 'Benachrichtigungen' }))).toContainText(
      'Velvia hinzugefügt',
    );
  });
});
