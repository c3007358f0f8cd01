/** One shape for one picture, also after a crop made here; rendered by the real darktable. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { dng } from '../src/testing/pictures/dng.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { field, open, stored } from './develop-page.ts';
import { record } from './organising-page.ts';
import { expect, expectPixels, test, tile } from './safelight.ts';

const [WIDTH, HEIGHT] = [1200, 800];

test('after a crop made here box, tile and record have the new shape, and a picker does not read beside the picture', async ({
  page,
  folder,
  launch,
}) => {
  const film = join(folder, 'Pictures');
  await mkdir(film);
  await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(WIDTH, HEIGHT)));
  const history = [
    { operation: 'exposure', module: 6, params: exposureParams(0.1) },
    { operation: 'crop', module: 1, params: packParams('ffffii', 0, 0, 1, 1, 0, 0), num: 1 },
  ];
  const { file } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: [{ id: 1, film, filename: 'quarters.dng', raw: true, width: WIDTH, height: HEIGHT, history }],
  });
  const safelight = await launch(file);
  await safelight.set({ renderer: 'darktable-cli' });
  await page.goto(await safelight.signInLink('/images/1?panel=develop'));
  const picture = page.getByRole('main').getByRole('img', { name: /^quarters\.dng/ });
  await expectPixels(picture);
  const shape = async () => {
    // A sharper one is about to take its place.
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 };
    return width / height;
  };
  await expect.poll(shape).toBeCloseTo(1.5, 1);

  // A square is left.
  await open(page, 'crop');
  await page.getByText('margins', { exact: true }).click();
  await field(page, 'margins, left').fill('33.33');
  await field(page, 'margins, left').press('Enter');
  await expect.poll(shape).toBeCloseTo(1, 1);
  await stored(page);
  await expect.poll(async () => (await record(page, safelight, 1)).aspect_ratio).toBe(1);
  await expect.poll(shape).toBeCloseTo(1, 1);

  // Beside it is nothing to pick; where the gray is, its color is found.
  await open(page, 'exposure');
  const patches: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()));
  await page.getByRole('button', { name: 'exposure: pick from the picture' }).click();
  const picker = page.getByRole('slider', { name: /^exposure: / });
  await expect(picker).toBeFocused();
  const box = (await picture.boundingBox())!;
  const low = box.y + box.height * 0.75;
  await page.mouse.click(box.x + box.width + 40, low);
  await page.mouse.move(box.x - 40, low);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, low, { steps: 4 });
  await page.mouse.up();
  await expect(picker).toBeFocused();
  await expect(field(page, 'exposure')).toHaveValue('+0.100 EV');
  await page.mouse.click(box.x + box.width * 0.9, low);
  await expect(field(page, 'exposure')).not.toHaveValue('+0.100 EV');
  await stored(page);
  expect(patches).toHaveLength(1);

  await page.goto(safelight.url);
  const { width, height } = (await tile(page, /^quarters\.dng/)
    .locator('img')
    .first()
    .boundingBox())!;
  expect(width / height).toBeCloseTo(1, 1);
});
