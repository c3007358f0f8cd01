import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentClient, type AgentClient } from '../../testing/agent-client.ts';
import { jpeg } from '../../testing/pictures/jpeg.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';
import { withoutDarktable } from '../../testing/without-darktable.ts';
import { levelOf } from '../pictures.ts';

const SCOPES = ['images:read', 'previews:read'];

let photos: string;
let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  photos = mkdtempSync(join(tmpdir(), 'safelight-photos-'));
  const save = (name: string, content: Buffer) => writeFileSync(join(photos, name), content);
  save('quarters.jpg', await jpeg(colourQuarters(2400, 1600)));
  save('small.jpg', await jpeg(colourQuarters(240, 160)));
  // As hard to compress as pictures get.
  const noise = randomBytes(1568 * 1040 * 3);
  const raw = { width: 1568, height: 1040, channels: 3 } as const;
  save('noise.jpg', await sharp(noise, { raw }).jpeg({ quality: 98 }).toBuffer());
  const image = (id: number, filename: string) => ({ id, filename, film: photos, raw: false });
  app = await openTestApp({
    library: [
      image(1, 'quarters.jpg'),
      image(2, 'small.jpg'),
      image(3, 'noise.jpg'),
      image(4, 'gone.jpg'),
      ...Array.from({ length: 40 }, (_, at) => image(100 + at, 'small.jpg')),
    ],
  });
  await app.ask('PATCH', '/api/v1/admin/settings', { body: { agentPreviewsPerMinute: 1_000 }, scopes: ['admin'] });
  await withoutDarktable(app);
  agent = await agentClient(app, SCOPES);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
  rmSync(photos, { recursive: true });
});

test('a picture comes as an image with its facts in a text, and without structured content', async () => {
  const answer = await agent.call('look', { image_id: 1, size: 1_024 });
  expect(answer).toMatchObject({ isError: false, data: {}, facts: { image_id: 1, width: 1_024 } });
  expect(answer.pictures).toHaveLength(1);
  const { bytes, type } = answer.pictures[0]!;
  const { width, format } = await sharp(bytes).metadata();
  expect([width, format, type]).toEqual([1_024, 'jpeg', 'image/jpeg']);
});

test('of a picture that hardly compresses, quality goes down first, and it is said', async () => {
  const { facts, pictures, length } = await agent.call('look', { image_id: 3, size: 1_568 });
  expect(length).toBeLessThan(1_000_000);
  expect(facts.quality_lowered).toBe(true);
  expect(facts.jpeg_quality).toBeLessThan(75);
  expect((await sharp(pictures[0]!.bytes).metadata()).width).toBe(facts.width);
});

test('a region is cut out where no darktable renders, and 1:1 is refused in words', async () => {
  const { pictures } = await agent.call('look', {
    image_id: 1,
    size: 256,
    region: { x: 0, y: 0, width: 0.5, height: 0.5 },
  });
  const { channels } = await sharp(pictures[0]!.bytes).stats();
  // The quarter at the left above is red.
  expect(channels[0]!.mean).toBeGreaterThan(3 * channels[1]!.mean);
  const actual = await agent.call('look', { image_id: 1, actual_pixels: true });
  expect(actual.isError).toBe(true);
  expect(actual.text).toMatch(/^No picture was sent: 1:1 needs a darktable/);
});

test('a contact sheet numbers its cells, and one without a picture keeps its number', async () => {
  const sheet = await agent.call('contact_sheet', { image_ids: [1, 4, 2, 77] });
  expect(sheet.facts).toMatchObject({
    columns: 2,
    total: 4,
    cells: [
      { number: 1, image_id: 1, file_name: 'quarters.jpg' },
      { number: 2, image_id: 4, empty: 'there is no picture yet' },
      { number: 3, image_id: 2 },
      { number: 4, image_id: 77, empty: 'it is not in the library' },
    ],
  });
  expect(sheet.text).toMatch(/^2 pictures of 4 images in this sheet; 2 cells are empty\./);
  const { bytes } = sheet.pictures[0]!;
  const { width, height } = await sharp(bytes).metadata();
  const meanAt = async (column: number, row: number) => {
    const [w, h] = [width / 2, height / 2];
    const part = { left: Math.round(column * w + 40), top: Math.round(row * h + 40), width: 60, height: 60 };
    return (await sharp(await sharp(bytes).extract(part).toBuffer()).stats()).channels[0]!.mean;
  };
  // The empty cells have the ground of the sheet.
  expect(Math.abs((await meanAt(1, 0)) - 0x33)).toBeLessThan(3);
  expect(Math.abs((await meanAt(0, 0)) - 0x33)).toBeGreaterThan(10);
});

test('a sheet has at most 36 pictures and says where to go on', async () => {
  const image_ids = Array.from({ length: 40 }, (_, at) => 100 + at);
  const sheet = await agent.call('contact_sheet', { image_ids });
  expect(sheet.facts).toMatchObject({ columns: 6, total: 40, next_offset: 36 });
  expect(sheet.length).toBeLessThan(1_000_000);
  const { width, height } = await sharp(sheet.pictures[0]!.bytes).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(1_568);
  const last = await agent.call('contact_sheet', { image_ids, offset: 36 });
  expect(last.facts.cells).toHaveLength(4);
  expect(last.facts).not.toHaveProperty('next_offset');
});

test('pictures are compared side by side, each with its name', async () => {
  const { pictures, facts, length } = await agent.call('compare', { image_ids: [1, 2, 3] });
  expect(pictures.map(({ caption }) => caption)).toEqual([1, 2, 3].map((id) => `Image ${id}, as it is`));
  expect(facts.pictures).toMatchObject([{ image_id: 1, width: 768 }, { image_id: 2, width: 240 }, { image_id: 3 }]);
  expect(length).toBeLessThan(1_000_000);
  expect(await agent.call('compare', { image_ids: [1, 2], edits: [{ operation: 'exposure' }] })).toMatchObject({
    isError: true,
  });
});

test('numbers of a picture and of a part of it', async () => {
  const whole = await agent.call('image_stats', { image_id: 1 });
  expect(whole.data).toMatchObject({ image_id: 1, width: 1_024, clipped: { shadows: 0, highlights: 0 } });
  const histogram = whole.data.histogram as { red: number[] };
  expect(histogram.red.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  const { data } = await agent.call('image_stats', {
    image_id: 1,
    region: { x: 0.5, y: 0, width: 0.5, height: 0.5 },
  });
  const mean = data.mean as { red: number; green: number };
  expect(mean.green).toBeGreaterThan(3 * mean.red);
  const noise = await agent.call('image_stats', { image_id: 3 });
  expect(noise.data.sharpness).toBeGreaterThan(whole.data.sharpness as number);
});

test('no picture leaves without the right to it, or beyond as many a minute as the photographer allows', async () => {
  const reader = await agentClient(app, ['images:read']);
  for (const name of ['look', 'image_stats'])
    expect((await reader.call(name, { image_id: 2 })).text).toContain('lacks the right previews:read');
  await reader.client.close();
  await app.ask('PATCH', '/api/v1/admin/settings', { body: { agentPreviewsPerMinute: 1 }, scopes: ['admin'] });
  try {
    const refused = await agent.call('compare', { image_ids: [1, 2] });
    expect(refused).toMatchObject({ isError: true, pictures: [], facts: { pictures_per_minute: 1 } });
    // Numbers are no picture.
    expect(await agent.call('image_stats', { image_id: 2 })).toMatchObject({ isError: false });
  } finally {
    await app.ask('PATCH', '/api/v1/admin/settings', { body: { agentPreviewsPerMinute: 1_000 }, scopes: ['admin'] });
  }
});

test('a trial needs a darktable that renders, and says so', async () => {
  const tried = await agent.call('look', { image_id: 1, edits: [{ operation: 'exposure', enabled: false }] });
  expect(tried).toMatchObject({ isError: true, pictures: [] });
  expect(tried.text).toMatch(/^Nothing was done/);
});

test('the preview that is read has the size that was asked for, upright pictures too', () => {
  expect([levelOf(1.5, 1_024), levelOf(1 / 1.5, 1_024), levelOf(1, 900), levelOf(1.5, 1_568)]).toEqual([3, 4, 3, 4]);
});
