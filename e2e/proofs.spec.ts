import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuestState } from '../src/contract/guest-proof.ts';
import type { ImageRecord } from '../src/contract/image-record.ts';
import type { ProofMarks } from '../src/contract/proofs.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

test('pictures are shared by a link, what a guest says shows at once, and is taken over into darktable and back', async ({
  page,
  folder,
  launch,
  browser,
}) => {
  await mkdir(join(folder, 'Pictures'));
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await tile(page, /^harbour-001/).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');

  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await bar.getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: 'Share pictures' });
  await expect(share.getByRole('radio', { name: /^Only on this computer/ })).toBeChecked();
  await expect(share).toContainText('Guests elsewhere cannot open it.');
  await expect(share).toContainText('While it sleeps or is off');
  await expect(share).toContainText('The 2 selected pictures');
  const make = share.getByRole('button', { name: 'Make the link' });
  await expect(make).toBeDisabled();
  await share.getByLabel('Title').fill('Anna & Ben');
  await share.getByRole('radio', { name: 'A link for each guest' }).check();
  await share.getByLabel('Names, one a line').fill('Anna\n\nBen\nAnna');
  await share.getByRole('checkbox', { name: 'say yes, maybe or no' }).check();
  await share.getByLabel('Favorites at most').fill('1');
  await expect(share.getByLabel('Favorites at most')).toHaveAccessibleDescription(/^For each guest/);
  await expect(share.getByLabel('Open until')).toHaveAccessibleDescription(
    /^Until .*, in 30 days\. Guests read the same/,
  );
  await share.getByText('Downloads, watermark and more').click();
  await expectNoFindings(page);
  await make.click();

  const made = page.getByRole('dialog', { name: 'The links to Anna & Ben' });
  await expect(made.getByRole('heading', { level: 3 })).toHaveText(['Anna', 'Ben']);
  const ofAnna = made.getByRole('listitem').first();
  await ofAnna.getByText('QR code').click();
  await expect(ofAnna.getByRole('img', { name: 'QR code of the link for Anna' })).toBeVisible();
  await ofAnna.getByText('A mail to your guests').click();
  await ofAnna.getByRole('button', { name: 'Deutsch' }).click();
  await expect(ofAnna).toContainText('Hallo Anna,');
  const url = /http:\/\/\S+?\/p\/[0-9A-Za-z]{22}/.exec(await ofAnna.innerText())?.[0] ?? '';
  await expectNoFindings(page);
  await made.getByRole('link', { name: 'Open the proof' }).click();
  await expect(page.getByRole('heading', { name: 'Anna & Ben' })).toBeVisible();
  await expect(page.getByText('Nobody has marked a picture yet.')).toBeVisible();

  // What the page of a guest asks for.
  const guest = await browser.newContext();
  const ask = async (method: string, what: string, data?: object) => {
    const answer = await guest.request.fetch(`${url}/${what}`, { method, ...(data && { data }) });
    expect(answer.ok(), `${method} ${what}: ${answer.status()}`).toBe(true);
    return answer;
  };
  const state = (await (await ask('POST', 'enter', {})).json()) as GuestState & { is: 'open' };
  expect(state.pictures).toHaveLength(2);
  const marks = await page.request.get(`${safelight.url}/api/v1${new URL(page.url()).pathname}/marks`);
  const named = ((await marks.json()) as ProofMarks).pictures;
  const keyOf = (name: string) => named.find(({ filename }) => filename === name)?.picture ?? '';
  const [first, second] = [keyOf('harbour-001.jpg'), keyOf('larch-002.jpg')];
  const mark = { favorite: false, stars: 0, verdict: null, version: 0 };
  await ask('PUT', `mark/${first}`, { ...mark, favorite: true, verdict: 'yes' });
  await ask('PUT', `mark/${second}`, { ...mark, verdict: 'no' });
  const comment = { id: crypto.randomUUID(), picture: second, text: '=please without the uncle', point: null };
  await ask('POST', 'comment', comment);
  await ask('PUT', 'final-text', { text: 'Thank you!' });

  const table = page.getByRole('table');
  const row = (name: string) => table.getByRole('row', { name: new RegExp(name) });
  await expect(table.getByRole('columnheader')).toContainText(['Picture', 'Anna']);
  await expect(row('harbour-001').getByRole('img', { name: 'Favorite' })).toBeVisible();
  await expect(row('larch-002')).toContainText('=please without the uncle');
  const guests = page.getByRole('region', { name: 'Guests', exact: true });
  await expect(guests).toContainText('Thank you!');
  await ask('POST', 'done');
  await guests.getByRole('button', { name: 'Open again for Anna' }).click();
  await expect(guests).toContainText('Still choosing');
  await expectNoFindings(page);

  await page.getByLabel('Pictures', { exact: true }).selectOption('With comments');
  await expect(table.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toBe(
    '\uFEFF"file","guest","favorite","stars","verdict","comments"\r\n' +
      `"larch-002.jpg","Anna","","","no","'=please without the uncle"\r\n`,
  );

  // What would change is looked at first; one undo takes it back.
  const record = async () => (await (await page.request.get(`${safelight.url}/api/v1/images/1`)).json()) as ImageRecord;
  await page.getByRole('button', { name: 'Take over…' }).click();
  const take = page.getByRole('dialog', { name: 'Take over from Anna & Ben' });
  await take.getByLabel('Favorite', { exact: true }).selectOption('4 stars');
  await expect(take.getByRole('status')).toContainText('2 of 2 marked pictures would change.');
  await expect(take.getByRole('listitem').first()).toHaveText('1 with stars');
  await expectNoFindings(page);
  await take.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('2 pictures changed')).toBeVisible();
  expect(await record()).toMatchObject({ rating: 4, tags: ['client|Anna|yes'] });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await record()).tags).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings of Anna & Ben' });
  await settings.getByLabel('Title').fill('The wedding');
  await expectNoFindings(page);
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The wedding' })).toBeVisible();
  // Its address is one of its own.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The wedding' })).toBeVisible();
  await page.getByLabel('Name of the guest').fill('Carl');
  await page.getByRole('button', { name: 'New link' }).click();
  await expect(page.getByRole('dialog', { name: 'The link to The wedding' })).toContainText('Carl');
  await page.keyboard.press('Escape');
  const links = page.getByRole('region', { name: 'Links', exact: true });
  await links.getByRole('button', { name: 'Remove the link for Ben' }).click();
  await page.getByRole('dialog', { name: 'Remove this link?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(links.getByRole('listitem')).toHaveCount(2);
  await expectNoFindings(page);

  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'End The wedding?' })
    .getByRole('button', { name: 'End', exact: true })
    .click();
  await expect(page.getByText(/^Ended · 2 pictures/)).toBeVisible();
  await page.getByRole('link', { name: 'All proofs' }).click();
  await expectNoFindings(page);
  await page.getByRole('link', { name: 'The wedding' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete The wedding?' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Nothing is shared yet' })).toBeVisible();
  await guest.close();
});
