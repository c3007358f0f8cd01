import { join } from 'node:path';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import {
  chip,
  library,
  open,
  picture,
  PICTURES,
  shows,
  star,
  stored,
  strip,
  test,
  visit,
  WIDTH,
} from './culling-page.ts';
import { expectNoFindings } from './findings.ts';
import { changeElsewhere, record } from './organising-page.ts';
import { expect, signIn, tile } from './safelight.ts';

test('a key decides and goes on; the numbers follow at once, and undo goes back to the picture', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch);
  await expect(chip(page, 'Undecided')).toHaveText(`Undecided ${PICTURES}`);
  await expect(chip(page, 'Undecided')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('3');
  await shows(page, 'larch-002.jpg');
  await page.keyboard.press('r');
  await shows(page, 'harbour-003.jpg');
  await page.keyboard.press('F3');
  // As short as stars, unlike a sentence without an undo.
  const labeled = page.getByText(/^Labeled .*: harbour-003$/).locator('..');
  await expect(labeled).toHaveCSS('animation-delay', '0s, 1.6s');
  await expect(page.getByRole('button', { name: 'green label' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('9');
  await expect(page.getByRole('button', { name: 'blue label' })).toHaveAttribute('aria-pressed', 'true');
  await shows(page, 'harbour-003.jpg');
  for (const [name, count] of [
    ['Undecided', PICTURES - 2],
    ['Picks', 1],
    ['Rejects', 1],
    ['All', PICTURES],
  ])
    await expect(chip(page, String(name))).toHaveText(`${name} ${count}`);
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 3, color_labels: [] });
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: -1, color_labels: [] });
  await expect.poll(() => stored(page, safelight, 3)).toEqual({ rating: 0, color_labels: ['green', 'blue'] });

  // What no longer fits stays until the filter is chosen again.
  await expect(strip(page).getByRole('button', { name: 'larch-002.jpg, rejected' })).toBeVisible();
  for (const _ of ['blue', 'green']) await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'green label' })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Control+z');
  await shows(page, 'larch-002.jpg');
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await expect(chip(page, 'Rejects')).toHaveText('Rejects 0');
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: 0, color_labels: [] });
  await page.keyboard.press('Control+Shift+z');
  await expect(chip(page, 'Rejects')).toHaveText('Rejects 1');
  await shows(page, 'larch-002.jpg');
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: -1, color_labels: [] });
  await page.keyboard.press('Control+z');
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: 0, color_labels: [] });
  await chip(page, 'Undecided').click();
  await expect(strip(page).getByRole('button', { name: 'harbour-001.jpg' })).toHaveCount(0);
  await expect(page.getByText(`1 of ${PICTURES - 1}`)).toBeVisible();
  await chip(page, 'Picks').click();
  await shows(page, 'harbour-001.jpg');
  await expect(star(page, '3 stars')).toBeChecked();
});

test('a filter that is chosen again has what others have changed long after a decision made here', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch);
  await page.keyboard.press('1');
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 1, color_labels: [] });
  await chip(page, 'Undecided').click();
  await expect(page.getByText(`1 of ${PICTURES - 1}`)).toBeVisible();
  const news = page.waitForResponse((answer) => answer.url().includes('/images/outline'));
  const change = { headers: { origin: safelight.url, 'if-match': '*' }, data: { rating: 0 } };
  await page.request.patch(`${safelight.url}/api/v1/images/1`, change);
  await news;
  await page.evaluate(() => {
    const before = performance.now.bind(performance);
    performance.now = () => before() + 60_000;
  });
  await chip(page, 'Undecided').click();
  await expect(page.getByText(`2 of ${PICTURES}`, { exact: true })).toBeVisible();
});

test('Shift decides and stays, A switches the going on off, and other keys find their way', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch);
  await page.keyboard.press('Shift+Digit4');
  await expect(star(page, '4 stars')).toBeChecked();
  await shows(page, 'harbour-001.jpg');
  await page.keyboard.press('End');
  await shows(page, 'larch-040.jpg');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'harbour-039.jpg');
  await page.keyboard.press('Home');
  await shows(page, 'harbour-001.jpg');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('Home');
  await page.keyboard.press('u');
  await shows(page, 'harbour-003.jpg');
  const advance = page.getByRole('button', { name: 'Go on to the next picture after a decision' });
  await expect(advance).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('a');
  await expect(advance).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('5');
  await expect(star(page, '5 stars')).toBeChecked();
  await shows(page, 'harbour-003.jpg');
  await page.keyboard.press('Shift+R');
  await shows(page, 'larch-004.jpg');
  await page.keyboard.press('t');
  const tags = page.getByRole('dialog', { name: 'Tags and texts' });
  await expect(tags.getByRole('combobox', { name: 'Add a tag' })).toBeFocused();
  await page.keyboard.type('3 sea gulls');
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('list', { name: 'On this picture' })).toHaveText('3 sea gulls');
  await expectNoFindings(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(tags).toHaveCount(0);
  await shows(page, 'larch-004.jpg');
  await expect.poll(async () => (await record(page, safelight, 4)).tags).toEqual(['3 sea gulls']);
  await page.reload();
  await expect(advance).toHaveAttribute('aria-pressed', 'false');
});

test('at 100 % the place is kept from picture to picture', async ({ page, shared }) => {
  await visit(page, shared, '/cull?shown=all');
  const whole = (await picture(page).boundingBox())!;
  const at = { x: whole.x + whole.width * 0.8, y: whole.y + whole.height * 0.3 };
  const shareAt = async () => {
    const box = (await picture(page).boundingBox())!;
    return [(at.x - box.x) / box.width, (at.y - box.y) / box.height].map((share) => Math.round(share * 100));
  };
  await page.mouse.click(at.x, at.y);
  await expect.poll(async () => (await picture(page).boundingBox())!.width).toBeCloseTo(WIDTH, -1);
  expect(await shareAt()).toEqual([80, 30]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'harbour-005.jpg');
  expect(await shareAt()).toEqual([80, 30]);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 200, at.y + 50, { steps: 4 });
  await page.mouse.up();
  const dragged = await shareAt();
  expect(dragged[0]).toBeGreaterThan(80);
  await page.keyboard.press('z');
  await expect.poll(async () => Math.round((await picture(page).boundingBox())!.width)).toBe(Math.round(whole.width));
  await page.keyboard.press('z');
  await expect.poll(shareAt).toEqual(dragged);
});

test('the gallery and a picture lead there and back, and the place is kept', async ({ page, folder, launch }) => {
  const safelight = await launch(await library(folder));
  await page.goto(await safelight.signInLink('/?search=larch'));
  await tile(page, /^larch-004/).focus();
  await page.keyboard.press('x');
  await shows(page, 'larch-004.jpg');
  await expect(chip(page, 'All')).toHaveText(`All ${PICTURES / 2}`);
  await page.keyboard.press('2');
  await page.keyboard.press('2');
  await shows(page, 'larch-008.jpg');
  // A reload in the middle would send them again, compared with what has arrived meanwhile.
  for (const id of [4, 6]) await expect.poll(async () => (await record(page, safelight, id)).rating).toBe(2);
  await page.keyboard.press('Escape');
  await expect(tile(page, /^larch-008/)).toBeFocused();
  await page.keyboard.press('x');
  await shows(page, 'larch-008.jpg');
  // The decided ones are still there to go back to.
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'larch-006.jpg');
  await expect.poll(() => page.url()).toContain('image=6');
  await page.reload();
  await shows(page, 'larch-006.jpg');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Cull' }).click();
  await shows(page, 'larch-006.jpg');

  await page.goto(`${safelight.url}/images/9`);
  await shows(page, 'harbour-009.jpg');
  await page.getByRole('button', { name: 'Cull' }).click();
  await shows(page, 'harbour-009.jpg');
  await expect(page.getByRole('group', { name: 'View' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await shows(page, 'larch-010.jpg');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Picture navigation' })).toBeVisible();
  await shows(page, 'larch-010.jpg');
});

/** The service is away for the page, not for the test. */
const SERVICE = /\/(?:api\/v1\/|health)/;

test('decisions wait while Safelight is away, are sent in order, and what could not be saved is marked', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/Failed to load resource/, /ERR_FAILED/);
  const safelight = await open(page, folder, launch);
  const thumb = (name: string) => strip(page).getByRole('button', { name });
  await expect(thumb('larch-004.jpg')).toBeVisible();
  await page.route(SERVICE, (route) => route.abort());
  for (const key of ['3', 'r', 'F1', '2', '0']) await page.keyboard.press(key);
  await expect(page.getByRole('status').filter({ hasText: 'Offline, 5 waiting' })).toBeVisible();
  await shows(page, 'harbour-005.jpg');
  // The marks are there all the same, and only in this browser.
  await expect(thumb('larch-002.jpg, rejected')).toBeVisible();
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: 0, color_labels: [] });
  await changeElsewhere(page, safelight, 1, { rating: 5 });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '');
  });
  await page.unroute(SERVICE);
  await expect.poll(() => stored(page, safelight, 3)).toEqual({ rating: 2, color_labels: ['red'] });
  await expect.poll(() => stored(page, safelight, 2)).toEqual({ rating: -1, color_labels: [] });
  expect(sent.slice(0, 3)).toEqual(
    [{ rejected: true }, { color_labels: { add: ['red'] } }, { rating: 2 }].map((change) => JSON.stringify(change)),
  );
  // Somebody else was faster: nothing is overwritten, and it is told where the picture is.
  await expect(thumb('harbour-001.jpg, 5 stars, not saved')).toBeVisible();
  await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: 5 });
  await page.getByRole('button', { name: '1 not saved' }).click();
  const list = page.getByRole('dialog', { name: 'Not saved' });
  await expect(list).toContainText('Changed elsewhere meanwhile. Now: 5 stars');
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list).toContainText('Everything is saved.');
  await page.keyboard.press('Escape');
  await expect(thumb('harbour-001.jpg, 3 stars')).toBeVisible();
  await expect(strip(page).getByText('!')).toHaveCount(0);

  // A picture that goes while one looks at it.
  await page.keyboard.press('ArrowRight');
  await shows(page, 'larch-006.jpg');
  await page.request.post(`${safelight.url}/api/v1/images/remove`, {
    data: { ids: [6] },
    headers: { origin: safelight.url },
  });
  await expect(page.getByText('This picture is no longer in the library.')).toBeVisible();
  const reject = page.getByRole('button', { name: 'Reject', exact: true });
  await expect(reject).toHaveAttribute('aria-disabled', 'true');
  await expect(reject).toHaveAttribute('title', 'This picture is no longer in the library.');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Next picture', exact: true }).click();
  await shows(page, 'harbour-007.jpg');
  await expect(reject).not.toHaveAttribute('aria-disabled');

  // A refusal is told above the filmstrip, and marked in it.
  const darktable = await startDarktableProcess(folder, join(folder, 'darktable', 'library.db'));
  try {
    await page.keyboard.press('5');
    const told = page.getByRole('region', { name: 'Notifications' }).getByText('1 picture was not changed');
    await expect(told).toBeVisible();
    await expect(thumb('harbour-007.jpg, not rated, not saved')).toBeVisible();
    await expectNoFindings(page);
    const [message, bar] = [
      await told.boundingBox(),
      await page.getByRole('region', { name: 'Decisions' }).boundingBox(),
    ];
    expect(message!.y + message!.height).toBeLessThan(bar!.y);
  } finally {
    await darktable.end();
  }
});

test('a failure does not lie over a dialog, and both can be used', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/Failed to load resource/);
  await open(page, folder, launch);
  const darktable = await startDarktableProcess(folder, join(folder, 'darktable', 'library.db'));
  const told = page.getByRole('region', { name: 'Notifications' });
  const failure = told.getByText('1 picture was not changed');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const isClear = async () => {
    const [box, message] = [await dialog.boundingBox(), await told.boundingBox()];
    return box!.y >= 0 && (box!.y + box!.height <= message!.y || box!.x + box!.width <= message!.x);
  };
  try {
    await page.keyboard.press('5');
    await expect(failure).toBeVisible();
  } finally {
    await darktable.end();
  }
  await page.keyboard.press('?');
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog).toBeVisible();
    await expect.poll(isClear).toBe(true);
  }
  await told.getByRole('button', { name: 'Close', includeHidden: true }).click();
  await expect(failure).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('where nearly all of a film roll have one star, it is asked once whether that means undecided', async ({
  page,
  folder,
  launch,
}) => {
  await open(page, folder, launch, '/cull', (to) =>
    library(to, (pictures) => {
      for (const picture of pictures) picture.stars = 1;
      pictures[3]!.stars = 5;
    }),
  );
  await expect(chip(page, 'Picks')).toHaveText(`Picks ${PICTURES}`);
  await page
    .getByRole('group', { name: /^Nearly all pictures of “Pictures”/ })
    .getByRole('button', { name: 'Undecided' })
    .click();
  await expect(chip(page, 'Undecided')).toHaveText(`Undecided ${PICTURES - 1}`);
  await expect(chip(page, 'Picks')).toHaveText('Picks 1');
  await chip(page, 'Undecided').click();
  await page.keyboard.press('r');
  await shows(page, 'larch-002.jpg');
  await expect(chip(page, 'Undecided')).toHaveText(`Undecided ${PICTURES - 2}`);
  await expect(page.getByText('Saved')).toBeAttached();
  await page.reload();
  await expect(chip(page, 'Undecided')).toHaveText(`Undecided ${PICTURES - 2}`);
  await expect(page.getByText(/^Nearly all pictures/)).toHaveCount(0);
});

test('who may only look is told so, and nothing changes', async ({ page, shared }) => {
  await signIn(page, shared);
  const before = await stored(page, shared, 1);
  await page.goto(`${shared.url}/cull?shown=all`);
  await shows(page, 'harbour-001.jpg');
  await expect(page.getByText('You can view pictures, but not rate, label or tag them.').first()).toBeVisible();
  await page.keyboard.press('5');
  await shows(page, 'harbour-001.jpg');
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeDisabled();
  await expect(page.getByText('Read-only')).toBeVisible();
  await page.getByRole('button', { name: 'Reject', exact: true }).click({ force: true });
  await page.keyboard.press('ArrowRight');
  await shows(page, 'larch-002.jpg');
  await expect.poll(() => stored(page, shared, 1)).toEqual(before);
});
