import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { makePictures, type Safelight } from './safelight.ts';

type Launch = (library?: string) => Promise<Safelight>;

/** A Safelight with its own library, and a page signed in as its owner. */
export async function own(page: Page, folder: string, launch: Launch): Promise<Safelight> {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  return safelight;
}
