import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentClient, type AgentClient } from '../../testing/agent-client.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';

let film: string;
let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-agents-'));
  writeFileSync(join(film, 'one.dng'), dng(colourQuarters(1200, 800)));
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
  app = await openTestApp({ library: [{ id: 1, film, filename: 'one.dng', history, isComplete: true }] });
  agent = await agentClient(app, ['images:read', 'previews:read']);
  // The first picture of a darktable takes longer than a call lasts.
  await vi.waitFor(async () => (await app.ask('GET', '/api/v1/images/1/tiles')).status === 200 || expect.fail(), {
    timeout: 120_000,
    interval: 500,
  });
}, 150_000);
afterAll(async () => {
  await agent.client.close();
  await app.close();
  rmSync(film, { recursive: true });
});

const lightOf = async (bytes: Buffer) => (await sharp(bytes).stats()).channels[1]!.mean;
const brighter = [{ operation: 'exposure', params: { exposure: 1.5 } }];

test('edits are tried on the picture, a part of it and its numbers, and nothing is stored', async () => {
  const before = await app.get('/api/v1/images/1/history');
  const compared = await agent.call('compare', { image_ids: [1], edits: brighter });
  expect(compared.pictures.map(({ caption }) => caption)).toEqual(['Image 1, before', 'Image 1, after']);
  const [dark, bright] = await Promise.all(compared.pictures.map(({ bytes }) => lightOf(bytes)));
  expect(bright).toBeGreaterThan(dark! + 20);

  const region = { x: 0, y: 0, width: 0.5, height: 0.5 };
  const part = await agent.call('look', { image_id: 1, region, size: 256, edits: brighter });
  expect(part.facts).toMatchObject({ width: 256, height: 171 });
  const { channels } = await sharp(part.pictures[0]!.bytes).stats();
  expect(channels[0]!.mean).toBeGreaterThan(channels[1]!.mean);

  const actual = await agent.call('look', { image_id: 1, actual_pixels: true, size: 300 });
  expect(actual.facts).toMatchObject({ width: 300, height: 300 });

  const mean = async (edits?: object[]) =>
    ((await agent.call('image_stats', { image_id: 1, edits })).data.mean as { green: number }).green;
  expect(await mean(brighter)).toBeGreaterThan((await mean()) + 20);
  expect(await app.get('/api/v1/images/1/history')).toEqual(before);

  const wrong = await agent.call('look', { image_id: 1, edits: [{ operation: 'exposure', params: { exposure: 99 } }] });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toMatch(/exposure.*18/);
  expect((await agent.call('look', { image_id: 1, edits: [{ operation: 'sharpen' }] })).isError).toBe(true);
});
