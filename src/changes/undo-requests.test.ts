import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImageRecord } from '../contract/image-record.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const scopes = ['images:read', 'images:write'];
const rate = (app: TestApp, id: number, rating: number) =>
  app.ask('PATCH', `/api/v1/images/${id}`, { body: { rating }, scopes });
const rating = async (app: TestApp, id: number) => (await app.get<ImageRecord>(`/api/v1/images/${id}`)).rating;

/** What the plugin's button does, and the answer. */
function button(app: TestApp) {
  const folder = join(app.dataDir, 'queues', 'organise');
  const [request, answer] = [join(folder, 'undo-last'), join(folder, 'undo-last.answer')];
  mkdirSync(folder, { recursive: true });
  const said = () => (existsSync(answer) ? readFileSync(answer, 'utf8') : '');
  return {
    request,
    said,
    async press(): Promise<string> {
      writeFileSync(answer, '');
      writeFileSync(request, '');
      await expect.poll(said).not.toBe('');
      expect(existsSync(request)).toBe(false);
      return said();
    },
  };
}

test('each press takes one more change back, the newest first, until there is none', async () => {
  const app = await startApp({
    library: [
      { id: 1, stars: 1 },
      { id: 2, stars: 2 },
    ],
  });
  const { press } = button(app);
  await rate(app, 1, 5);
  await rate(app, 2, 4);
  expect(await press()).toMatch(/^undid the last change of .+ \(1 picture\)$/);
  expect([await rating(app, 1), await rating(app, 2)]).toEqual([5, 2]);
  await press();
  expect([await rating(app, 1), await rating(app, 2)]).toEqual([1, 2]);
  expect(await press()).toBe('there is nothing to undo');
  expect([await rating(app, 1), await rating(app, 2)]).toEqual([1, 2]);
});

test('what was changed again since stays, and that is said', async () => {
  const app = await startApp({ library: [{ id: 1, stars: 1 }] });
  await rate(app, 1, 5);
  app.library.change('UPDATE images SET flags = (flags & ~7) | 3 WHERE id = 1');
  expect(await button(app).press()).toContain('what was changed again since stays');
  await expect.poll(() => rating(app, 1)).toBe(3);
});

test('nothing is undone in read-only mode, nor for a request of long ago', async () => {
  const app = await startApp({ library: [{ id: 1, stars: 1 }] });
  const { press, request } = button(app);
  await rate(app, 1, 5);
  await app.app.settings.update({ readOnly: true });
  expect(await press()).toBe('it is set to change nothing');
  await app.app.settings.update({ readOnly: false });
  writeFileSync(`${request}.old`, '');
  utimesSync(`${request}.old`, 1_700_000_000, 1_700_000_000);
  renameSync(`${request}.old`, request);
  await expect.poll(() => existsSync(request)).toBe(false);
  expect(await rating(app, 1)).toBe(5);
});
