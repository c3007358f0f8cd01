import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModuleEntry } from '../../contract/modules.ts';
import { agentClient, type AgentClient, CHANGING } from '../../testing/agent-client.ts';
import { libraryRows } from '../../testing/library-rows.ts';
import type { FixtureHistory } from '../../testing/library-fixture.ts';
import { exposureParams, sharpenParams } from '../../testing/pictures/params.ts';
import { addStyle } from '../../testing/style-fixture.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';

const exposure = (ev: number): FixtureHistory => ({ operation: 'exposure', module: 6, params: exposureParams(ev) });
const sharpen: FixtureHistory = { operation: 'sharpen', module: 1, params: sharpenParams(2, 0.5) };

let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  app = await openTestApp({
    library: [
      { id: 1, history: [exposure(0.5), sharpen] },
      { id: 2, history: [exposure(1)] },
      { id: 3, history: [exposure(1.5), sharpen] },
      { id: 4 },
    ],
  });
  const body = { agentsMayChange: true, agentPicturesPerHour: 5_000 };
  await app.ask('PATCH', '/api/v1/admin/settings', { body, scopes: ['admin'] });
  agent = await agentClient(app, CHANGING);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
});

const modules = async (id: number) => {
  const { items } = await app.get<{ items: ModuleEntry[] }>(`/api/v1/images/${id}/modules`);
  return Object.fromEntries(items.map(({ operation, enabled, params }) => [operation, { enabled, params }]));
};
const rows = () => libraryRows(app.library);

const edits = [
  { operation: 'exposure', values: [{ field: 'exposure', value: 0.75 }] },
  { operation: 'sharpen', enabled: false, values: [{ field: 'radius', value: '1.5' }] },
];

test('several modules of several images change in one step, each field told before and after, and one undo takes all back', async () => {
  const before = rows();
  const done = await agent.call('edit_modules', { image_ids: [1, 3], edits });
  expect(done.text).toMatch(/^Changed 2, unchanged 0, refused 0, of 2 asked for\./);
  expect(done.data.made).toEqual([
    {
      image_id: 1,
      changes: [
        { field: 'exposure exposure', before: '0.5', after: '0.75' },
        { field: 'sharpen enabled', before: 'true', after: 'false' },
        { field: 'sharpen radius', before: '2', after: '1.5' },
      ],
    },
    {
      image_id: 3,
      changes: expect.arrayContaining([{ field: 'exposure exposure', before: '1.5', after: '0.75' }]) as unknown,
    },
  ]);
  expect(await modules(1)).toMatchObject({
    exposure: { params: { exposure: 0.75 } },
    sharpen: { enabled: false, params: { radius: 1.5 } },
  });
  const again = await agent.call('edit_modules', { image_ids: [1, 3], edits });
  expect(again.text).toMatch(/^Nothing was changed: 0 changed, unchanged 2/);
  const undone = await agent.call('undo', { change_id: done.data.change_id });
  expect(undone.data).toMatchObject({ left: [] });
  expect(rows()).toEqual(before);
});

test('a module that an image does not have is added, and taken out again', async () => {
  const velvia = [{ operation: 'velvia', values: [{ field: 'strength', value: 30 }] }];
  const planned = await agent.call('edit_modules', { image_ids: [2], edits: velvia, dry_run: true });
  expect(planned.data.would_change).toEqual([
    {
      image_id: 2,
      changes: [
        { field: 'velvia', before: '', after: 'added' },
        { field: 'velvia strength', before: '', after: '30' },
      ],
    },
  ]);
  const done = await agent.call('run_plan', { plan: planned.data.plan });
  expect(done.text).toMatch(/^Changed 1/);
  expect(await modules(2)).toMatchObject({ velvia: { enabled: true, params: { strength: 30 } } });
  await agent.call('undo', { change_id: done.data.change_id });
  expect(Object.keys(await modules(2))).toEqual(['exposure']);
});

test.each([
  [
    'a field that the module does not have',
    [{ operation: 'exposure', values: [{ field: 'exposre', value: 1 }] }],
    { field: 'exposure exposre', nearest: ['exposure'] },
  ],
  [
    'a value out of range',
    [{ operation: 'exposure', values: [{ field: 'exposure', value: 40 }] }],
    { field: 'exposure exposure', min: -18, max: 18, unit: 'EV' },
  ],
  [
    'a word that is none of the field',
    [{ operation: 'exposure', values: [{ field: 'mode', value: 'EXPOSURE_MODE_MANUEL' }] }],
    { field: 'exposure mode', nearest: ['EXPOSURE_MODE_MANUAL'] },
  ],
  [
    'text for a number',
    [{ operation: 'exposure', values: [{ field: 'exposure', value: 'bright' }] }],
    { field: 'exposure exposure', problem: 'must be a number' },
  ],
  ['no such module', [{ operation: 'exposur' }], { field: 'exposur', nearest: ['exposure'] }],
  [
    'a module that would be added, out of range',
    [{ operation: 'velvia', values: [{ field: 'strength', value: 400 }] }],
    { field: 'velvia strength', max: 100 },
  ],
  [
    'one of several wrong',
    [
      { operation: 'exposure', values: [{ field: 'exposure', value: 2 }] },
      { operation: 'velvia', values: [{ field: 'vibrance', value: 4 }] },
    ],
    { field: 'velvia vibrance', nearest: expect.arrayContaining(['strength']) as unknown },
  ],
])('%s: nothing is stored, and what is allowed is told in fields', async (_what, wrong, problem) => {
  const before = rows();
  const told = await agent.call('edit_modules', { image_ids: [2], edits: wrong });
  expect(told.text).toMatch(/^Nothing was changed: 0 changed, unchanged 0, refused 1, of 1/);
  expect(told.data.refusals).toMatchObject([{ image_id: 2, problems: [problem] }]);
  expect(rows()).toEqual(before);
});

test('images that do not exist, instances that are not there and names that are no edits are refused', async () => {
  const ids = await agent.call('edit_modules', { image_ids: [2, 999], edits: [edits[0]] });
  expect(ids.text).toMatch(/^Changed 1, unchanged 0, refused 1, of 2/);
  expect(ids.data.refusals).toEqual([{ image_id: 999, reason: 'it is not in the library' }]);
  await agent.call('undo', { change_id: ids.data.change_id });
  const instance = await agent.call('edit_modules', {
    image_ids: [2],
    edits: [{ operation: 'exposure', instance: 3 }],
  });
  expect(instance.data.refusals).toMatchObject([{ reason: 'exposure has no instance 3 in its history' }]);
  const twice = await agent.call('edit_modules', { image_ids: [2], edits: [edits[0], edits[0]] });
  expect(twice).toMatchObject({ isError: true, facts: { operations: ['exposure'] } });
  const unknown = await agent.call('edit_modules', {
    image_ids: [2],
    edits: [{ operation: 'exposure', enable: false }],
  });
  expect(unknown.facts.problems).toEqual([
    { field: 'edits.0.enable', problem: 'there is no such argument', nearest: ['enabled'] },
  ]);
});

test('what was edited since the dry run is refused picture by picture', async () => {
  const planned = await agent.call('edit_modules', { image_ids: [1, 2], edits: [edits[0]], dry_run: true });
  await app.ask('PATCH', '/api/v1/images/1/modules/exposure', { body: { params: { black: 0.01 } } });
  const done = await agent.call('run_plan', { plan: planned.data.plan });
  expect(done.text).toMatch(/^Changed 1, unchanged 0, refused 1, of 2/);
  expect(done.data.refusals).toEqual([{ image_id: 1, reason: 'it was changed since the dry run' }]);
  expect(await modules(1)).toMatchObject({ exposure: { params: { exposure: 0.5 } } });
});

test('a style and the edits of another image are planned, put on images and taken back', async () => {
  addStyle(app.library, { id: 1, name: 'film|warm', items: [{ operation: 'velvia', module: 2 }] });
  const before = rows();
  const wrong = await agent.call('apply_style', { image_ids: [1], style: 'film|wram' });
  expect(wrong).toMatchObject({ isError: true, facts: { nearest: ['film|warm'] } });
  const planned = await agent.call('apply_style', { image_ids: [1, 2], style: 'film|warm', dry_run: true });
  expect(planned.data.would_change).toMatchObject([
    { image_id: 1, changes: [{ field: 'velvia', before: '', after: 'new' }] },
    { image_id: 2 },
  ]);
  const styled = await agent.call('run_plan', { plan: planned.data.plan });
  expect(styled.text).toMatch(/^Changed 2, unchanged 0, refused 0, of 2/);
  expect(await modules(1)).toHaveProperty('velvia');
  const copied = await agent.call('copy_edits', { image_ids: [4], from: 2 });
  expect(copied.text).toMatch(/^Changed 1/);
  expect(Object.keys(await modules(4))).toEqual(expect.arrayContaining(['exposure', 'velvia']));
  for (const { data } of [copied, styled])
    expect((await agent.call('undo', { change_id: data.change_id })).data.left).toEqual([]);
  expect(rows().history).toEqual(before.history);
});

test('a plan of a copy is refused when the image that it comes from was edited since', async () => {
  const planned = await agent.call('copy_edits', { image_ids: [4], from: 2, dry_run: true });
  await app.ask('PATCH', '/api/v1/images/2/modules/exposure', { body: { params: { exposure: 1.25 } } });
  const run = await agent.call('run_plan', { plan: planned.data.plan });
  expect(run.text).toMatch(/^Nothing was changed: 0 changed, unchanged 0, refused 1, of 1/);
});

test('images are grouped and duplicated as one change each', async () => {
  const grouped = await agent.call('group_and_versions', { action: 'group', image_ids: [1, 3], leader: 3 });
  expect(grouped.text).toMatch(/^Changed/);
  expect(await app.get('/api/v1/images/1')).toMatchObject({ group_id: 3 });
  const doubled = await agent.call('group_and_versions', { action: 'duplicate', image_ids: [4] });
  expect(doubled.data.new_images).toHaveLength(1);
  for (const { data } of [doubled, grouped]) await agent.call('undo', { change_id: data.change_id });
  expect(rows().images).toHaveLength(4);
  expect(await app.get('/api/v1/images/1')).toMatchObject({ group_id: 1 });
});
