import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ImageRecord } from '../src/contract/image-record.ts';
import { type FixtureImage, makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, makePictures, type Safelight, startSafelight, test as base } from './safelight.ts';

export const PICTURES = 40;
/** Of each picture. */
export const [WIDTH, HEIGHT] = [3000, 2000];

/** Two hundred seconds apart, none decided; `change` gives them marks and times. */
export async function library(folder: string, change: (pictures: FixtureImage[]) => void = () => undefined) {
  const pictures = await makePictures(
    join(folder, 'Pictures'),
    PICTURES,
    Array<[number, number]>(4).fill([WIDTH, HEIGHT]),
  );
  for (const [at, picture] of pictures.entries()) Object.assign(picture, { stars: 0, taken: takenAt(1000 - at * 200) });
  change(pictures);
  return makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file;
}
const takenAt = (seconds: number) => new Date(Date.UTC(2024, 4, 1, 12) + seconds * 1000).toISOString().slice(0, 23);

type Launch = (library?: string) => Promise<Safelight>;
export async function open(page: Page, folder: string, launch: Launch, address = '/cull', ...rest: [typeof library?]) {
  const safelight = await launch(await (rest[0] ?? library)(folder));
  await visit(page, safelight, address);
  return safelight;
}

export async function visit(page: Page, safelight: Safelight, address: string): Promise<void> {
  await page.goto(await safelight.signInLink());
  await page.goto(`${safelight.url}${address}`);
  await shows(page, 'harbour-001.jpg');
}

export const shows = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
export const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Pictures to go through' }).getByRole('button', { name });
export const strip = (page: Page) => page.getByRole('list', { name: 'Filmstrip' });
export const star = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Stars' }).getByRole('radio', { name });
/** The box of the picture: its pixels are exchanged for sharper ones. */
export const picture = (page: Page) => page.getByRole('main').locator('[data-image]').first();

export async function stored(page: Page, { url }: Safelight, id: number) {
  const answer = await page.request.get(`${url}/api/v1/images/${id}`);
  const { rating, color_labels } = (await answer.json()) as ImageRecord;
  return { rating, color_labels };
}

/** Six frames within two seconds: the fifth to the tenth picture; the seventh has four stars. */
export const withBurst = (folder: string) =>
  library(folder, (pictures) => {
    for (const [at, picture] of pictures.slice(4, 10).entries()) picture.taken = takenAt(200 - at * 0.3);
    pictures[6]!.stars = 4;
  });
export const panes = (page: Page) => page.getByRole('group', { name: 'Compare' }).getByRole('figure');
export const boxIn = async (page: Page, at: number) =>
  (await panes(page).nth(at).locator('[data-image]').boundingBox())!;

export const test = base.extend<object, { shared: Safelight }>({
  /** With a burst; for tests that do not mind what others have decided about its pictures. */
  shared: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'safelight-e2e-'));
      const safelight = await startSafelight({ folder, library: await withBurst(folder) });
      await use(safelight);
      await safelight.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
