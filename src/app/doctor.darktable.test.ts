import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BridgeStatus, Diagnostics } from '../contract/admin.ts';
import { testedDarktable } from '../testing/bridge-stage.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { makeRealLibrary, startDarktable } from '../testing/real-darktable.ts';
import { startApp } from '../testing/start-app.ts';
import { writeFile } from 'node:fs/promises';

const ADMIN = { scopes: ['admin'] };

test('the doctor asks the plugin in a running darktable and gets an answer', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-doctor-darktable-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const picture = join(folder, 'one.jpg');
  await writeFile(picture, await jpeg(colourQuarters(300, 200)));
  const conf = { 'lua/_scripts_install/dont_show': 'TRUE' };
  const real = await makeRealLibrary({
    folder: join(folder, 'darktable'),
    pictures: [picture],
    conf,
    ...testedDarktable,
  });
  const app = await startApp({ library: { file: real.library }, cache: real.cacheDir });
  const checkOf = async (id: string) =>
    (await app.get<Diagnostics>('/api/v1/admin/diagnostics', ADMIN)).checks.find((check) => check.id === id);

  expect(await checkOf('bridge')).toMatchObject({
    status: 'warn',
    advice: expect.stringContaining('plugin install') as string,
  });
  await app.ask('POST', '/api/v1/admin/bridge/install', ADMIN);
  expect(await checkOf('bridge')).toMatchObject({ status: 'warn', advice: 'Start darktable.' });

  const darktable = await startDarktable({
    configDir: real.configDir,
    cacheDir: real.cacheDir,
    conf,
    ...testedDarktable,
  });
  onTestFinished(() => darktable.kill());
  await vi.waitFor(
    async () => expect(await app.get<BridgeStatus>('/api/v1/admin/bridge', ADMIN)).toMatchObject({ state: 'ready' }),
    { interval: 100 },
  );
  expect(await checkOf('bridge')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/It responded within \d+ ms/) as string,
  });
  expect(await checkOf('lock')).toMatchObject({
    status: 'ok',
    detail: `darktable has it open (process ${darktable.pid}).`,
  });
  expect(await checkOf('darktable')).toMatchObject({ status: 'ok' });
  // The question changed nothing, and nothing of it stays.
  expect(app.app.services.changes.modules.list(1, { limit: 10, offset: 0 }).total).toBe(0);

  await darktable.quit();
  await vi.waitFor(async () => expect(await checkOf('bridge')).toMatchObject({ advice: 'Start darktable.' }), {
    timeout: 20_000,
    interval: 200,
  });
  expect(await checkOf('lock')).toMatchObject({ detail: 'No program has it open.' });
});
