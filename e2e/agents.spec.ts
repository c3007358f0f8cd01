import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as Agent, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, tile } from './safelight.ts';
import { type SharedSafelight, test } from './shared-safelight.ts';

/** A registered client that may look and organize, over HTTP. */
async function connect(page: Page, { url }: SharedSafelight): Promise<Agent> {
  const registered = await page.request.post(`${url}/api/v1/admin/clients`, {
    headers: { origin: url },
    data: { id: 'assistant', name: 'Assistant', scope: 'images:read images:write' },
  });
  const { client_id, client_secret } = (await registered.json()) as { client_id: string; client_secret: string };
  const bought = await page.request.post(`${url}/oauth/token`, {
    form: { grant_type: 'client_credentials', client_id, client_secret },
  });
  const { access_token } = (await bought.json()) as { access_token: string };
  const agent = new Agent({ name: '<b>Owner</b>', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${access_token}` } },
    }),
  );
  return agent;
}

const organize = async (agent: Agent, given: Record<string, unknown>) => {
  const { structuredContent } = await agent.callTool({ name: 'safelight_organize', arguments: given });
  return (structuredContent ?? {}) as { plan_url?: string };
};

test('an agent plans, asks and changes; the owner takes out, accepts, allows, and takes all of it back', async ({
  page,
  shared,
}) => {
  const ids: number[] = [];
  for (const name of ['one', 'two', 'three'])
    ids.push(
      await shared.add(async (film) => {
        const [picture] = await makePictures(film, 1);
        const filename = `agent-${name}.jpg`;
        await rename(join(film, picture!.filename!), join(film, filename));
        return { ...picture!, filename, stars: 1 };
      }),
    );
  await page.goto(await shared.signInLink());
  const agent = await connect(page, shared);

  // The plan.
  const { plan_url = '' } = await organize(agent, {
    image_ids: ids,
    rating: 4,
    title: '<i>Lake</i>',
    add_tags: ['lake'],
    dry_run: true,
  });
  await page.goto(plan_url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assistant wants to change 3 pictures');
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(pictures).toHaveCount(3);
  await expect(pictures.first()).toContainText('Stars before 1 after 4');
  await expect(pictures.first()).toContainText('Title before none after <i>Lake</i>');
  const asked = page.locator('dl', { hasText: 'Tags added' });
  await expect(asked).toHaveText(/Stars\s*4\s*Tags added\s*lake\s*Title\s*<i>Lake<\/i>/);
  await expectNoFindings(page);
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  await page.getByRole('checkbox', { name: 'Change agent-two.jpg' }).focus();
  await page.keyboard.press('Space');
  await expectNoFindings(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Change 2 pictures' }).click();
  await expect(page.getByText('2 pictures were changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan of Assistant');
  await expectNoFindings(page);
  await page.goto(shared.url);
  await expect(tile(page, /^agent-one.*4 stars/)).toBeVisible();
  await expect(tile(page, /^agent-two.*1 star/)).toBeVisible();

  // The question, while the page is open.
  await organize(agent, { image_ids: [ids[1]], rating: 5 });
  const question = page.getByRole('complementary', { name: 'A question from an agent' });
  await expect(question).toContainText('Assistant wants to change pictures');
  await expectNoFindings(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(question).toBeHidden();
  await organize(agent, { image_ids: [ids[1]], rating: 5 });
  await expect(tile(page, /^agent-two.*5 stars/)).toBeVisible();

  // What it changes is told as it happens, with an undo.
  const news = page.getByText('Assistant changed 1 picture');
  await expect(news).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(tile(page, /^agent-two.*1 star/)).toBeVisible();
  await organize(agent, { image_ids: [ids[1]], rating: 5 });
  await expect(tile(page, /^agent-two.*5 stars/)).toBeVisible();

  // All of it is taken back.
  await page.goto(`${shared.url}/settings/agents`);
  const agents = page.getByRole('region', { name: 'Agents so far' });
  await expect(agents.getByRole('listitem')).toContainText('Assistant calls itself “<b>Owner</b>”');
  await expect(agents).toContainText('4 pictures changed this hour; 496 left');
  await agents.getByText('Undo all that Assistant did').click();
  await expectNoFindings(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await agents.getByRole('combobox').selectOption('hour');
  await agents.getByRole('button', { name: 'Undo all' }).click();
  await expect(agents.getByRole('status')).toContainText('Undone: 3 pictures are as they were.');
  await page.getByRole('link', { name: /Assistant: Rate, label, tag and describe/ }).click();
  await expect(page.getByText('It was undone.')).toBeVisible();
  await page.goto(shared.url);
  for (const name of ['one', 'two', 'three'])
    await expect(tile(page, new RegExp(`^agent-${name}.*1 star`))).toBeVisible();
  await agent.close();
  await shared.set({ agentsMayChange: false });
});
