import type { Proof, ProofAddress, ProofMade, ProofMarks } from '../src/contract/proofs.ts';
import { own } from './own-library.ts';
import { expect, test } from './safelight.ts';

test('what a guest says through a link is with the photographer, and the link ends with the proof', async ({
  page,
  folder,
  launch,
  browser,
}) => {
  const safelight = await own(page, folder, launch);
  const at = `${safelight.url}/api/v1/proofs`;
  const headers = { origin: safelight.url };
  const made = await page.request.post(at, {
    headers,
    data: { title: 'Wedding', password: 'summer', allows: { verdict: true }, source: { filter: {} } },
  });
  expect(made.status()).toBe(201);
  const { proof, links } = (await made.json()) as ProofMade;
  // The listener stays open for this one.
  await page.request.post(at, { headers, data: { title: 'Another', source: { filter: {} } } });
  const addresses = (await (await page.request.get(`${at}/addresses`)).json()) as { items: ProofAddress[] };
  const { url } = addresses.items.find(({ reach }) => reach === 'computer')!;

  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto(url + links[0]!.path);
  await guest.getByLabel('Password').fill(' summer ');
  await guest.getByLabel('Name').fill('Anna');
  await guest.getByRole('button', { name: 'Show the pictures' }).click();
  await guest.getByRole('button', { name: 'Favorite, Picture 2' }).click();
  await guest.getByRole('button', { name: /^Picture 1(,|$)/ }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await guest.keyboard.press('c');
  await guest.getByLabel('Comment', { exact: true }).fill('Please without the uncle');
  await guest.getByRole('button', { name: 'Send' }).click();
  const marks = async () => (await (await page.request.get(`${at}/${proof.id}/marks`)).json()) as ProofMarks;
  await expect.poll(async () => (await marks()).comments).toMatchObject([{ text: 'Please without the uncle' }]);
  expect(await marks()).toMatchObject({ guests: [{ name: 'Anna', done_at: null }] });
  expect((await marks()).marks.map(({ favorite, verdict }) => [favorite, verdict]).toSorted()).toEqual([
    [false, 'yes'],
    [true, null],
  ]);
  await guest.goBack();
  await guest.getByRole('button', { name: 'Finish' }).first().click();
  await guest.getByRole('button', { name: 'Finish now' }).click();
  await expect(guest.getByText('The photographer knows.')).toBeVisible();
  const now = (await (await page.request.get(`${at}/${proof.id}`)).json()) as Proof;
  expect(now).toMatchObject({ guests_seen: 1, guests_done: 1, marked: 2 });

  await page.request.delete(`${at}/${proof.id}`, { headers });
  await guest.evaluate(`dispatchEvent(new Event('online'))`);
  await expect(guest.getByRole('heading', { name: 'This link does not lead to any pictures' })).toBeVisible();
  await guest.context().close();
});
