/** Two tabs of one browser, with edits in both. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ChangeList, UndoResult } from '../src/contract/image-change.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { operationsOf, told } from './organising-page.ts';
import { expect, makePictures, type Safelight, test, tile } from './safelight.ts';
import { addStyle } from './styled-library.ts';

/** Three pictures, the first with an exposure, and a style that has velvia. */
async function start(page: Page, folder: string, launch: (library: string) => Promise<Safelight>): Promise<Safelight> {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  Object.assign(pictures[0]!, { history: [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }] });
  const { file, data } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  addStyle(data, 'soft', { operation: 'velvia', version: 2, params: packParams('ff', 10, 1) });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  return safelight;
}

const styles = (page: Page) => page.getByRole('dialog', { name: 'Styles' });
async function openStyles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy and paste edits' }).first().click();
  await page.getByRole('button', { name: 'Styles…' }).click();
}

test('an edit of one tab is in the history of the other, and so is its undo; a new style is in its list', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  // No darktable renders the styles here.
  allowedComplaints.push(/409 \(Conflict\)|422 \(Unprocessable/);
  const safelight = await start(page, folder, launch);
  const other = await page.context().newPage();
  await other.goto(`${safelight.url}/images/2?panel=develop`);
  const summary = other.locator('summary', { hasText: 'history' });
  await summary.click();
  const list = other.getByRole('list', { name: 'Steps of the history, newest first' }).getByRole('listitem');
  await openStyles(other);
  await expect(styles(other).getByRole('button', { name: 'soft' })).toBeVisible();
  await styles(other).getByRole('button', { name: 'Close' }).click();

  await tile(page, /^larch-002\.jpg/).click({ modifiers: ['ControlOrMeta'] });
  await openStyles(page);
  await styles(page).getByRole('button', { name: 'soft' }).click();
  await expect(told(page)).toContainText('Style soft: 1 picture');
  await expect(list).toHaveText([/^1velvia/, /^0original/]);
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveText([/^0original/]);

  await page.goto(`${safelight.url}/images/1`);
  await openStyles(page);
  await styles(page).locator('summary', { hasText: 'New style from this picture' }).click();
  await styles(page).getByRole('textbox', { name: 'Name of the new style' }).fill('evening');
  await styles(page).getByRole('button', { name: 'Create' }).click();
  await expect(told(page)).toContainText('Style evening created');
  await openStyles(other);
  await expect(styles(other).getByRole('button', { name: 'evening' })).toBeVisible();
});

test('a paste and a style at the same moment for the same picture: both are done, and each is taken back', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await start(page, folder, launch);
  const other = await page.context().newPage();
  await other.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+c');
  await expect(told(page)).toContainText('copied');
  for (const one of [page, other]) await tile(one, /^harbour-003\.jpg/).click({ modifiers: ['ControlOrMeta'] });
  await openStyles(other);
  await Promise.all([page.keyboard.press('Control+v'), styles(other).getByRole('button', { name: 'soft' }).click()]);
  await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 1 picture');
  await expect(told(other)).toContainText('Style soft: 1 picture');
  expect((await operationsOf(page, safelight, 3)).sort()).toEqual(['exposure', 'velvia']);

  const { items } = (await (await page.request.get(`${safelight.url}/api/v1/changes`)).json()) as ChangeList;
  expect(items.map(({ kind, images }) => [kind, images])).toEqual([
    ['history', 1],
    ['history', 1],
  ]);
  const undo = async (id: number): Promise<UndoResult> => {
    const headers = { origin: safelight.url };
    return (await (
      await page.request.post(`${safelight.url}/api/v1/changes/${id}/undo`, { headers })
    ).json()) as UndoResult;
  };
  // What came on top of the first one stays.
  expect(await undo(items[1]!.id)).not.toMatchObject({ changed: 1 });
  expect(await operationsOf(page, safelight, 3)).toHaveLength(2);
  expect(await undo(items[0]!.id)).toMatchObject({ changed: 1, left: [] });
  expect(await undo(items[1]!.id)).toMatchObject({ changed: 1, left: [] });
  expect(await operationsOf(page, safelight, 3)).toEqual([]);
});
