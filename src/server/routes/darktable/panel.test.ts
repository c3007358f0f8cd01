import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { BlendingPanel, ModulePanel, Panel } from '../../../contract/panel.ts';
import { openTestApp } from '../../../testing/start-app.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp({ library: [{ id: 1 }] });
});
afterAll(() => app.close());

const panel = async () => Panel.parse(await app.get('/api/v1/panel'));
const controls = async (op: string, version: number) =>
  ModulePanel.parse(await app.get(`/api/v1/panel/modules/${op}/${version}`));

test('a library of darktable 4.2 gets the groups and the words of 4.2', async () => {
  const { release, groups, modules } = await panel();
  expect(release).toBe('4.2.1');
  expect(groups.map(({ name }) => name)).toEqual(['technical', 'grading', 'effects']);
  expect(modules.find(({ operation }) => operation === 'exposure')).toMatchObject({
    name: 'exposure',
    versions: [6, 7],
    groups: ['technical'],
    blending: 'rgb',
    always_on: false,
  });
  expect(modules.some(({ operation }) => operation === 'agx')).toBe(false);
});

test('a module version tells its controls with ranges, units and words', async () => {
  const { release, controls: exposure } = await controls('exposure', 6);
  expect(release).toBe('4.2.1');
  expect(exposure.find(({ field }) => field === 'exposure')).toMatchObject({
    kind: 'slider',
    label: 'exposure',
    soft: [-3, 4],
    hard: [-18, 18],
    digits: 3,
    unit: ' EV',
  });
});

test('a step that a newer darktable wrote gets the panel of that one', async () => {
  const { release, controls: exposure } = await controls('exposure', 7);
  expect(release).toBe('5.4.1');
  expect(exposure.map(({ label }) => label)).toContain('highlight preservation mode');
});

test('blending has controls for raw, Lab and RGB', async () => {
  const { areas } = BlendingPanel.parse(await app.get('/api/v1/panel/blending/11'));
  expect(areas.rgb.find(({ field }) => field === 'opacity')).toMatchObject({ label: 'opacity', unit: '%' });
  expect(areas.lab.find(({ kind }) => kind === 'tabs')!.tabs).toEqual(['L', 'a', 'b', 'C', 'h']);
});

test.each([
  'modules/exposure/99',
  'modules/nonsense/1',
  'modules/..%2Freleases%2F4.2.1/1',
  'modules/exposure/-6',
  'modules/__proto__/1',
  'blending/3',
  `modules/${'a'.repeat(3000)}/1`,
])('there is no panel at %s', async (path) => {
  const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/panel/${path}`);
  expect([status, body.error]).toEqual([404, 'not_found']);
});

test.each(['modules/exposure/abc', 'blending/1e1'])('a version is a number: %s', async (path) => {
  const { status, body } = await app.ask<ErrorBody>('GET', `/api/v1/panel/${path}`);
  expect([status, body.error]).toEqual([400, 'invalid_id']);
});

test('a panel that the client has already is not sent again', async () => {
  const path = '/api/v1/panel/modules/exposure/6';
  const first = await app.ask('GET', path);
  const again = await app.ask('GET', path, { headers: { 'if-none-match': first.headers.get('etag')! } });
  expect([first.status, again.status]).toEqual([200, 304]);
});

test('it takes the scope to read images', async () => {
  const { status } = await app.ask('GET', '/api/v1/panel', { scopes: ['tags:read'] });
  expect(status).toBe(403);
});
