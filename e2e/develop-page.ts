import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { blendParams, exposureParams } from '../src/testing/pictures/params.ts';
import { type FixtureImage, makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, makePictures, type Safelight, signIn } from './safelight.ts';

type Launch = (library?: string) => Promise<Safelight>;

/** One picture with modules of several kinds, opened to be developed. */
export async function developing(
  page: Page,
  folder: string,
  launch: Launch,
  further: { operation: string; module: number; params: Buffer }[] = [],
  /** Of the picture. */
  shot: Partial<FixtureImage> = {},
): Promise<Safelight> {
  const [picture] = await makePictures(join(folder, 'Pictures'), 1);
  const history = [
    { operation: 'colorin', module: 7, params: Buffer.alloc(1044) },
    {
      operation: 'exposure',
      module: 6,
      params: exposureParams(0.5),
      blend: blendParams({ maskMode: 3, opacity: 80, maskId: 1 }),
    },
    { operation: 'colorbalancergb', module: 5, params: Buffer.alloc(132) },
    // Older than any panel that is known.
    { operation: 'channelmixerrgb', module: 2, params: Buffer.alloc(156) },
    ...further,
  ];
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [{ ...picture!, ...shot, history }] });
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(`${safelight.url}/images/1?panel=develop`);
  return safelight;
}

export const open = (page: Page, module: string) => page.getByRole('button', { name: module, exact: true }).click();
export const field = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
export const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
export const stored = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
