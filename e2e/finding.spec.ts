import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { filter, heading, searchField } from './gallery-page.ts';
import { expect, makePictures, PICTURES, signIn, test, tile } from './safelight.ts';

test('the search narrows the grid and stays in the address', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await searchField(page).fill('iceland');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(page).toHaveURL(`${safelight.url}/?search=iceland`);

  await page.reload();
  await expect(searchField(page)).toHaveValue('iceland');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(heading(page, new RegExp(`^${PICTURES} pictures`))).toBeVisible();
});

test('what is typed is offered as search words, with the number that each finds', async ({
  signedIn: page,
  safelight,
}) => {
  await page.goto(safelight.url);
  await searchField(page).fill('icel');
  await page.getByRole('option', { name: 'Tag places › iceland › vik 1' }).click();
  await expect(searchField(page)).toHaveValue('tag:places|iceland|vik ');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
  await expect(page).toHaveURL(/search=tag%3Aplaces%7Ciceland%7Cvik/);

  await searchField(page).fill('eos r6');
  await searchField(page).press('Home');
  await expect(page.getByRole('option', { name: 'Camera Canon EOS R6' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(searchField(page)).toHaveValue('camera:"Canon EOS R6" r6');
});

test('a word that lacks something keeps what was found last, and says what it lacks', async ({
  signedIn: page,
  safelight,
}) => {
  await page.goto(`${safelight.url}/?search=iceland`);
  const found = heading(page, `1 of ${PICTURES} pictures`);
  await expect(found).toBeVisible();
  const note = page.getByRole('search').getByRole('status');
  await searchField(page).press('End');
  await searchField(page).pressSequentially(' label:bleu');
  await expect(note).toContainText('A color comes after label:');
  await expect(found).toBeVisible();
  await expect(page).toHaveURL(`${safelight.url}/?search=iceland`);
  await page.getByRole('option', { name: 'Did you mean label:blue' }).click();
  await expect(searchField(page)).toHaveValue('iceland label:blue ');
  await expect(page).toHaveURL(/search=iceland\+label%3Ablue/);

  await searchField(page).fill('iceland camera:EOS');
  await expect(note).toContainText('No camera is called “EOS”. Until then');
  await searchField(page).fill('iceland keyword:red');
  await expect(note).toContainText('“keyword:” is no search word. It is searched as text.');
  await expect(page).toHaveURL(/search=iceland\+keyword/);
});

test('a search that finds nothing says why, and shows the ways back', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/?search=zebra&rating_min=5`);
  await expect(page.getByRole('heading', { name: 'No matching pictures' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('5 stars · “zebra”');
  await page.getByRole('button', { name: 'Without 5 stars' }).click();
  await expect(page).toHaveURL(`${safelight.url}/?search=zebra`);
  await page.getByRole('button', { name: 'Show all pictures' }).click();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(searchField(page)).toHaveValue('');
});

test.describe('filters', () => {
  test('stars, from and to, unrated and rejected', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Rating').click();
    await page.getByRole('button', { name: /^5 stars/ }).click();
    await expect(page).toHaveURL(/rating_min=5/);
    await expect(tile(page, /5 stars/).first()).toBeVisible();
    await expect(tile(page, /(not rated|rejected|[1-4] stars?)/)).toHaveCount(0);
    await page.getByLabel('From').selectOption('2');
    await page.getByLabel('To').selectOption('3');
    await expect(page).toHaveURL(/rating_min=2&rating_max=3/);
    await expect(tile(page, /[23] stars/).first()).toBeVisible();
    await expect(tile(page, /(not rated|rejected|1 star|[45] stars)/)).toHaveCount(0);
    await page.getByRole('button', { name: /^Rejected only/ }).click();
    await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
    await page.getByRole('button', { name: /^Not rated/ }).click();
    await expect(tile(page, /not rated/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Rating' }).click();
    await expect(page).toHaveURL(`${safelight.url}/`);
  });

  test('color labels, with how many pictures each has', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Label').click();
    await expect(page.getByRole('button', { name: 'red 1' })).toBeVisible();
    await page.getByRole('button', { name: 'yellow 0' }).click();
    await page.getByRole('button', { name: 'red 1' }).click();
    await expect(page).toHaveURL(/label=red%2Cyellow/);
    await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
  });

  test('a branch of the tags, and a film roll', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Tag').click();
    await page.getByRole('button', { name: 'Expand places' }).click();
    await page.getByRole('button', { name: 'iceland', exact: true }).click();
    await expect(page).toHaveURL(`${safelight.url}/?${String(new URLSearchParams({ tag: 'places|iceland' }))}`);
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
    await page.getByRole('button', { name: 'Without', exact: true }).click();
    await page.getByRole('button', { name: 'Expand iceland' }).click();
    await page.getByRole('button', { name: 'vik 1', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(filter(page, 'Tag: places › iceland, not places › iceland › vik')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No matching pictures' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await filter(page, 'Film roll').click();
    await page.getByRole('button', { name: `Pictures ${PICTURES}` }).click();
    await expect(page).toHaveURL(/film=\d+/);
    await expect(filter(page, 'Film roll: Pictures')).toBeVisible();
  });

  test('dates, kinds, camera and lens', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Date').click();
    await page.getByLabel('From').fill('2024-05-01');
    await page.getByLabel('To').fill('2024-05-01');
    await expect(page).toHaveURL(/from=2024-05-01&to=2024-05-01/);
    await page.getByRole('button', { name: /^2024 / }).click();
    await expect(page).toHaveURL(/from=2024-01-01&to=2024-12-31/);
    await page.keyboard.press('Escape');
    await filter(page, 'Kind').click();
    await expect(page.getByRole('button', { name: `No duplicates ${PICTURES}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'In a group 0' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'With a place 0' })).toBeVisible();
    await page.getByRole('button', { name: `Other files ${PICTURES}` }).click();
    await page.keyboard.press('Escape');
    await filter(page, 'Camera').click();
    await page.getByRole('button', { name: `Canon EOS R6 ${PICTURES}` }).click();
    await page.keyboard.press('Escape');
    await filter(page, 'Lens').click();
    await page.getByRole('button', { name: `RF24-105mm F4 L IS USM ${PICTURES}` }).click();
    await expect(page).toHaveURL(/raw=false.*camera=Canon.*lens=RF24/);
    await expect(heading(page, `${PICTURES} pictures`)).toBeVisible();
  });

  test('edited and not edited in darktable, in English and in German', async ({ page, folder, launch }) => {
    const [first, second, third] = await makePictures(join(folder, 'Pictures'), 3);
    const history = [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }];
    const images = [first!, { ...second!, history }, third!];
    const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images }).file);
    await signIn(page, safelight);
    await page.goto(safelight.url);
    await filter(page, 'Kind').click();
    const edited = page.getByRole('button', { name: 'Edited 1', exact: true });
    await edited.click();
    await expect(edited).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(`${safelight.url}/?edited=true`);
    await expect(heading(page, '1 of 3 pictures')).toBeVisible();
    await expect(tile(page, /^larch-002\.jpg/)).toBeVisible();

    // One or the other; a second click undoes the choice.
    const untouched = page.getByRole('button', { name: 'Not edited 2', exact: true });
    await untouched.click();
    await expect(edited).toHaveAttribute('aria-pressed', 'false');
    await expect(page).toHaveURL(`${safelight.url}/?edited=false`);
    await expect(tile(page, /^(harbour-001|harbour-003)\.jpg/)).toHaveCount(2);
    await expect(tile(page, /^larch-002\.jpg/)).toHaveCount(0);
    await untouched.click();
    await expect(page).toHaveURL(`${safelight.url}/`);
    await edited.click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
    await expect(heading(page, '3 pictures')).toBeVisible();
    await page.goBack();
    await expect(filter(page, 'Kind: Edited')).toBeVisible();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Art: Bearbeitet', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Bearbeitet 1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Nicht bearbeitet 2', exact: true }).click();
    await expect(page).toHaveURL(`${safelight.url}/?edited=false`);
  });
});

test('a view is saved under a name, and shown again from another address', async ({ page, safelight }) => {
  await page.goto(await safelight.signInLink());
  await page.goto(`${safelight.url}/?rating_min=5`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Save this view as').fill('The best');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'The best' })).toBeVisible();
  await page.goto(safelight.url);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('link', { name: 'The best' }).click();
  await expect(page).toHaveURL(`${safelight.url}/?rating_min=5`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Delete The best' }).click();
  await expect(page.getByRole('link', { name: 'The best' })).toHaveCount(0);
});

test('the order stays in the address, and the back button undoes it', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/?rating_min=5`);
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-006\.jpg/);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-25\d\.jpg/);
  await page.goBack();
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-006\.jpg/);
});

test('ranges of what the camera was set to, the hour, and what it did not tell', async ({
  signedIn: page,
  safelight,
}) => {
  await page.goto(safelight.url);
  await filter(page, 'Capture').click();
  const aperture = page.getByRole('group', { name: 'F-number' });
  await aperture.getByRole('textbox', { name: 'From' }).fill('2,8');
  await expect(page).toHaveURL(/aperture_min=2\.8/);
  await aperture.getByRole('textbox', { name: 'To' }).fill('four');
  await expect(page.getByRole('alert')).toHaveText('Not a number');
  await expect(page).toHaveURL(/\?aperture_min=2\.8$/);
  await aperture.getByRole('textbox', { name: 'To' }).fill('4');
  await page.getByRole('combobox', { name: 'Hour' }).selectOption('12');
  await expect(page).toHaveURL(/aperture_min=2\.8&aperture_max=4&hour=12$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('f/2.8–4, 12:00–12:59');
  await page.getByRole('button', { name: 'Remove the filter Capture' }).click();
  await expect(page).toHaveURL(`${safelight.url}/`);
});
