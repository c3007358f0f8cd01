import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { type FarmState, NO_FARM } from '../../../contract/farm.ts';
import { testBroker } from '../../../testing/broker.ts';
import { startWorker } from '../../../testing/farm-stage.ts';
import { quickDarktable } from '../../../testing/quick-darktable.ts';
import { startApp } from '../../../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };
const FARM = '/api/v1/admin/farm';

test('without a broker nobody else renders, and nobody can be paused', async () => {
  const app = await startApp();
  expect(await app.get<FarmState>(FARM, ADMIN)).toEqual(NO_FARM);
  const refused = await app.ask<ErrorBody>('POST', `${FARM}/pause`, ADMIN);
  expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('a real worker is listed as it tells of itself, paused alone and with all others, and let go on', async () => {
  const app = await startApp({ library: 1 });
  const { path } = await quickDarktable(join(app.folder, 'quick'), { version: '4.2.1' });
  const broker = await testBroker(app.folder, ['laptop']);
  onTestFinished(() => broker.stop());
  await broker.start();
  await app.app.settings.update({
    farmBroker: broker.address,
    farmCredentials: broker.coordinator,
    farmVersions: 'any',
  });
  const worker = startWorker({
    name: 'laptop',
    broker,
    dataDir: join(app.folder, 'laptop'),
    environment: { ...process.env, PATH: path },
  });
  onTestFinished(() => worker.end('SIGKILL'));
  const state = () => app.get<FarmState>(FARM, ADMIN);
  const until = (expected: object) =>
    vi.waitFor(async () => expect(await state()).toMatchObject(expected), { timeout: 60_000, interval: 100 });
  const ask = (act: 'pause' | 'resume', body?: object) =>
    app.ask<FarmState & ErrorBody>('POST', `${FARM}/${act}`, { ...ADMIN, ...(body && { body }) });

  await until({ state: 'connected', workers: [{ name: 'laptop', version: '4.2.1', state: 'idle', paused: false }] });
  // It rests once it has heard of it: until then it may take another job.
  expect((await ask('pause', { worker: 'laptop' })).body).toMatchObject({
    paused: false,
    workers: [{ name: 'laptop', paused: true }],
  });
  await until({ workers: [{ state: 'paused' }] });
  expect((await ask('resume', { worker: 'laptop' })).body.workers[0]).toMatchObject({ paused: false, state: 'idle' });
  expect((await ask('pause')).body).toMatchObject({ paused: true, workers: [{ paused: false }] });
  await until({ workers: [{ state: 'paused' }] });
  expect((await ask('resume')).body).toMatchObject({ paused: false, workers: [{ state: 'idle' }] });

  expect(await ask('pause', { worker: 'attic' })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  expect(await ask('pause', { worker: 'a.*' })).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
  expect(await ask('pause', { wrker: 'laptop' })).toMatchObject({ status: 400 });

  // The broker is gone: that is told, and the worker is not forgotten.
  await broker.stop();
  await until({ state: 'connecting', reason: expect.stringMatching(/cannot be reached|nothing answers/) as string });
  expect((await app.app.admin.diagnostics()).checks.find(({ id }) => id === 'machines')).toMatchObject({
    status: 'warn',
  });
  await app.app.settings.update({ farmBroker: '' });
  expect(await state()).toEqual(NO_FARM);
});
