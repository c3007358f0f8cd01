import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentClient, type AgentClient } from '../../testing/agent-client.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';
import { addStyle } from '../../testing/style-fixture.ts';
import { usualParams } from '../../testing/usual-params.ts';
import { withoutDarktable } from '../../testing/without-darktable.ts';

let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  const exposure = { operation: 'exposure', module: 6, params: usualParams('exposure', 6) };
  app = await openTestApp({
    library: [{ id: 1, history: [exposure, { ...exposure, enabled: false, priority: 1, name: 'sky' }], historyEnd: 1 }],
  });
  addStyle(app.library, { id: 1, name: 'film|warm', description: 'A look', items: [{ operation: 'exposure' }] });
  addStyle(app.library, { id: 2, name: 'cold', items: [] });
  await withoutDarktable(app);
  agent = await agentClient(app, ['images:read']);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
});

test('a module of an image is told with units, ranges, values and defaults', async () => {
  const { data } = await agent.call('describe_module', { operation: 'exposure', image_id: 1, instance: 0 });
  expect(data).toMatchObject({ name: 'exposure', module_version: 6, is_in_history: true, can_blend: true });
  const fields = data.fields as { field: string }[];
  expect(fields.find(({ field }) => field === 'exposure')).toMatchObject({
    type: 'number',
    unit: 'EV',
    min: -18,
    max: 18,
    value: '0',
  });
  expect(fields.find(({ field }) => field === 'mode')).toMatchObject({
    type: 'enum',
    value: expect.any(String) as string,
  });
});

test('a module that the image does not have is told in general, and an unknown one is refused with the nearest', async () => {
  const { text, data } = await agent.call('describe_module', { operation: 'sharpen', image_id: 1 });
  expect(text).toContain('does not have the module yet');
  expect(data).toMatchObject({ is_in_history: false });
  expect((data.fields as { field: string }[]).map(({ field }) => field)).toContain('radius');
  expect(await agent.call('describe_module', { operation: 'exposur' })).toMatchObject({
    isError: true,
    facts: { nearest: ['exposure'] },
  });
  expect(await agent.call('describe_module', { operation: 'exposure', image_id: 9 })).toMatchObject({ isError: true });
});

test('without a name, all modules are told', async () => {
  const { data } = await agent.call('describe_module');
  expect((data.modules as { operation: string }[]).map(({ operation }) => operation)).toContain('colorbalancergb');
});

test('modules with the most fields fit in an answer', async () => {
  for (const operation of ['channelmixerrgb', 'colorzones', 'denoiseprofile', 'lens', 'toneequal', 'colorequal']) {
    const { isError, text } = await agent.call('describe_module', { operation });
    if (!isError) expect(text.length).toBeLessThan(40_000);
    // Of a later darktable than the library's.
    else expect(operation).toBe('colorequal');
  }
});

test('the history tells its steps, and which are in force', async () => {
  const { data } = await agent.call('get_history', { image_id: 1, limit: 1, offset: 1 });
  expect(data).toMatchObject({
    total: 2,
    steps_in_force: 1,
    steps: [{ step: 1, operation: 'exposure', instance_name: 'sky', enabled: false, in_force: false }],
  });
});

test('styles are listed with what they set', async () => {
  expect((await agent.call('list_styles')).data).toMatchObject({ total: 2 });
  expect((await agent.call('list_styles', { search: 'WARM' })).data).toMatchObject({
    total: 1,
    styles: [{ name: 'film|warm', description: 'A look', modules: ['exposure'] }],
  });
});
