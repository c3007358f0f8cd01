import type { Page } from '@playwright/test';
import { blendParams, exposureParams } from '../src/testing/pictures/params.ts';
import type { FixtureImage } from '../src/testing/library-fixture.ts';
import { expect, makePictures, signIn } from './safelight.ts';
import { developPage, type SharedSafelight } from './shared-safelight.ts';

/** One picture with modules of several kinds, opened to be developed. Returns its id. */
export async function developing(
  page: Page,
  shared: SharedSafelight,
  further: { operation: string; module: number; params: Buffer }[] = [],
  /** Of the picture. */
  shot: Partial<FixtureImage> = {},
): Promise<number> {
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
  const id = await shared.add(async (film) => ({ ...(await makePictures(film, 1))[0]!, ...shot, history }));
  await signIn(page, shared);
  await page.goto(`${shared.url}${developPage(id)}`);
  return id;
}

export const open = (page: Page, module: string) => page.getByRole('button', { name: module, exact: true }).click();
export const field = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });
export const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
export const stored = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
