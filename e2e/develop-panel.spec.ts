/** The panels of darktable's modules: its words, units and ranges. */
import type { Page } from '@playwright/test';
import { developing, field, open, slider, stored } from './develop-page.ts';
import { packParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { developPage, paramsOf, test } from './shared-safelight.ts';

/** The names of the panel's controls of a kind. */
const namesOf = (page: Page, kind: string) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('aside ${kind}')].map((one) => one.ariaLabel ?? one.labels[0].textContent)`,
  );
const luminance = 'shadows lift, luminance';
/** The widths of the sliders in sight, without those that stand side by side. */
const sliderWidths = (page: Page) =>
  page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll('aside input[type=range]')]
      .filter((one) => one.checkVisibility() && !one.closest('[data-columns]'))
      .map((one) => Math.round(one.getBoundingClientRect().width)))]`,
  );

for (const [width, height] of [
  [390, 844],
  [1024, 1366],
  [1440, 900],
] as const) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height } });

    test('the pages and headings of color balance rgb are darktable’s, and every control has a name of its own', async ({
      page,
      shared,
    }) => {
      await developing(page, shared);
      await open(page, 'color balance rgb');
      const panel = page.getByRole('complementary', { name: 'Develop' });
      const pages = panel.getByRole('tablist').last();
      await expect(pages.getByRole('tab')).toHaveText(['master', '4 ways', 'masks']);
      await pages.getByRole('tab', { name: '4 ways' }).click();
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText([
        'global offset',
        'shadows lift',
        'highlights gain',
        'power',
      ]);
      const names = await namesOf(page, 'input[type=range]');
      expect(names).toContain(`4 ways, ${luminance}`);
      expect(new Set(names).size).toBe(names.length);
      await expect(field(page, `4 ways, ${luminance}`)).toHaveValue('+0.00%');
      await expectNoFindings(page);
      // Tabs are one stop of the Tab key.
      await pages.getByRole('tab', { name: '4 ways' }).press('ArrowRight');
      await expect(pages.getByRole('tab', { name: 'masks' })).toBeFocused();
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText(['luminance ranges', 'threshold']);
    });

    test('sliders with and without a picker or a swatch are equally wide', async ({ page, shared }) => {
      await developing(page, shared);
      await open(page, 'color balance rgb');
      const form = page.getByRole('complementary', { name: 'Develop' });
      await form.getByRole('tablist').last().getByRole('tab', { name: '4 ways' }).click();
      await expect(form.getByRole('button', { name: /: pick from the picture$/ })).not.toHaveCount(0);
      expect(await sliderWidths(page)).toHaveLength(1);
      if (width === 390) return;
      await open(page, 'exposure');
      // Until it is there, its fold cannot be opened.
      await expect(form.locator('[data-target]')).toBeAttached();
      await page.evaluate(`document.querySelectorAll('aside details').forEach((fold) => { fold.open = true; })`);
      await expect(form.locator('[data-target]')).toBeVisible();
      expect(await sliderWidths(page)).toHaveLength(1);
    });

    test('the picture stays in sight while the last slider of a long module is in reach', async ({ page, shared }) => {
      await developing(page, shared);
      const picture = page
        .getByRole('main')
        .getByRole('img', { name: /^harbour-001\.jpg/ })
        .first();
      const before = await picture.boundingBox();
      await open(page, 'color balance rgb');
      await page.getByRole('tab', { name: '4 ways' }).click();
      await slider(page, '4 ways, power, chroma').scrollIntoViewIfNeeded();
      await expect(slider(page, '4 ways, power, chroma')).toBeInViewport({ ratio: 1 });
      expect(await picture.boundingBox()).toEqual(before);
      await expect(picture).toBeInViewport({ ratio: 0.99 });
      if (width === 1024) expect(before!.width).toBeGreaterThan(width * 0.6);
    });
  });
}

test('typing takes what darktable takes: calculations, units, and more than the slider can be dragged to', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  await open(page, 'exposure');
  const exposure = field(page, 'exposure');
  for (const [typed, shown] of [
    ['1/4', '+0.250 EV'],
    ['x+0.5', '+0.750 EV'],
    ['-2 EV', '-2.000 EV'],
    ['11', '+11.000 EV'],
  ] as const) {
    await exposure.fill(typed);
    await exposure.press('Enter');
    await expect(exposure).toHaveValue(shown);
    await stored(page);
  }
  await page.reload();
  await open(page, 'exposure');
  await expect(exposure).toHaveValue('+11.000 EV');
  await expect(slider(page, 'exposure')).toHaveAttribute('aria-valuetext', '+11.000 EV');
});

test('a value that is shown rounded tells all of its digits on hover, in the language of the page', async ({
  page,
  shared,
  browser,
}) => {
  const params = packParams('ff', 33.333_332, 2.670_04e-7);
  const id = await developing(page, shared, [{ operation: 'velvia', module: 2, params }]);
  await open(page, 'velvia');
  const bias = field(page, 'mid-tones bias');
  await expect(bias).toHaveValue('0.00');
  await bias.hover();
  await expect(bias).toHaveAttribute('title', '2.67004e-7');
  await expect(field(page, 'strength')).toHaveValue('33.33%');
  await expect(field(page, 'strength')).toHaveAttribute('title', '33.333332%');

  const context = await browser.newContext({ locale: 'de-DE' });
  const german = await context.newPage();
  await german.goto(await shared.signInLink(developPage(id)));
  await open(german, 'Velvia');
  const numbers = german.getByRole('complementary').getByRole('spinbutton');
  await expect(numbers.last()).toHaveAttribute('title', '2,67004e-7');
  await expect(numbers.first()).toHaveAttribute('title', '33,333332%');
  await context.close();
});

test('keys go a step, ten with Shift, a tenth with Ctrl; the wheel goes a step where the focus is; Delete resets', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  await open(page, 'exposure');
  const exposure = slider(page, 'exposure');
  await exposure.focus();
  const expectShown = (text: string) => expect(field(page, 'exposure')).toHaveValue(text);
  await exposure.press('ArrowRight');
  await expectShown('+0.550 EV');
  await exposure.press('Shift+ArrowLeft');
  await expectShown('+0.050 EV');
  await exposure.press('Control+ArrowRight');
  await expectShown('+0.055 EV');
  await exposure.hover();
  await page.mouse.wheel(0, -100);
  await expectShown('+0.105 EV');
  await exposure.press('End');
  await expectShown('+4.000 EV');
  await exposure.press('Delete');
  await expectShown('+0.000 EV');
  await stored(page);
});

test('what does not apply is not shown', async ({ page, shared }) => {
  await developing(page, shared);
  await open(page, 'exposure');
  await expect(slider(page, 'percentile')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'mode' }).selectOption('automatic');
  await expect(slider(page, 'percentile')).toBeVisible();
  await expect(slider(page, 'exposure')).toHaveCount(0);
  await stored(page);
});

test('a module that is always on has no switch; a mask and the blending are told', async ({ page, shared }) => {
  await developing(page, shared);
  await expect(page.getByRole('switch', { name: /^exposure/ })).toBeVisible();
  await page.getByText('Applied automatically: 1').click();
  await expect(page.getByRole('button', { name: 'input color profile' })).toBeVisible();
  await expect(page.getByRole('switch', { name: /^input color profile/ })).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'with a mask' })).toHaveCount(1);
  await open(page, 'exposure');
  await expect(page.getByText('drawn mask · normal · 80%')).toBeVisible();
});

test('opacity and blend mode are changed as darktable names them, and taken back', async ({ page, shared }) => {
  // All of the module in sight: nothing lies under the search.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await developing(page, shared);
  await open(page, 'exposure');
  await page.getByText('drawn mask · normal · 80%').click();
  const opacity = field(page, 'blending, opacity');
  await expect(opacity).toHaveValue('80%');
  await opacity.fill('45');
  await opacity.press('Enter');
  await stored(page);
  const mode = page.getByRole('combobox', { name: 'blending, blend mode' });
  await mode.selectOption('multiply');
  await expect(page.getByText('drawn mask · multiply · 45%')).toBeVisible();
  await stored(page);
  // The fixture blends in scene RGB, where multiplying has a fulcrum.
  const fulcrum = field(page, 'blending, blend fulcrum');
  await fulcrum.fill('0.5');
  await fulcrum.press('Enter');
  await stored(page);
  await page.getByRole('switch', { name: 'blending, toggle blend order' }).click();
  await expect(page.getByText('drawn mask · multiply · toggle blend order · 45%')).toBeVisible();
  await stored(page);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await expect(fulcrum).toHaveValue('+0.000 EV');
  await expect(page.getByRole('switch', { name: 'blending, toggle blend order' })).not.toBeChecked();
  await opacity.fill('101');
  await opacity.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('0% to 100% only');
  await opacity.press('Escape');
  await page.reload();
  await open(page, 'exposure');
  await page.getByText('drawn mask · multiply · 45%').click();
  await page.getByRole('radio', { name: 'off', exact: true }).click();
  await expect(opacity).toHaveCount(0);
  await stored(page);
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await expect(page.getByText('drawn mask · multiply · 45%')).toBeVisible();
  await expect(opacity).toHaveValue('45%');
});

test('a module is reset to what darktable gives it', async ({ page, shared }) => {
  await developing(page, shared);
  await open(page, 'exposure');
  await page.getByRole('button', { name: 'Reset exposure' }).click();
  await expect(field(page, 'exposure')).toHaveValue('+0.000 EV');
  await expect(page.getByRole('button', { name: 'Reset exposure' })).toHaveCount(0);
});

test('the search finds controls too, in both languages, and Escape brings the groups back', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  const modules = page.getByRole('list', { name: 'Modules' }).getByRole('button', { expanded: false });
  await expect(modules).toHaveCount(3);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Find a module or control' });
  await expect(search).toBeFocused();
  await search.fill('hue shift');
  await expect(modules).toHaveText(['color balance rgbmaster, hue shift']);
  await expect(page.getByText('1 module', { exact: true })).toBeVisible();
  await search.fill('nothing of the kind');
  await expect(page.getByText('Nothing is called “nothing of the kind”.')).toBeVisible();
  await search.press('Escape');
  await expect(modules).toHaveCount(3);
});

test('a module without facts says so, and its fields have names of their own', async ({
  page,
  shared,
  allowedComplaints,
}) => {
  // Without the picture, darktable cannot convert it to a version that has some, nor show it.
  allowedComplaints.push(/422/);
  await developing(page, shared, [], { filename: 'gone.jpg' });
  await open(page, 'color calibration');
  await expect(page.getByText('Safelight knows no panel for this version of the module.')).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Develop' });
  await expect(panel.getByRole('switch', { name: 'normalize channels (normalize_R)' })).toBeVisible();
  for (const kind of ['input[type=range]', 'input[role=spinbutton]', 'input[role=switch]', 'select']) {
    const names = await namesOf(page, kind);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('white balance has a temperature and a tint, which store multipliers', async ({ page, shared }) => {
  const multipliers = packParams('ffff', 1, 1, 1, 1);
  await developing(page, shared, [{ operation: 'temperature', module: 3, params: multipliers }]);
  await open(page, 'white balance');
  await expect(field(page, 'scene illuminant temp, temperature')).toHaveValue('6503 K');
  await expect(field(page, 'scene illuminant temp, tint')).toHaveValue('1.000');
  await field(page, 'scene illuminant temp, temperature').fill('5000');
  await field(page, 'scene illuminant temp, temperature').press('Enter');
  await stored(page);
  const read = () => paramsOf<Record<string, number>>(page, 'temperature');
  // Light that is warmer than the picture was made for asks for more blue.
  await expect.poll(async () => (await read()).blue).toBeGreaterThan(1.2);
  expect(await read()).toMatchObject({ green: 1, g2: 1 });
  await expect(field(page, 'scene illuminant temp, temperature')).toHaveValue('5000 K');
  await expect(field(page, 'scene illuminant temp, tint')).toHaveValue('1.000');
  await expectNoFindings(page);
});

for (const [name, width, height, head] of [
  ['a laptop', 1280, 720, 200],
  ['a phone held sideways', 844, 390, 110],
  ['a page enlarged to 200 %', 720, 450, 110],
] as const) {
  test(`${name}: modules are reached, opened and changed below a head of at most ${head} pixels`, async ({
    page,
    shared,
  }) => {
    await page.setViewportSize({ width, height });
    const id = await developing(page, shared);
    // As the library's owner, who may take changes back.
    await page.goto('about:blank');
    await page.goto(await shared.signInLink(developPage(id)));
    await expect(page.getByRole('tab', { name: 'technical' })).toBeVisible();
    const panel = (await page.getByRole('complementary').boundingBox())!;
    const tabs = (await page.getByRole('tablist', { name: 'Groups of modules' }).boundingBox())!;
    expect(tabs.y + tabs.height - panel.y).toBeLessThanOrEqual(head);
    await expect(page.getByRole('button', { name: 'exposure', exact: true })).toBeInViewport({ ratio: 1 });
    await open(page, 'exposure');
    const control = slider(page, 'exposure');
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
    // Nothing lies over it.
    await control.hover();
    await expect(page.locator('main img').first()).toBeInViewport();
    // One key adds a module and opens it, and one undo takes it out.
    await page.keyboard.press('g');
    const added = page.getByRole('button', { name: 'graduated density', exact: true });
    await expect(added).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('button', { name: 'undo', exact: true })).toBeEnabled();
    await page.getByRole('button', { name: 'undo', exact: true }).click();
    await expect(added).toHaveCount(0);
  });
}
