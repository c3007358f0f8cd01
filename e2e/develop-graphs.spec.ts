/** Drawings of modules: tone equalizer's curve is pulled, filmic rgb's has its views. */
import { layoutOf } from '../src/darktable/layouts.ts';
import { usualParams } from '../src/testing/usual-params.ts';
import { developing, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { paramsOf, test } from './shared-safelight.ts';

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`tone equalizer's curve is pulled, and its sliders follow, ${width} px`, async ({ page, shared }) => {
    await page.setViewportSize({ width, height });
    await developing(page, shared, [
      { operation: 'toneequal', module: 2, params: Buffer.from(usualParams('toneequal', 2)) },
    ]);
    await open(page, 'tone equalizer');
    await page.getByRole('tab', { name: 'advanced' }).click();
    const graph = page.getByRole('img', { name: 'Curve' });
    await graph.scrollIntoViewIfNeeded();
    await expectNoFindings(page);
    const { x, y, width: wide, height: high } = (await graph.boundingBox())!;
    // At -4 EV, by a quarter of the graph: 1 EV.
    await page.mouse.move(x + wide / 2, y + high / 2);
    await page.mouse.down();
    await page.mouse.move(x + wide / 2, y + high / 4, { steps: 6 });
    await page.mouse.up();
    await stored(page);
    const params = await paramsOf<Record<string, number>>(page, 'toneequal');
    expect(params.shadows).toBeGreaterThan(0.7);
    expect(params.shadows).toBeLessThan(1.3);
    expect(params.blacks).toBeGreaterThan(params.deep_blacks!);
    expect(Math.abs(params.speculars!)).toBeLessThan(0.2);
    await page.getByRole('button', { name: 'undo', exact: true }).click();
    await stored(page);
  });

  test(`filmic rgb's graph has the views of darktable, ${width} px`, async ({ page, shared }) => {
    await page.setViewportSize({ width, height });
    await developing(page, shared, [
      { operation: 'filmicrgb', module: 6, params: Buffer.from(usualParams('filmicrgb', 6)) },
    ]);
    await open(page, 'filmic rgb');
    const next = page.getByRole('button', { name: 'cycle through graph views' });
    const labels = page.getByRole('button', { name: 'toggle axis labels' });
    const graph = page.getByRole('img', { name: 'Curve' });
    const scene = page.getByRole('group', { name: 'scene', exact: true });
    const line = () => graph.locator('path').last().getAttribute('d');
    const look = await line();
    await expect(page.getByText('look only', { exact: true })).toBeVisible();
    await expect(scene).toHaveCount(0);
    await labels.click();
    await expect(scene).toHaveText(/EV$/);
    await next.click();
    await expect(page.getByText('look + mapping (lin)', { exact: true })).toBeVisible();
    await expect.poll(line).not.toBe(look);
    await expect(scene).toHaveText('0255075100 %');
    await expectNoFindings(page);
    await next.click();
    await expect(page.getByText('look + mapping (log)', { exact: true })).toBeVisible();
    await next.click();
    await expect(
      page.getByRole('img', { name: /^EV of the scene: −?-?[\d.]+, 0, \+[\d.]+; of the display/ }),
    ).toBeVisible();
    await next.click({ button: 'right' });
    await expect(page.getByText('look + mapping (log)', { exact: true })).toBeVisible();
    await expectNoFindings(page);
  });
}

test('the noise profile is chosen from those of the camera', async ({ page, shared }) => {
  const layout = layoutOf('denoiseprofile', 11)!;
  const params = Buffer.from(usualParams('denoiseprofile', 11));
  params.writeFloatLE(-1, layout.fields.find(({ name }) => name === 'a')!.offset);
  const shot = { maker: 'NIKON CORPORATION', model: 'NIKON D750', iso: 140 };
  await developing(page, shared, [{ operation: 'denoiseprofile', module: 11, params }], shot);
  await open(page, 'denoise (profiled)');
  const profile = page.getByRole('combobox', { name: 'profile' });
  const chosen = profile.locator('option:checked');
  await expect(chosen).toHaveText('interpolated from ISO 125 and 160');
  await expectNoFindings(page);
  await profile.selectOption('NIKON D750 iso 100');
  await stored(page);
  const first = async () => (await paramsOf<{ a: number[] }>(page, 'denoiseprofile')).a[0];
  expect(await first()).toBeCloseTo(2.42360911595177e-6, 11);
  await page.reload();
  await open(page, 'denoise (profiled)');
  await expect(chosen).toHaveText('NIKON D750 iso 100');
  await profile.selectOption('interpolated from ISO 125 and 160');
  await expect.poll(first).toBe(-1);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`camera and lens are chosen from lensfun's database, ${width} px`, async ({ page, shared }) => {
    await page.setViewportSize({ width, height });
    const layout = layoutOf('lens', 6)!;
    const params = Buffer.from(usualParams('lens', 6));
    const place = (field: string) => layout.fields.find(({ name }) => name === field)!.offset;
    params.writeFloatLE(50, place('focal'));
    params.writeFloatLE(5.6, place('aperture'));
    params.writeFloatLE(1000, place('distance'));
    params.write('Nikon D750\0', place('camera'));
    params.write('Nikon AF-S Nikkor 24-70mm f/2.8E ED VR 170\0', place('lens'));
    params.writeInt32LE(7, place('modify_flags'));
    params.writeInt32LE(0, place('modified'));
    await developing(page, shared, [{ operation: 'lens', module: 6, params }]);
    await open(page, 'lens correction');
    await expect(page.getByRole('button', { name: 'lens model: Nikon, NIKKOR AF-S 24-70mm' })).toBeVisible();
    await expect(page.getByText('distortion & TCA', { exact: true }).last()).toBeVisible();
    const focal = page.getByRole('combobox', { name: 'mm' });
    expect(await focal.locator('option').allTextContents()).toEqual([
      '50',
      '24',
      '28',
      '30',
      '31',
      '35',
      '38',
      '40',
      '43',
      '45',
      '55',
      '60',
      '70',
    ]);
    await expectNoFindings(page);
    const now = () => paramsOf<Record<string, unknown>>(page, 'lens');
    await focal.selectOption('35');
    await expect.poll(async () => (await now()).focal).toBe(35);

    await page.getByRole('button', { name: /^camera model: Nikon, D750/ }).click();
    const search = page.getByRole('searchbox', { name: 'Find by maker or name' });
    await search.fill('nikon d9');
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['D90']);
    await expectNoFindings(page);
    // A press holds on to its button, also while the lenses of the new camera are on their way.
    const { promise: isPressed, resolve: pressed } = Promise.withResolvers();
    await page.route(/lenses\?camera=Nikon%20D90/, (route) => isPressed.then(() => route.continue()));
    await page.getByRole('button', { name: 'D90', exact: true }).click();
    await expect.poll(now).toMatchObject({ camera: 'Nikon D90', crop: expect.closeTo(1.523, 5), modified: 1 });

    await expect(page.getByRole('button', { name: 'camera model: Nikon D90' })).toBeVisible();
    await page.getByRole('button', { name: /^lens model:/ }).click();
    pressed(null);
    await search.fill('sigma 18-35');
    // Nothing is chosen before the lenses of the new camera are there.
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Sigma 18-35mm/ })).toBeVisible();
    await search.press('Enter');
    await expect.poll(async () => (await now()).lens).toBe('Sigma 18-35mm f/1.8 DC HSM [A]');
    await expect(page.getByRole('button', { name: /^lens model: Sigma, / })).toBeFocused();
    await expect(page.getByRole('button', { name: 'camera model: Nikon, D90' })).toBeVisible();
  });
}

test('curves have the words and lists of darktable, and orientation its guides', async ({ page, shared }) => {
  const further = (['colorzones', 'basecurve', 'flip'] as const).map((operation) => {
    const module = { colorzones: 5, basecurve: 6, flip: 2 }[operation];
    return { operation, module, params: Buffer.from(usualParams(operation, module)) };
  });
  await developing(page, shared, further);
  const shape = page.getByRole('combobox', { name: 'interpolation method' });
  await open(page, 'color zones');
  // 4.2 calls saturation what is chroma from 5.0 on.
  await expect(page.getByRole('group', { name: 'Channel' }).getByRole('button')).toHaveText([
    'lightness',
    'saturation',
    'hue',
  ]);
  await expect(shape).toBeVisible();
  await open(page, 'base curve');
  await expect(page.getByRole('combobox', { name: 'preserve colors' })).toBeVisible();
  await expect(shape).toHaveCount(0);
  await open(page, 'orientation');
  await expect(page.getByText('transform', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'guide' }).selectOption('rules of thirds');
  await expect(page.locator('svg line').first()).toBeAttached();
  await expectNoFindings(page);
});
