import type { Page } from '@playwright/test';
import { makeRichLibrary } from './rich-library.ts';
import { type Client, expect, type Safelight, signIn, test, tile } from './safelight.ts';

/**
 * Everything on the page that would change something, in the order in which it is reached. The console fails the test
 * when a request is refused.
 */
async function expectLocked(page: Page, safelight: Safelight, reason: RegExp): Promise<void> {
  await page.goto(safelight.url);
  await tile(page, /^larch-002/).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  for (const name of ['Refresh previews', 'Export']) {
    const button = bar.getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(reason);
  }
  await page.goto(`${safelight.url}/images/1?panel=develop`);
  await expect(page.getByRole('button', { name: 'Refresh the preview' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Refresh the preview' })).toHaveAccessibleDescription(reason);
  const panel = page.getByRole('complementary', { name: 'Develop' });
  await expect(panel.getByText(reason).filter({ visible: true })).toHaveCount(1);
  await expect(panel.getByRole('switch', { name: 'exposure on or off', exact: true })).toBeDisabled();

  // Fields can be focused and read, give the reason, and do not change.
  await panel.getByRole('button', { name: 'exposure', exact: true }).click();
  const field = panel.getByRole('spinbutton', { name: 'exposure', exact: true });
  await field.focus();
  await page.keyboard.type('9');
  await page.keyboard.press('ArrowUp');
  await expect(field).toHaveValue('+0.500 EV');
  for (const control of [
    field,
    panel.getByRole('slider', { name: 'exposure', exact: true }),
    panel.getByRole('combobox'),
  ]) {
    await expect(control).toBeDisabled();
    await expect(control).toHaveAccessibleDescription(reason);
  }
  const slider = panel.getByRole('slider', { name: 'exposure', exact: true });
  for (const [control, key] of [
    [slider, 'PageUp'],
    [panel.getByRole('combobox'), 'ArrowDown'],
  ] as const) {
    const shown = await control.inputValue();
    await control.press(key);
    await expect(control).toHaveValue(shown);
  }
  const onOff = panel.getByRole('switch', { name: 'exposure on or off', exact: true });
  await onOff.press('Space');
  await expect(onOff).toBeChecked();
  await panel.getByRole('button', { name: 'tone curve', exact: true }).click();
  const point = panel.getByRole('slider', { name: /^Point 2/ });
  await point.focus();
  const before = await point.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowUp');
  expect(await point.getAttribute('aria-valuetext')).toBe(before);

  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /Full-size export/ })).toBeDisabled();
  await page.keyboard.press('Escape');
}

test('read-only mode grays out what changes something, says why, and ends without a reload', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await launch(await makeRichLibrary(folder));
  await signIn(page, safelight);
  await page.goto(`${safelight.url}/images/1`);
  const refresh = page.getByRole('button', { name: 'Refresh the preview' });
  await expect(refresh).toBeEnabled();

  await safelight.set({ readOnly: true });
  await expect(refresh).toBeDisabled();
  await expectLocked(page, safelight, /^Read-only mode is on/);
  // Keyboard and touch users learn the reason by pressing.
  await refresh.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Read-only mode is on/ })).toBeVisible();

  await safelight.set({ readOnly: false });
  await expect(refresh).toBeEnabled();
  await page.getByRole('switch', { name: 'tone curve on or off' }).click();
  await expect(page.getByRole('status').filter({ hasText: /Saved/ })).toBeVisible();
});

test('who may only look sees what is out of reach, and why, before trying; and asks for more, which is told without a reload', async ({
  page,
  browser,
  folder,
  launch,
}) => {
  const safelight = await launch(await makeRichLibrary(folder));
  const client = JSON.parse(
    await safelight.command('clients', 'add', '--id', 'viewer', '--scope', 'images:read previews:read', '--json'),
  ) as Client;
  await signIn(page, { ...safelight, client });
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001/)).toBeVisible();
  for (const [name, reason] of [
    ['Tag', 'You have no access to tags.'],
    ['Film roll', 'You have no access to film rolls.'],
  ] as const) {
    const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });
    await expect(chip).toBeDisabled();
    await expect(chip).toHaveAccessibleDescription(reason);
  }
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('harbour');
  await expect(page.getByRole('status').filter({ hasText: /of 6 pictures/ })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Settings' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expectLocked(page, safelight, /^You can view pictures/);

  await page.goto(safelight.url);
  const ask = async () => {
    await page.getByRole('button', { name: 'Ask for more' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText('You have asked for more. Answer on the computer.')).toBeVisible();
  };
  await expect(page.getByText('You can only view the pictures.')).toBeVisible();
  await ask();
  const computer = await (await browser.newContext()).newPage();
  await computer.goto(await safelight.signInLink('/settings/devices'));
  const asking = computer.getByRole('region', { name: 'Asking for more' });
  await expect(asking).toContainText('viewer: View and cull');
  await asking.getByRole('button', { name: 'Refuse it for viewer' }).click();
  await expect(asking).toHaveCount(0);
  await expect(page.getByText('Your request was refused on the computer.')).toBeVisible();

  await computer.goto(safelight.url);
  await expect(tile(computer, /^harbour-001/)).toBeVisible();
  await ask();
  await expect(computer.getByText('viewer asks for more rights')).toBeVisible();
  await computer.getByRole('button', { name: 'Answer' }).click();
  await asking.getByRole('button', { name: 'Allow it for viewer' }).click();
  await expect(page.getByText('You can do more now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for more' })).toHaveCount(0);
  await expect(computer.getByText('viewer asks for more rights')).toHaveCount(0);
  await tile(page, /^harbour-001/).focus();
  await page.keyboard.press('2');
  await expect(tile(page, /^harbour-001\.jpg, 2 stars/)).toBeVisible();
  await computer.context().close();
});

test('who may not see previews is told so in their place, and nothing is asked for', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await launch(await makeRichLibrary(folder));
  const client = JSON.parse(
    await safelight.command('clients', 'add', '--id', 'reader', '--scope', 'images:read', '--json'),
  ) as Client;
  await signIn(page, { ...safelight, client });
  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/preview?')) previews.push(request.url());
  });
  await page.goto(safelight.url);
  await expect(page.getByTitle('You have no access to previews.').first()).toBeVisible();
  await page.goto(`${safelight.url}/images/1`);
  await expect(page.getByText('You have no access to previews.').filter({ visible: true })).not.toHaveCount(0);
  expect(previews).toEqual([]);
});
