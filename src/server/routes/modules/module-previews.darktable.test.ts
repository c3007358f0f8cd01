import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { safelightItself } from '../../../renderer/resident/requests.ts';
import { bridgePaths } from '../../../darktable/bridge-files.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { isRunning } from '../../../testing/resident-stage.ts';
import { beat } from '../../../testing/beat.ts';
import { startDarktableProcess } from '../../../testing/darktable-process.ts';
import { openTestApp } from '../../../testing/start-app.ts';

const WAIT_MS = 60_000;

describe('previews by the resident darktable', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  const film = mkdtempSync(join(tmpdir(), 'safelight-at-once-'));
  beforeAll(async () => {
    const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
    for (const id of [1, 2]) writeFileSync(join(film, `${id}.dng`), dng(colourQuarters(1200, 800)));
    app = await openTestApp({
      // The default steps of 5.0.1 are left to darktable-cli.
      library: [1, 2].map((id) => ({ id, film, filename: `${id}.dng`, history, isComplete: true })),
      // Long enough for a busy computer; the first one also waits for the self-test.
      previewWait: { timeoutMs: WAIT_MS, pollMs: WAIT_MS },
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(film, { recursive: true });
  });

  const edit = (ev: number) =>
    app.ask<Buffer>('PATCH', '/api/v1/images/1/modules/exposure?preview=medium', {
      body: { params: { exposure: ev } },
    });
  const lightOf = async (jpeg: Buffer) => (await sharp(jpeg).stats()).channels[1]!.mean;
  const preview = (id: number) => join(app.dataDir, 'previews', '2', `${id}.jpg`);

  test('a PATCH with preview is answered with the picture of exactly that history as soon as it is made', async () => {
    await app.app.settings.update({ renderer: 'auto', previewLevels: [2] });
    const begun = performance.now();
    const lights: number[] = [];
    for (const ev of [0.5, 1.5, -1]) {
      const { status, headers, body } = await edit(ev);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(headers.get('x-preview-warning')).toBeNull();
      expect((await sharp(body).metadata()).width).toBe(675);
      lights.push(await lightOf(body));
    }
    expect(lights[1]!).toBeGreaterThan(lights[0]! + 15);
    expect(lights[2]!).toBeLessThan(lights[0]! - 15);
    // Nobody looks again before that time is over: it is the new picture that wakes the request.
    expect(performance.now() - begun).toBeLessThan(WAIT_MS);
    expect(isRunning(app.app.services.resident.pid!)).toBe(true);
  });

  test('those in the queue are made by it, too', async () => {
    expect((await app.ask('POST', '/api/v1/images/2/refresh')).status).toBe(202);
    await expect.poll(() => existsSync(preview(2))).toBe(true);
    const made = readFileSync(preview(2));
    const quality = app.app.settings.get().previewQuality;
    const { body } = await app.ask<Buffer>('POST', '/api/v1/images/2/render', { body: { size: 'medium', quality } });
    expect(made.equals(body)).toBe(true);
  });

  test('the awaited size comes first, smaller ones are scaled down from it, larger ones follow once nobody waits', async () => {
    await app.app.settings.update({ previewLevels: [0, 1, 2, 3, 4] });
    const at = (level: number) => join(app.dataDir, 'previews', String(level), '1.jpg');
    for (const level of [0, 1, 2, 3, 4]) rmSync(at(level), { force: true });
    const rendered = vi.spyOn(app.app.services.resident, 'render');
    const boxes = () =>
      rendered.mock.calls.map(([{ wanted, isAwaited }]) => [
        (wanted.view as { box: { width: number } }).box.width,
        isAwaited,
      ]);
    let answer: Buffer = Buffer.alloc(0);
    for (const ev of [0.1, 0.2, 0.3, 0.4, 1]) answer = (await edit(ev)).body;
    await expect.poll(() => existsSync(at(0)) && existsSync(at(1)), { timeout: WAIT_MS }).toBe(true);
    expect(boxes()).toEqual(Array.from({ length: 5 }, () => [720, true]));
    await expect.poll(() => existsSync(at(3)) && existsSync(at(4)), { timeout: WAIT_MS }).toBe(true);
    expect(boxes().slice(5)).toEqual([[1920, false]]);
    expect(readFileSync(at(2)).equals(answer)).toBe(true);
    for (const level of [0, 1, 3, 4])
      expect(await lightOf(readFileSync(at(level)))).toBeCloseTo(await lightOf(answer), 0);
    rendered.mockRestore();
  });

  test('a larger size that has begun is not begun anew while somebody goes on editing', async () => {
    const { resident, queues } = app.app.services;
    const rendered = vi.spyOn(resident, 'render');
    const larger = () => rendered.mock.calls.filter(([{ isAwaited }]) => !isAwaited).length;
    await edit(0.5);
    // While it is being made, the history changes.
    await expect.poll(larger, { timeout: WAIT_MS, interval: 1 }).toBe(1);
    const begun = performance.now();
    for (let ev = 1; performance.now() - begun < 2_000; ev = 3 - ev) await edit(ev);
    expect(larger()).toBe(1);
    await expect.poll(() => queues.refresh.depth(), { timeout: WAIT_MS }).toBe(0);
    rendered.mockRestore();
  });

  test('while darktable is open, what somebody waits for comes from whoever is faster; the queue is left to the plugin', async () => {
    const darktable = await startDarktableProcess(app.folder, app.library.file);
    try {
      beat(bridgePaths(app.dataDir).heartbeat, { library: app.library.file, state: 'idle' });
      rmSync(preview(2));
      await app.ask('POST', '/api/v1/images/2/refresh');
      await app.app.services.renderer.previewNow(2, 2, safelightItself());
      expect(existsSync(preview(2))).toBe(true);
      expect(app.app.services.queues.refresh.pending()).toEqual([2]);
    } finally {
      await darktable.end();
      rmSync(bridgePaths(app.dataDir).heartbeat);
      app.app.services.queues.refresh.clear();
    }
  });

  test('with the setting that only the plugin renders, the queue line is written and nothing is made', async () => {
    await app.app.settings.update({ renderer: 'bridge' });
    const gone = AbortSignal.timeout(3_000);
    const token = await app.token();
    await expect(
      fetch(`${app.url}/api/v1/images/1/modules/exposure?preview=medium`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ params: { exposure: 2 } }),
        signal: gone,
      }),
    ).rejects.toThrow();
    expect(app.app.services.queues.refresh.depth()).toBe(1);
  });
});
