import { expect, test } from 'vitest';
import { agentClient, CHANGING } from '../../testing/agent-client.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { standInDarktable } from '../../testing/stand-in-darktable.ts';
import { startApp } from '../../testing/start-app.ts';
import { startStandInPlugin } from '../../testing/stand-in-plugin.ts';

test('darktable is opened between a dry run and its run: refused with the reason, done through its plugin, or later; nothing is lost', async () => {
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
  const app = await startApp({ library: [1, 2].map((id) => ({ id, stars: 1, history })) });
  await app.ask('PATCH', '/api/v1/admin/settings', { body: { agentsMayChange: true }, scopes: ['admin'] });
  const agent = await agentClient(app, CHANGING);
  const plan = async (tool: string, given: object) =>
    (await agent.call(tool, { image_ids: [1, 2], dry_run: true, ...given })).data.plan;
  const run = (planned: unknown) => agent.call('run_plan', { plan: planned });
  const stars = async () => (await app.get<{ rating: number }>('/api/v1/images/2')).rating;
  const exposure = { operation: 'exposure', values: [{ field: 'exposure', value: '0.5' }] };
  const [first, second, edit] = [
    await plan('organize', { rating: 3 }),
    await plan('organize', { rating: 4 }),
    await plan('edit_modules', { edits: [exposure] }),
  ];

  const darktable = await standInDarktable(app.folder, app.library.file);
  for (const planned of [first, edit]) {
    const { isError, text, facts } = await run(planned);
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Nothing was /)]);
    expect(JSON.stringify(facts)).toContain('has this library open, but the plugin does not respond');
  }
  expect(await stars()).toBe(1);
  await darktable.end();

  const plugin = await startStandInPlugin(app.folder, { dataDir: app.dataDir, library: app.library.file });
  expect((await run(first)).text).toMatch(/^Changed 2, unchanged 0, refused 0, of 2/);
  expect([await stars(), plugin.jobs]).toEqual([3, 1]);
  plugin.obstacle = 'lighttable';
  const rejected = await agent.call('organize', { image_ids: [1], rejected: true });
  expect(rejected.data).toMatchObject({ changed: 1, rejects_waiting: 1 });
  expect((await agent.call('undo', { change_id: rejected.data.change_id })).data).toMatchObject({ restored: 1 });
  await plugin.end();
  expect((await run(second)).data.refusals).toEqual(
    [1, 2].map((image_id) => ({ image_id, reason: 'it was changed since the dry run' })),
  );
  const changed = await run(edit);
  expect(changed.text).toMatch(/^Changed 2, unchanged 0, refused 0, of 2/);
  expect((await agent.call('undo', { change_id: changed.data.change_id })).data).toMatchObject({ restored: 2 });
  await agent.client.close();
});
