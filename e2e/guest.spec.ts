import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { glide, rest } from './fingers.ts';
import { type GuestServer, startGuestServer } from './guest-server.ts';

const servers: GuestServer[] = [];
const start = async (...proof: Parameters<typeof startGuestServer>) => {
  const server = await startGuestServer(...proof);
  servers.push(server);
  return server;
};
test.afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const tile = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Picture ${number}(,|$)`) });
const heart = (page: Page, number: number) =>
  page.getByRole('button', { name: `Favorite, Picture ${number}`, exact: true });
/** As after a quarter of a minute. */
const askAgain = (page: Page) => page.evaluate(`dispatchEvent(new Event('online'))`);
const kept = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage)');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a couple comes in, marks, comments at a spot, compares and finishes', async ({ page }) => {
    const server = await start(12, { most_favorites: 3 });
    server.needs = ['password', 'name'];
    await page.goto(server.url);
    await expectNoFindings(page);
    await page.getByLabel('Name').fill('Anna');
    await page.getByLabel('Password').fill('winter');
    server.is = 'away';
    await page.getByRole('button', { name: 'Show the pictures' }).tap();
    await expect(page.getByText('There is no connection at present')).toBeVisible();
    server.is = 'there';
    await page.getByRole('button', { name: 'Show the pictures' }).tap();
    await expect(page.getByText('That is not the password')).toBeVisible();
    await expectNoFindings(page);
    await page.getByLabel('Password').fill('summer');
    await page.getByRole('button', { name: 'Show the pictures' }).tap();
    await expect(page.getByRole('heading', { name: 'Anna & Jonas, 14 June' })).toBeVisible();
    expect(page.url()).toBe(server.url);
    expect(server.asked).not.toContain('POST visit');
    await expectNoFindings(page);

    await heart(page, 1).tap();
    await heart(page, 2).tap();
    await expect.poll(() => server.asked.filter((each) => each === 'POST visit').length).toBe(1);
    await tile(page, 3).tap();
    const viewer = page.getByRole('dialog', { name: 'Picture 3 of 12' });
    await viewer.getByRole('button', { name: 'Favorite 2 of 3' }).tap();
    await expect(page.getByText('That was the last of 3 favorites.')).toBeVisible();
    await expect.poll(() => Object.keys(server.state.marks)).toEqual(['p1', 'p2', 'p3']);
    await glide(page, { from: [320, 400], to: [60, 400] });
    const next = page.getByRole('dialog', { name: 'Picture 4 of 12' });
    await rest(page);
    await next.getByRole('button', { name: 'Favorite 3 of 3' }).tap();
    await expect(page.getByText('All 3 favorites are used')).toBeVisible();
    await next.getByRole('button', { name: '4 stars' }).tap();
    await next.getByRole('button', { name: 'Maybe' }).tap();
    await expectNoFindings(page);

    await next.getByRole('button', { name: '0 comments' }).tap();
    await next.getByLabel('Comment', { exact: true }).fill('Please without the uncle');
    await next.locator('[data-spot=true]').tap({ position: { x: 60, y: 40 } });
    await next.getByRole('button', { name: 'Send' }).tap();
    await expect(next.getByRole('button', { name: 'Comment 1' })).toBeVisible();
    await expect.poll(() => server.state.comments).toMatchObject([{ picture: 'p4', text: 'Please without the uncle' }]);
    expect(server.state.comments[0]!.point!.x).toBeLessThan(0.5);
    await expectNoFindings(page);

    await next.getByRole('button', { name: 'Compare' }).tap();
    const compare = page.getByRole('dialog', { name: 'Compare two pictures' });
    await compare.getByRole('button', { name: 'Yes' }).tap();
    await compare.getByRole('button', { name: 'Choose picture 4' }).tap();
    await expect(compare.getByRole('button', { name: 'Maybe', pressed: true })).toBeVisible();
    await expectNoFindings(page);
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Favorites 3 of 3' }).tap();
    await expect(page.getByRole('listitem')).toHaveCount(3);

    await page.getByRole('button', { name: 'Continue elsewhere' }).tap();
    await expect(page.getByText('4711 0815')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Finish' }).first().tap();
    await expect(
      page.getByText('Marked so far: 3 favorites, 1 picture with stars, 1 × yes, 1 × maybe, and 1 comment.'),
    ).toBeVisible();
    await page.getByLabel('A word to the photographer').fill('We love them');
    await expectNoFindings(page);
    expect(server.state.is_done).toBe(false);
    await page.getByRole('button', { name: 'Finish now' }).tap();
    await expect(page.getByText('The photographer knows.')).toBeVisible();
    expect(server.state).toMatchObject({ is_done: true, final_text: 'We love them' });
    expect(server.state.marks).toMatchObject({
      p4: { favorite: false, stars: 4, verdict: 'maybe' },
      p5: { verdict: 'yes' },
    });
    await expect(page.getByRole('button', { name: 'Finish' })).toHaveCount(0);
    expect(await kept(page)).toEqual([]);
    await expectNoFindings(page);
  });

  test('2,000 pictures are a page of few elements, and none is blank at rest', async ({ page }) => {
    const server = await start(2_000);
    await page.goto(server.url);
    await expect(tile(page, 1)).toBeVisible();
    let most = 0;
    for (let turn = 0; turn < 12; turn++) {
      await page.evaluate(
        `scrollTo(0, ${turn % 2 === 0 ? `document.body.scrollHeight * ${turn / 12}` : 'scrollY + 3000'})`,
      );
      most = Math.max(most, await page.evaluate<number>(`document.getElementsByTagName('*').length`));
    }
    expect(most).toBeLessThan(1_200);
    await expect
      .poll(() =>
        page.evaluate(`(() => {
          const seen = [...document.querySelectorAll('[data-tile]')].filter((tile) => {
            const { top, bottom } = tile.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          });
          return seen.length > 12 && seen.every((tile) => tile.querySelector('img')?.naturalWidth > 0);
        })()`),
      )
      .toBe(true);
    expect(await page.evaluate<number>(`document.documentElement.scrollWidth`)).toBe(390);
  });
});

test('keys alone are enough; what was said while the computer slept arrives, also after a reload', async ({ page }) => {
  const server = await start(12, { here_before: 500 });
  server.state = {
    ...server.state,
    pictures: server.state.pictures.map((each, at) => ({ ...each, since: at === 4 ? 900 : 100 })),
  };
  await page.goto(server.url);
  await page.getByRole('button', { name: 'New since last time 1' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'All 12' }).click();
  await tile(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Picture 2 of 12' })).toBeVisible();
  server.is = 'away';
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('f');
  await page.keyboard.press('4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('y');
  await page.keyboard.press('c');
  await page.getByLabel('Comment', { exact: true }).fill('yes, fine');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('waiting to be sent')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('3 marks and comments wait here')).toBeVisible();
  await expectNoFindings(page);
  expect(server.state.marks).toEqual({});
  await page.reload();
  await expect(page.getByText('This page keeps trying.')).toBeVisible();
  server.is = 'there';
  server.losesAnswer = true;
  await askAgain(page);
  await expect(page.getByRole('dialog', { name: 'Picture 4 of 12' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await askAgain(page);
  await expect
    .poll(() => server.state.marks)
    .toEqual({
      p3: { favorite: true, stars: 4, verdict: null, version: 1 },
      p4: { favorite: false, stars: 0, verdict: 'yes', version: 1 },
    });
  await expect.poll(() => server.state.comments.length).toBe(1);
  await expect.poll(() => kept(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(tile(page, 3)).toBeFocused();
});

test('two devices are heard, what is refused is listed, and the end leaves nothing behind', async ({
  page,
  context,
}) => {
  const server = await start(12, { most_favorites: 2 });
  await page.goto(server.url);
  const second = await context.newPage();
  await second.goto(server.url);
  await heart(page, 1).click();
  await expect.poll(() => server.state.marks.p1?.favorite).toBe(true);
  // The second device does not know of it yet, and of another favorite that somebody gives meanwhile.
  server.state = {
    ...server.state,
    marks: { ...server.state.marks, p7: { favorite: true, stars: 0, verdict: null, version: 1 } },
  };
  await tile(second, 1).focus();
  await second.keyboard.press('3');
  await expect.poll(() => server.state.marks.p1).toEqual({ favorite: true, stars: 3, verdict: null, version: 2 });
  await heart(second, 2).click();
  await expect(second.getByText('Picture 2, favorite: no more can be chosen.')).toBeVisible();
  await expectNoFindings(second);
  await second.getByRole('button', { name: 'Understood' }).click();
  server.state = { ...server.state, is_done: true };
  await tile(second, 3).focus();
  await second.keyboard.press('5');
  await expect(second.getByText('Picture 3, stars: the selection had been finished already.')).toBeVisible();
  await expect(second.getByText('The selection is finished.')).toBeVisible();

  // Coming back from the browser's memory: it asks before it shows anything.
  server.is = 'ended';
  await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await expect(page.getByRole('heading', { name: 'This link does not lead to any pictures' })).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  await second.bringToFront();
  await askAgain(second);
  await expect(second.getByRole('heading', { name: 'This link does not lead to any pictures' })).toBeVisible();
  expect(await kept(second)).toEqual([]);
  await expectNoFindings(page);
});

test('a browser that keeps nothing loses neither page nor marks; colors of the system and German are spoken', async ({
  browser,
}) => {
  const server = await start(6, { here_before: null });
  const context = await browser.newContext({
    locale: 'de-AT',
    forcedColors: 'active',
    userAgent: 'Mozilla/5.0 [FBAN/FBIOS]',
  });
  const page = await context.newPage();
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } })`);
  server.needs = ['password', 'name'];
  await page.goto(server.url);
  await expect(page.getByText('Ein Browser ist sicherer.')).toBeVisible();
  // The code of the first device is enough.
  await page.getByRole('button', { name: 'Schon auf einem anderen Gerät begonnen?' }).click();
  await page.getByLabel('Code').fill('4711 0815');
  await page.getByRole('button', { name: 'Bilder zeigen' }).click();
  await page.getByRole('button', { name: 'Favorit, Bild 2' }).click();
  await expect.poll(() => server.state.marks.p2?.favorite).toBe(true);
  await expect(page.getByRole('button', { name: 'Favoriten 1 von 10' })).toBeVisible();
  await expectNoFindings(page);
  await context.close();
});
