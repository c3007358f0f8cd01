import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ENGLISH } from '../desktop/desktop-words.ts';
import { startApp } from '../testing/start-app.ts';
import { trayMenu, type MenuRow, type TrayState } from '../tray/tray-menu.ts';
import { followTrayState } from './tray-state.ts';

test('the tray is shown what is: queues, clients, switches, failures, exports, and where the server answers', async () => {
  const { app, ask, dataDir } = await startApp({ library: [{ id: 1, filename: 'one.raf' }] });
  await app.services.index.settled();
  let shown: TrayState | undefined;
  const listeners = app.events.listenerCount('library.switched');
  const following = followTrayState(app, (state) => (shown = state));
  onTestFinished(() => following.close());
  const until = (expected: unknown) => vi.waitFor(() => expect(shown).toMatchObject(expected as object), 10_000);

  await until({
    url: app.url,
    queues: { refresh: 0, export: 0 },
    paused: false,
    libraryProblem: null,
    indexing: null,
    attention: null,
    asking: null,
    agentAsking: null,
    clients: [],
    recentExports: [],
    settings: { readOnly: false, autostart: null, lan: false, https: false },
  });

  await app.settings.update({ queuesPaused: true, readOnly: false });
  await ask('POST', '/api/v1/images/1/refresh');
  await until({ paused: true, queues: { refresh: 1 } });

  await app.services.clients.add({ id: 'frame', name: 'Picture frame' });
  await until({ clients: [{ name: 'test-0' }, { id: 'frame', name: 'Picture frame', enabled: true }] });

  const { rightsRequests } = app.services.auth;
  rightsRequests.ask('frame', 'cull');
  app.events.emit('rights.changed', { waiting: 1 });
  await until({ asking: 'Picture frame' });
  rightsRequests.answer(rightsRequests.list()[0]!.id, false);
  app.events.emit('rights.changed', { waiting: 0 });
  await until({ asking: null });

  const { desk } = app.services.agents;
  desk.askOwner('frame');
  await until({ agentAsking: 'Picture frame' });
  desk.answered();
  await until({ agentAsking: null });

  app.services.clients.change('frame', { enabled: false });
  await until({ clients: [{}, { id: 'frame', enabled: false }] });

  const { file } = app.services.queues.exports;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(`${file}.failed`, '1\tno room\n');
  appendFileSync(`${app.services.queues.refresh.file}.failed`, '1\tno room\n2\tno room\n');
  await until({ attention: { kind: 'failed-jobs', exports: 1, previews: 2 } });

  writeFileSync(join(dataDir, 'exports', '1.jpg'), '');
  await app.settings.update({ port: 0, readOnly: true });
  await until({
    url: app.url,
    settings: { readOnly: true },
    recentExports: [{ filename: 'one.raf', file: join(dataDir, 'exports', '1.jpg') }],
  });
  // And the menu says so.
  const rows = trayMenu(shown!, ENGLISH).parts.filter((part): part is MenuRow => part.kind === 'row');
  expect(rows.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['1 export and 2 previews failed', 'Refresh queue: 1']),
  );
  following.close();
  expect(app.events.listenerCount('library.switched')).toBe(listeners);
});
