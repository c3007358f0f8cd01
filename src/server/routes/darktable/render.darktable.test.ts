import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { orderWithTwoExposures } from '../../../testing/module-order.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { blendParams, exposureParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';
import { paramsIn } from '../../../testing/start-edits.ts';
import { usualParams } from '../../../testing/usual-params.ts';
import { changesOf } from '../../../web/develop-panel/computed/follow-ups.ts';

type Opened = Awaited<ReturnType<typeof openTestApp>>;

describe('POST /images/:id/render', () => {
  let app: Opened;
  let film: string;
  beforeAll(async () => {
    film = mkdtempSync(join(tmpdir(), 'safelight-render-'));
    writeFileSync(join(film, 'one.dng'), dng(colourQuarters(1200, 800)));
    const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
    const rotate = { operation: 'ashift', module: 5, num: 1, params: usualParams('ashift', 5) };
    // Without a color space, as darktable stores it for presets.
    const blending = { blend: blendParams({ maskMode: 0 }), blendVersion: 11 };
    const twoInstances = [...history, { ...history[0]!, priority: 1, num: 1 }];
    // The default steps of 5.0.1 are left to darktable-cli.
    const isComplete = true;
    app = await openTestApp({
      library: [
        { id: 1, film, filename: 'one.dng', history, isComplete },
        { id: 2, film, filename: 'missing.dng', history, isComplete },
        { id: 3, film, filename: 'one.dng', version: 1, history: twoInstances, isComplete },
        { id: 5, film, filename: 'one.dng', version: 3, history: [...history, rotate], isComplete },
        { id: 4, film, filename: 'one.dng', version: 2, history: [{ ...history[0]!, ...blending }], isComplete },
      ],
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(film, { recursive: true });
  });

  const render = (body: unknown, { id = 1, scopes }: { id?: number; scopes?: readonly string[] } = {}) =>
    app.ask<Buffer>('POST', `/api/v1/images/${id}/render`, { body, ...(scopes && { scopes }) });
  const exposure = (ev: number) => ({ exposure: { params: { exposure: ev } } });
  const lightOf = async (jpeg: Buffer) => (await sharp(jpeg).stats()).channels[1]!.mean;

  test('shows the image as it would be; nothing is stored and nothing queued', async () => {
    const [plain, bright, off] = await Promise.all([
      render({ size: 'medium' }),
      render({ size: 'medium', modules: exposure(1.5) }),
      render({ size: 'medium', modules: { exposure: { ...exposure(1.5).exposure, enabled: false } } }),
    ]);
    expect([plain.status, bright.status, off.status]).toEqual([200, 200, 200]);
    expect(bright.headers.get('content-type')).toBe('image/jpeg');
    expect(bright.headers.get('x-picture-size')).toBe('1200x800');
    expect(bright.headers.get('x-picture-region')).toBe('0,0,675,450');
    expect(await lightOf(bright.body)).toBeGreaterThan((await lightOf(plain.body)) + 20);
    expect(await lightOf(off.body)).toBeCloseTo(await lightOf(plain.body), 0);
    expect(paramsIn(app.library.file, 1, 'exposure')).toMatchObject({ exposure: 0 });
    const queue = join(app.dataDir, 'queues', 'refresh.queue');
    expect(existsSync(queue) ? readFileSync(queue, 'utf8') : '').toBe('');
    expect(existsSync(join(app.dataDir, 'previews', '2', '1.jpg'))).toBe(false);
  });

  test('shows blending as it would be', async () => {
    const half = { mask: 'uniform', opacity: 50 };
    const light = async (blend?: object) =>
      lightOf((await render({ modules: { exposure: { params: { exposure: 1.5 }, blend } } }, { id: 4 })).body);
    const [none, full, blended] = await Promise.all([light({ mask: 'uniform', opacity: 0 }), light(), light(half)]);
    expect(blended).toBeGreaterThan(none + 10);
    expect(blended).toBeLessThan(full - 10);
    expect(await light({ ...half, mode: 'multiply' })).not.toBeCloseTo(blended, 0);
  });

  test('a picture that the panel turned has no black corner, and one that is not cropped has', async () => {
    const alsoSets = ['cl', 'cr', 'ct', 'cb'];
    const stored = (field: string) => ({ aspect: 1, cropmode: 1, cr: 1, cb: 1 })[field] ?? 0;
    const facts = { inputSize: { width: 1200, height: 800 } };
    /** Of the darkest pixel of the corners, in three channels. */
    const corners = async (params: Record<string, number>) => {
      const { status, body } = await render({ size: 'medium', modules: { ashift: { params } } }, { id: 5 });
      expect(status, JSON.stringify(body)).toBe(200);
      const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
      const light = (x: number, y: number) => {
        const at = (y * info.width + x) * info.channels;
        return data[at]! + data[at + 1]! + data[at + 2]!;
      };
      const [right, bottom] = [info.width - 1, info.height - 1];
      return Math.min(light(0, 0), light(right, 0), light(0, bottom), light(right, bottom));
    };
    for (const rotation of [7, -20]) {
      const turned = changesOf('ashift', { field: 'rotation', to: rotation, alsoSets }, stored, facts);
      expect(await corners(turned)).toBeGreaterThan(40);
      expect(await corners({ rotation })).toBeLessThan(10);
    }
  });

  test('with a style on top, as it would be put on the image', async () => {
    const style = (name: string, operation: string, version: number, params: Uint8Array) => {
      app.library.change('INSERT INTO data.styles (name, description) VALUES (?, ?)', name, '');
      app.library.change(
        `INSERT INTO data.style_items (styleid, num, module, operation, op_params, enabled, blendop_version, multi_priority, multi_name)
         SELECT max(id), 0, ?, ?, ?, 1, 0, 0, '' FROM data.styles`,
        ...[version, operation, params],
      );
    };
    style('light|strong', 'exposure', 6, exposureParams(1.5));
    style('from the future', 'exposure', 99, exposureParams(1.5));
    const [plain, bright, styled] = await Promise.all([
      render({ size: 'medium' }),
      render({ size: 'medium', modules: exposure(1.5) }),
      render({ size: 'medium', style: 'light|strong' }),
    ]);
    expect(styled.status).toBe(200);
    expect(await lightOf(styled.body)).toBeGreaterThan((await lightOf(plain.body)) + 20);
    expect(await lightOf(styled.body)).toBeCloseTo(await lightOf(bright.body), 0);
    // Further changes come after it, and it comes after a shorter history.
    const undone = await render({ size: 'medium', style: 'light|strong', modules: exposure(0) });
    expect(await lightOf(undone.body)).toBeCloseTo(await lightOf(plain.body), 0);
    expect((await render({ size: 'medium', history_end: 0, style: 'light|strong' })).status).toBe(200);
    expect(paramsIn(app.library.file, 1, 'exposure')).toMatchObject({ exposure: 0 });
    expect((await render({ style: 'nothing' })).status).toBe(404);
    expect((await render({ style: 'from the future' })).status).toBe(409);
  });

  test('of a size, a box or a region, and as a draft', async () => {
    const sizeOf = async (body: unknown) => {
      const { body: jpeg } = await render(body);
      const { width, height } = await sharp(jpeg).metadata();
      return [width, height];
    };
    // 4.2.1 rounds up, later versions down.
    expect([
      [338, 225],
      [337, 225],
    ]).toContainEqual(await sizeOf({ size: 'small' }));
    expect(await sizeOf({ width: 300, height: 300 })).toEqual([300, 200]);
    expect(await sizeOf({ region: { x: 900, y: 700, width: 256, height: 256 } })).toEqual([256, 256]);
    expect(await sizeOf({ draft: true, size: 'thumb' })).toEqual([165, 110]);
  });

  test('without any edit, or it leaves that to darktable-cli and says so', async () => {
    const { status, body } = await render({ history_end: 0, size: 'thumb' });
    if (status === 200) expect((await sharp(body).metadata()).width).toBe(165);
    else
      expect(body).toMatchObject({ error: 'not_rendered', detail: expect.stringContaining('darktable-cli') as string });
  });

  test('changes the instance that is named', async () => {
    app.library.change(
      'INSERT OR REPLACE INTO module_order (imgid, version, iop_list) VALUES (3, 0, ?)',
      orderWithTwoExposures,
    );
    const lightWith = async (modules: object) => lightOf((await render({ modules }, { id: 3 })).body);
    const plain = await lightWith({});
    const first = await lightWith({ exposure: { params: { exposure: 1 }, instance: 0 } });
    const second = await lightWith({ exposure: { params: { exposure: 2 }, instance: 1 } });
    const off = await lightWith({ exposure: { params: { exposure: 2 }, enabled: false, instance: 1 } });
    expect([first > plain + 10, second > first + 10]).toEqual([true, true]);
    expect(off).toBeCloseTo(plain, 0);
    const { body } = await app.ask<ErrorBody>('POST', '/api/v1/images/3/render', {
      body: { modules: { exposure: { enabled: false, instance: 7 } } },
    });
    expect(body).toEqual({
      error: 'module_not_found',
      detail: 'exposure, instance 7, is not in the history of this image.',
    });
  });

  test.each([
    [{ modules: { velvia: { enabled: true } } }, 404, 'module_not_found'],
    [{ modules: { exposure: { params: { brightness: 1 } } } }, 400, 'invalid_body'],
    [{ modules: { exposure: { params: { exposure: 100 } } } }, 400, 'invalid_body'],
    [{ modules: { exposure: { params_b64: 'AAAA' } } }, 400, 'invalid_params_b64'],
    [{ size: 'huge' }, 400, 'invalid_body'],
    [{ width: 100 }, 400, 'invalid_body'],
    [{ size: 'thumb', width: 100, height: 100 }, 400, 'invalid_body'],
    [{ region: { x: 0, y: 0, width: 100_000, height: 1 } }, 400, 'invalid_body'],
    [{ viwer: 'anna' }, 400, 'invalid_body'],
    [{ history_end: 2 }, 400, 'invalid_body'],
  ])('refuses %j', async (body, status, error) => {
    const answer = await app.ask<ErrorBody>('POST', '/api/v1/images/1/render', { body });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  test('needs both scopes, an image, and its photograph', async () => {
    expect((await render({}, { scopes: ['images:read'] })).status).toBe(403);
    expect((await render({}, { scopes: ['previews:read'] })).status).toBe(403);
    expect((await render({}, { scopes: ['images:read', 'previews:read'] })).status).toBe(200);
    expect((await render({}, { id: 99 })).status).toBe(404);
    const { status, body } = await app.ask<ErrorBody>('POST', '/api/v1/images/2/render', { body: {} });
    expect([status, body.error]).toEqual([422, 'not_rendered']);
    expect(body.detail).toContain('the file is missing');
  });

  test('of two viewers each gets its newest picture, and older requests are told that they were replaced', async () => {
    const asked = Array.from({ length: 12 }, (_, k) =>
      render({ size: 'small', viewer: k % 2 === 0 ? 'anna' : 'bert', modules: exposure(k / 10) }),
    );
    const answers = await Promise.all(asked);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(-2)).toEqual([200, 200]);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  });

  test('works in read-only mode', async () => {
    await app.app.settings.update({ readOnly: true });
    expect((await render({ size: 'thumb' })).status).toBe(200);
    await app.app.settings.update({ readOnly: false });
  });

  test('leaves no process behind, and nobody waiting', async () => {
    const { resident } = app.app.services;
    const { pid } = resident;
    const asked = vi.spyOn(resident, 'render');
    const answers = [1, 2, 3, 4].map((ev) => render({ size: 'large', viewer: `${ev}`, modules: exposure(ev) }));
    await vi.waitUntil(() => asked.mock.calls.length === answers.length);
    await app.stop();
    expect((await Promise.all(answers)).at(-1)!.status).toBe(503);
    expect(pid).not.toBeNull();
    await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
  });
});
