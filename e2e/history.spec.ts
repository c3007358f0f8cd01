/** Whole histories: the list of steps, and edits that go from one picture to others. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { ChangeList } from '../src/contract/image-change.ts';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams } from '../src/testing/pictures/params.ts';
import { field, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { historyOf, told } from './organising-page.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the history, newest first' });
const step = (page: Page, text: string | RegExp) => steps(page).getByRole('listitem').filter({ hasText: text });
const present = (page: Page) => steps(page).locator('[aria-current=step]');

const FLIPPED = Buffer.alloc(4);
/** So many take long enough to be canceled. */
const MANY = 800;

/** Four pictures. The first one's history has two instances of a module, an older step of one, and what belongs to one picture only. */
async function makeEdited(folder: string): Promise<string> {
  const pictures = await makePictures(join(folder, 'Pictures'), 4);
  const exposure = (value: number, rest: object = {}) => ({
    operation: 'exposure',
    module: 6,
    params: exposureParams(value),
    ...rest,
  });
  const history = [
    { operation: 'flip', module: 2, params: FLIPPED },
    exposure(0.25),
    { operation: 'colorbalancergb', module: 5, params: Buffer.alloc(132), enabled: false },
    exposure(-1, { priority: 1, name: 'sky' }),
    exposure(0.5),
  ];
  Object.assign(pictures[0]!, { history });
  Object.assign(pictures[1]!, { history: [exposure(2)] });
  return makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file;
}

for (const [width, height] of [
  [1440, 900],
  [844, 390],
  [390, 844],
] as const) {
  test(`a message covers neither the head of the history nor the last module, ${width} × ${height}`, async ({
    page,
    folder,
    launch,
  }) => {
    await page.setViewportSize({ width, height });
    const safelight = await launch(await makeEdited(folder));
    await page.goto(await safelight.signInLink('/images/1?panel=develop'));
    const head = page.locator('summary', { hasText: 'history' });
    await expect(head).toContainText('5 steps');
    await page.keyboard.press('3');
    await expect(told(page)).toContainText('3 stars');
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    const isClear = async (part: Locator) => {
      await part.scrollIntoViewIfNeeded();
      const [box, message] = [await boxOf(part), await boxOf(told(page))];
      const isBeside = box.x >= message.x + message.width || message.x >= box.x + box.width;
      return isBeside || box.y >= message.y + message.height || message.y >= box.y + box.height;
    };
    expect(await isClear(head)).toBe(true);
    expect(await isClear(page.getByRole('list', { name: 'Modules' }).getByRole('listitem').last())).toBe(true);
    const message = await boxOf(told(page));
    expect(message.x).toBeGreaterThanOrEqual(0);
    expect(message.y).toBeGreaterThanOrEqual(0);
    // Open, it is as clear.
    await head.click();
    await expect(present(page)).toBeVisible();
    await page.keyboard.press('4');
    await expect(told(page)).toContainText('4 stars');
    expect(await isClear(head)).toBe(true);
    expect(await isClear(steps(page).getByRole('listitem').last())).toBe(true);
  });
}

test('the history lists its steps; a click goes to one, and everything can be taken back', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  const safelight = await launch(await makeEdited(folder));
  // As the library's owner: to take a change back needs the scope for organizing as well.
  await page.goto(await safelight.signInLink('/images/1?panel=develop'));
  const summary = page.locator('summary', { hasText: 'history' });
  await expect(summary).toContainText('5 steps');
  await summary.click();
  await expect(steps(page).getByRole('listitem')).toHaveText([
    '5exposure+0.500 EV',
    '4exposuresky-1.000 EV',
    /^3color balance rgboff.*, …$/,
    '2exposure+0.250 EV',
    '1orientation',
    '0original',
  ]);
  await expect(present(page)).toHaveText('5exposure+0.500 EV');
  // Without a darktable that renders, the original is the file itself; an older request for a live picture gives way to a newer one.
  allowedComplaints.push(/503 \(Service Unavailable\)/, /409 \(Conflict\)/);
  const compare = page.getByRole('button', { name: 'Before and after: compare with the original' });
  await compare.click();
  await expect(page.getByRole('slider', { name: 'Divider between before and after' })).toBeVisible();
  await compare.click();
  await expect(page.getByRole('slider', { name: 'Divider between before and after' })).toHaveCount(0);

  // An edit of this visit is told with its value.
  await open(page, 'exposure');
  await field(page, 'exposure').first().fill('1');
  await field(page, 'exposure').first().press('Enter');
  await stored(page);
  await expect(step(page, /^5exposure/)).toContainText('+1.000 EV');
  await open(page, 'exposure');
  await expectNoFindings(page);

  await step(page, 'color balance rgb').getByRole('button').first().click();
  await expect(present(page)).toContainText('3color balance rgb');
  await expect(summary).toContainText('3 of 5');
  expect((await historyOf(page, safelight, 1)).end).toBe(3);
  await expect(page.getByRole('button', { name: 'compress history' })).toHaveAccessibleDescription(
    /Go to the last step/,
  );
  const undo = page.getByRole('button', { name: 'undo', exact: true });
  await undo.click();
  await expect(present(page)).toContainText('5exposure');

  await page.getByRole('button', { name: 'compress history' }).click();
  await expect(told(page)).toContainText('History compressed');
  await expect(present(page)).toHaveText(/^4exposure/);
  await page.getByRole('button', { name: 'discard history…' }).click();
  await expectNoFindings(page, '[role=dialog]');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(told(page)).toContainText('History discarded');
  await expect(steps(page).getByRole('listitem')).toHaveText(['0original']);
  await expect(page.getByText('This picture has not been edited yet.')).toBeVisible();
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(present(page)).toContainText('4exposure');

  // Edits of modules and of the history are one list.
  await page.getByRole('button', { name: 'Edits of this visit (H)' }).click();
  const visit = page.getByRole('dialog', { name: 'Edits of this visit' });
  await expect(visit.getByRole('listitem')).toHaveText([
    '3History discarded',
    '2History compressed',
    '1exposure +1.000 EV',
    '0as opened',
  ]);
  await visit.getByRole('button').last().click();
  await expect(present(page)).toContainText('5exposure');
  await expect(undo).toBeDisabled();
  await expect(step(page, /^5exposure/)).toContainText('+0.500 EV');
  expect((await historyOf(page, safelight, 1)).end).toBe(5);
  await page.getByRole('button', { name: 'redo', exact: true }).click();
  await expect(step(page, /^5exposure/)).toContainText('+1.000 EV');
});

test('edits go from one picture to the selected ones, all or parts of them, and back by undo', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await launch(await makeEdited(folder));
  await page.goto(await safelight.signInLink());
  const operations = async (id: number) =>
    (await historyOf(page, safelight, id)).steps.map(({ operation, multi_name: name }) =>
      `${operation} ${name}`.trim(),
    );
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('Control+v');
  await expect(told(page)).toContainText('No edits are copied yet.');
  await tile(page, /^harbour-003\.jpg/).focus();
  await page.keyboard.press('Control+c');
  await expect(told(page)).toContainText('harbour-003.jpg has no edits to copy.');
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+c');
  await expect(told(page)).toContainText('Edits of harbour-001.jpg copied');

  for (const name of [/^larch-002\.jpg/, /^harbour-003\.jpg/])
    await tile(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Control+v');
  await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 2 pictures');
  // The orientation belongs to one picture. Of two steps of one instance in a row the later stays, as in darktable.
  const pasted = ['exposure', 'colorbalancergb', 'exposure sky'];
  expect(await operations(2)).toEqual(pasted);
  expect(await operations(3)).toEqual(pasted);
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(told(page)).toContainText('Undone: Edits of harbour-001.jpg pasted, 2 pictures');
  expect(await operations(2)).toEqual(['exposure']);
  expect(await operations(3)).toEqual([]);

  await page
    .getByRole('region', { name: 'Selected pictures' })
    .getByRole('button', { name: 'Copy and paste edits' })
    .click();
  const menu = page.getByRole('dialog', { name: 'Copy and paste edits' });
  await expect(menu).toContainText('Copied: edits of harbour-001.jpg');
  await expectNoFindings(page, '[role=dialog]');
  await menu.getByRole('button', { name: 'Paste parts…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste edits of harbour-001.jpg' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'exposure 2 instances',
    'color balance rgb off',
    'orientation usually stays with its picture',
  ]);
  const part = (name: RegExp) => dialog.getByRole('checkbox', { name });
  await expect(part(/^orientation/)).not.toBeChecked();
  await expectNoFindings(page, '[role=dialog]');
  await part(/^orientation/).check();
  await part(/^exposure/).uncheck();
  await dialog.getByRole('button', { name: 'overwrite' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 pictures would change.');
  await dialog.getByRole('button', { name: 'Paste onto 2 pictures' }).click();
  await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 2 pictures');
  expect(await operations(2)).toEqual(['flip', 'colorbalancergb']);
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('Undone: Edits of harbour-001.jpg pasted');
  expect(await operations(2)).toEqual(['exposure']);
});

test('a paste onto many pictures, and its undo, say how far they are and can be canceled; what is done stays', async ({
  page,
  folder,
  launch,
}) => {
  const [model] = await makePictures(join(folder, 'Pictures'), 1);
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(1) }];
  const images = Array.from({ length: MANY + 1 }, (_, at) => ({ ...model!, id: at + 1, version: at }));
  Object.assign(images[0]!, { history });
  const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images }).file);
  await page.goto(await safelight.signInLink());
  const first = tile(page, /^harbour-001\.jpg/).first();
  await first.focus();
  await page.keyboard.press('Control+c');
  await expect(told(page)).toContainText('copied');
  await page.keyboard.press('Control+a');
  // A hand would be too late on a quick machine.
  const cancelAtOnce = () =>
    page.evaluate(`new MutationObserver((_, watch) => {
      const button = [...document.querySelectorAll('[role=region] button')].find((one) => one.textContent === 'Cancel');
      if (!button) return;
      watch.disconnect();
      window.progress = document.querySelector('[role=region] progress').getAttribute('aria-label');
      button.click();
    }).observe(document.body, { childList: true, subtree: true })`);
  await cancelAtOnce();
  await page.keyboard.press('Control+v');
  const partly = /^Edits of harbour-001\.jpg pasted: ([\d,]+) of 800 pictures/;
  const undo = told(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  expect(await page.evaluate('progress')).toMatch(partly);
  await expect(told(page)).toContainText(/ of 800 pictures[\d,]+ pictures were not changed/);
  const { items } = (await (await page.request.get(`${safelight.url}/api/v1/changes`)).json()) as ChangeList;
  const [{ images: done }] = items as [ChangeList['items'][0]];
  expect(items).toHaveLength(1);
  const counted = done.toLocaleString('en');
  await expect(told(page)).toContainText(`pasted: ${counted} of 800 pictures`);
  await expect(told(page)).toContainText(`${(MANY - done).toLocaleString('en')} pictures were not changed`);
  const lengthOf = async (id: number) => (await historyOf(page, safelight, id)).steps.length;
  expect([await lengthOf(2), await lengthOf(MANY + 1)]).toEqual([1, 0]);
  await undo.click();
  await expect(told(page)).toContainText(`Undone: Edits of harbour-001.jpg pasted, ${counted} pictures`);
  expect(await lengthOf(2)).toBe(0);

  // An undo can be canceled as well; the rest is a step of its own.
  await first.focus();
  await page.keyboard.press('Control+v');
  await expect(told(page)).toContainText('Edits of harbour-001.jpg pasted: 800 pictures');
  await cancelAtOnce();
  await page.keyboard.press('Control+z');
  const undoing = /^Undone: Edits of harbour-001\.jpg pasted: [\d,]+ of 800 pictures/;
  const rest = told(page).getByRole('button', { name: 'Continue' });
  await expect(rest).toBeVisible();
  expect(await page.evaluate('progress')).toMatch(undoing);
  await expect(told(page)).toContainText(undoing);
  expect([await lengthOf(2), await lengthOf(MANY + 1)]).toEqual([0, 1]);
  await rest.click();
  await expect(told(page)).toContainText(/^Undone: Edits of harbour-001\.jpg pasted, [\d,]+ pictures/);
  expect(await lengthOf(MANY + 1)).toBe(0);
});

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });

  test('an instance is removed and brought back; while darktable is open without the plugin, the page says what to do', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    const file = await makeEdited(folder);
    const safelight = await launch(file);
    await page.goto(await safelight.signInLink('/images/1?panel=develop'));
    const messages = page.getByRole('region', { name: 'Notifications' });
    await page.getByRole('button', { name: /^Belichtung\s*sky$/ }).tap();
    await page.getByRole('button', { name: 'Mehr zu Belichtung · sky' }).tap();
    await expectNoFindings(page, '[role=dialog]');
    await page.getByRole('button', { name: 'Aus dem Verlauf entfernen' }).tap();
    await expect(messages).toContainText('Belichtung · sky aus dem Verlauf entfernt');
    expect((await historyOf(page, safelight, 1)).steps).toHaveLength(4);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await messages.getByRole('button', { name: 'Rückgängig' }).tap();
    await page.getByRole('button', { name: 'Alle Module' }).tap();
    await page.locator('summary', { hasText: 'Verlauf' }).tap();
    const list = page.getByRole('list', { name: 'Schritte des Verlaufs, der neueste zuerst' });
    await expect(list.getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expectNoFindings(page);

    allowedComplaints.push(/500 \(Internal Server Error\)/);
    const darktable = await startDarktableProcess(folder, file);
    await list.getByRole('button', { name: /^0\s*Original$/ }).tap();
    await expect(messages).toContainText('Die Änderung wurde nicht gespeichert.');
    await expect(messages).toContainText('Close darktable, or install the plugin and restart darktable.');
    await expect(list.locator('[aria-current=step]')).toContainText('5');
    await darktable.end();
  });
});
