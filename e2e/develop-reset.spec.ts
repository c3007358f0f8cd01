/** Resets to what the real darktable has as the defaults of the picture. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { defaultParams } from '../src/darktable/default-params.ts';
import { layoutOf } from '../src/darktable/layouts.ts';
import { patchParams } from '../src/darktable/params-patch.ts';
import { dng } from '../src/testing/pictures/dng.ts';
import { blendParams, packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { field, open, slider, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect, signIn } from './safelight.ts';
import { apiOf, developPage, test } from './shared-safelight.ts';

interface Defaults {
  params: { white_point_source: number };
  params_b64: string;
}
const ask = async (page: Page, path: string) =>
  (await page.request.get(apiOf(page, `modules/filmicrgb${path}`))).json() as Promise<unknown>;

for (const [name, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("what depends on the picture is reset to darktable's own default, and so is the whole module", async ({
      page,
      shared,
    }) => {
      const layout = layoutOf('filmicrgb', 6)!;
      const { blob: usual } = defaultParams({}, layout, {});
      const { blob: filmic } = patchParams(layout, usual!, { white_point_source: 2, contrast: 1.5 });
      const blend = blendParams({ maskMode: 1, opacity: 40, colourSpace: 4 });
      const history = [
        // What comes first might be of darktable's own workflow.
        { operation: 'velvia', module: 2, params: packParams('ff', 25, 1) },
        { operation: 'filmicrgb', module: 6, params: Buffer.from(filmic!), blend },
      ];
      const id = await shared.add(async (film) => {
        await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(600, 400)));
        return { filename: 'quarters.dng', raw: true, width: 600, height: 400, history };
      });
      await signIn(page, shared);
      await page.goto(`${shared.url}${developPage(id)}`);
      await open(page, 'filmic rgb');
      const white = 'scene, white relative exposure';
      await expect(field(page, white)).toHaveValue('2.00 EV');
      const told = (await ask(page, '/defaults')) as Defaults;
      const wanted = `${told.params.white_point_source.toFixed(2)} EV`;
      await expect(slider(page, white)).toHaveAttribute('title', `Double-click to reset to ${wanted}`);
      const drawn = page.getByRole('img', { name: 'Curve' }).locator('path').last();
      const before = await drawn.getAttribute('d');
      await slider(page, white).press('Delete');
      await expect(field(page, white)).toHaveValue(wanted);
      await stored(page);
      // The curve above follows.
      await expect(drawn).not.toHaveAttribute('d', before!);
      await expectNoFindings(page);

      const reset = page.getByRole('button', { name: 'Reset filmic rgb' });
      await reset.click();
      await expect
        .poll(async () => ((await ask(page, '')) as Defaults & { blend: object }).blend)
        .toMatchObject({ mask: 'none', opacity: 100 });
      expect(((await ask(page, '')) as Defaults).params_b64).toBe(told.params_b64);
      await expect(reset).toHaveCount(0);
    });
  });
}
