/** Edits that wait until darktable is closed. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { beat } from '../src/testing/beat.ts';
import { bridgePaths } from '../src/darktable/bridge-files.ts';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { operationsOf, told } from './organising-page.ts';
import { expect, makePictures, type Safelight, test } from './safelight.ts';
import { addStyle } from './styled-library.ts';

/** As many pictures, the first with an exposure, and a style. */
async function start(
  page: Page,
  folder: string,
  launch: (library: string) => Promise<Safelight>,
  count = 3,
): Promise<{ safelight: Safelight; file: string }> {
  const made = await makePictures(join(folder, 'Pictures'), Math.min(count, 3));
  const images = Array.from({ length: count }, (_, at) =>
    at < 3 ? made[at]! : { ...made[2]!, id: at + 1, version: at },
  );
  Object.assign(images[0]!, { history: [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }] });
  const { file, data } = makeLibrary({ folder: join(folder, 'darktable'), images });
  addStyle(data, 'soft', { operation: 'velvia', version: 2, params: packParams('ff', 10, 1) });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  return { safelight, file };
}

const tile = (page: Page, name: RegExp) => page.locator('[role=list], ul').getByRole('link', { name });

async function copyFirst(page: Page): Promise<void> {
  await tile(page, /^harbour-001\.jpg/)
    .first()
    .focus();
  await page.keyboard.press('Control+c');
  await expect(told(page)).toContainText(/copied|kopiert/);
}

/** Copies the edits of the first picture, and opens the dialog that pastes parts of them onto the other two. */
async function pasteParts(page: Page): Promise<void> {
  await copyFirst(page);
  for (const name of [/^larch-002\.jpg/, /^harbour-003\.jpg/])
    await tile(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Control+Shift+v');
}

test.describe('1440 px wide', () => {
  test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });

  test('a paste is put off, shown, refused now, and done once darktable is closed; undo takes it back', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    const { safelight, file } = await start(page, folder, launch);
    const darktable = await startDarktableProcess(folder, file);
    await pasteParts(page);
    const paste = page.getByRole('dialog', { name: 'Paste edits of harbour-001.jpg' });
    await expect(paste).toContainText(/cannot be done through its plugin now. .*has this library open/);
    await expect(paste.getByRole('button', { name: 'Now' })).toHaveCount(0);
    await expectNoFindings(page, '[role=dialog]');
    await paste.getByRole('button', { name: 'When darktable is closed' }).click();
    await expect(told(page)).toContainText('Waits until darktable is closed: Edits of harbour-001.jpg, 2 pictures');
    const chip = page.getByRole('button', { name: '1 edit waits until darktable is closed' });
    await expect(chip).toBeVisible();
    expect(await operationsOf(page, safelight, 2)).toEqual([]);
    await expectNoFindings(page);

    // What is refused as it is asked for may wait as well.
    allowedComplaints.push(/500 \(Internal Server Error\)/);
    await page.getByRole('button', { name: 'Copy and paste edits' }).first().click();
    await page.getByRole('button', { name: 'Styles…' }).click();
    await page.getByRole('dialog', { name: 'Styles' }).getByRole('button', { name: 'soft' }).click();
    await told(page).getByText('When darktable is closed', { exact: true }).click();
    await expect(told(page)).toContainText('Waits until darktable is closed: Style soft, 2 pictures');
    await page.getByRole('button', { name: '2 edits wait until darktable is closed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Until darktable is closed' });
    const rows = dialog.getByRole('listitem');
    await expect(rows).toHaveText([/^Edits of harbour-001\.jpg: 2 pictures/, /^Style soft: 2 pictures/]);
    await expectNoFindings(page, '[role=dialog]');
    await rows.first().getByRole('button', { name: 'Do now' }).click();
    await expect(told(page)).toContainText('Not done. It is still waiting.');
    await rows.last().getByRole('button', { name: 'Discard' }).click();
    await expect(rows).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Close' }).click();

    // Also after Safelight was closed and started again.
    await safelight.stop();
    allowedComplaints.push(/Failed to load resource|ERR_CONNECTION_REFUSED/);
    await safelight.start();
    await page.goto(safelight.url);
    await expect(chip).toBeVisible();
    await darktable.end();
    await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 2 pictures');
    await expect(chip).toHaveCount(0);
    for (const id of [2, 3]) expect(await operationsOf(page, safelight, id)).toEqual(['exposure']);
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => operationsOf(page, safelight, 2)).toEqual([]);
    expect(await operationsOf(page, safelight, 3)).toEqual([]);
  });

  test('where darktable makes it slow, it is told how long it takes before anything is done', async ({
    page,
    folder,
    launch,
  }) => {
    const { safelight, file } = await start(page, folder, launch, 121);
    const darktable = await startDarktableProcess(folder, file);
    const { heartbeat } = bridgePaths(safelight.dataDir);
    const beating = setInterval(() => {
      beat(heartbeat, { library: file, state: 'idle', organised: 0, operated: 0, histories: 'apply' });
    }, 1_000);
    try {
      await copyFirst(page);
      await page.keyboard.press('Control+a');
      await expect
        .poll(async () => {
          const answer = await page.request.post(`${safelight.url}/api/v1/images/history/copy?dry_run=1`, {
            data: { from: 1, to: [2] },
            headers: { origin: safelight.url },
          });
          return ((await answer.json()) as { seconds?: number }).seconds;
        })
        .toBe(1);
      await page.keyboard.press('Control+v');
      const ask = page.getByRole('dialog', { name: 'Put on 120 pictures' });
      await expect(ask).toContainText('Edits of harbour-001.jpg');
      await expect(ask).toContainText(/darktable is open: this takes about 1[5-9] seconds/);
      await expectNoFindings(page, '[role=dialog]');
      await ask.getByRole('button', { name: 'When darktable is closed' }).click();
      await expect(told(page)).toContainText('Waits until darktable is closed');
      await told(page).getByRole('button', { name: 'Discard' }).click();
      await expect(told(page)).toContainText('Discarded: Edits of harbour-001.jpg');
      await expect(page.getByRole('button', { name: /until darktable is closed/ })).toHaveCount(0);
      await page.keyboard.press('Control+Shift+v');
      const paste = page.getByRole('dialog', { name: 'Paste edits of harbour-001.jpg' });
      await expect(paste.getByRole('status')).toContainText(/about 1[5-9] seconds/);
      await expect(paste.getByRole('button', { name: 'Now', exact: true })).toBeVisible();
      await expectNoFindings(page, '[role=dialog]');
    } finally {
      clearInterval(beating);
      await darktable.end();
    }
  });
});

/** Holds what a dry run answers, until it is let go. */
async function holdDryRuns(page: Page): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<null>();
  await page.route(/dry_run=1/, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  return () => letGo(null);
}

test('each paste is asked about, one after the other, also while a dialog is open and before anybody knows how slow it is', async ({
  page,
  folder,
  launch,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { file } = await start(page, folder, launch, 31);
  const darktable = await startDarktableProcess(folder, file);
  const letGo = await holdDryRuns(page);
  await copyFirst(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
  await tile(page, /^larch-002\.jpg/).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Control+Shift+v');
  const paste = page.getByRole('dialog', { name: 'Paste edits of harbour-001.jpg' });
  await paste.getByRole('button', { name: 'Paste onto 29 pictures' }).click();
  await expect(paste).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy and paste edits' }).first().click();
  await page.getByRole('button', { name: 'Styles…' }).click();
  const styles = page.getByRole('dialog', { name: 'Styles' });
  await expect(styles.getByRole('button', { name: 'soft' })).toBeVisible();
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('dry_run=1')) answers.push(response.url());
  });
  letGo();
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(3);
  await expect(styles).toBeVisible();
  await styles.getByRole('button', { name: 'Close' }).click();
  const ask = (count: number) => page.getByRole('dialog', { name: `Put on ${count} pictures` });
  for (const count of [30, 29, 29]) {
    await ask(count).getByRole('button', { name: 'When darktable is closed' }).click();
    await expect(told(page)).toContainText(`Edits of harbour-001.jpg, ${count} pictures`);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '3 edits wait until darktable is closed' })).toBeVisible();
  await darktable.end();
});

test('"Do now" tells which pictures could not take it, and is one step to undo, also if darktable was closed meanwhile', async ({
  page,
  folder,
  launch,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { safelight, file } = await start(page, folder, launch);
  const darktable = await startDarktableProcess(folder, file);
  await pasteParts(page);
  await page.getByRole('dialog').getByRole('button', { name: 'When darktable is closed' }).click();
  await page.getByRole('button', { name: '1 edit waits until darktable is closed' }).click();
  const library = new Database(file);
  library.exec('DELETE FROM images WHERE id = 3');
  library.close();
  await page.route(/postponed-changes\/\d+\/now$/, async (route) => {
    await darktable.end();
    await route.continue();
  });
  const undone: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undone.push(request.url());
  });
  const dialog = page.getByRole('dialog', { name: 'Until darktable is closed' });
  await dialog.getByRole('button', { name: 'Do now' }).click();
  await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 1 picture');
  await expect(told(page)).toContainText('1 picture was left as it is');
  await expect(dialog.getByRole('listitem').first()).toContainText('Done: 1 picture');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toContainText('Nothing is waiting.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => operationsOf(page, safelight, 2)).toEqual([]);
  await expect(told(page)).toContainText('Undone');
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('There is nothing to undo.');
  expect(undone).toHaveLength(1);
});

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'light' });

  test('what was put off is told when the page comes back later, with the picture that could not take it', async ({
    page,
    folder,
    launch,
  }) => {
    const { safelight, file } = await start(page, folder, launch);
    const darktable = await startDarktableProcess(folder, file);
    await pasteParts(page);
    const paste = page.getByRole('dialog', { name: 'Bearbeitung von harbour-001.jpg einfügen' });
    await expect(paste).toContainText('darktable ist offen');
    await expectNoFindings(page, '[role=dialog]');
    await paste.getByRole('button', { name: 'Wenn darktable geschlossen ist' }).click();
    await expect(told(page)).toContainText('Wartet, bis darktable geschlossen ist');
    const chip = page.getByRole('button', { name: '1 Bearbeitung wartet, bis darktable geschlossen ist' });
    await expect(chip).toBeVisible();
    await expectNoFindings(page);
    await chip.click();
    const dialog = page.getByRole('dialog', { name: 'Bis darktable geschlossen ist' });
    await expect(dialog.getByRole('listitem')).toContainText('Bearbeitung von harbour-001.jpg: 2 Bilder');
    await expectNoFindings(page, '[role=dialog]');
    await page.goto('about:blank');
    const library = new Database(file);
    library.exec('DELETE FROM images WHERE id = 3');
    library.close();
    await darktable.end();
    await expect.poll(() => operationsOf(page, safelight, 2)).toEqual(['exposure']);
    await page.goto(safelight.url);
    await expect(told(page)).toContainText('Bearbeitung von harbour-001.jpg eingefügt: 1 Bild');
    await expect(told(page)).toContainText('1 Bild blieb, wie es ist');
    await page.getByRole('button', { name: '1 Bild bekam die Bearbeitung nicht' }).click();
    await expect(dialog.getByRole('listitem').first()).toContainText('Gemacht: 1 Bild');
    await expectNoFindings(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(dialog).toContainText('Es wartet nichts.');
  });
});
