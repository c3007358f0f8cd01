import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../testing/start-app.ts';
import { main } from '../testing/main-program.ts';

function run(dataDir: string, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [main, 'events', '--data-dir', dataDir, ...args], {
    env: { ...process.env, HOME: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return { child, said, ended: once(child, 'close') };
}

test('events come as lines, of the wanted names and in order, over a break of the connection, until Ctrl+C', async () => {
  const { app, dataDir } = await startApp({ library: 1 });
  const lines = run(dataDir, '--follow', '--types', 'hello,albums-changed');
  const json = run(dataDir, '--follow', '--json', '--types', 'albums-changed');
  await vi.waitFor(() => expect(lines.said.out).toContain('hello'));
  await vi.waitFor(() => expect(app.services.eventStream.clients()).toBe(2));
  app.events.emit('queues.paused', { paused: false });
  app.events.emit('albums.changed', { id: 1 });
  await vi.waitFor(() => expect(lines.said.out + json.said.out).toMatch(/album_id":1[\s\S]*album_id":1/));
  app.services.eventStream.endAll();
  app.events.emit('albums.changed', { id: 2 });
  await vi.waitFor(() => expect(lines.said.out).toContain('"album_id":2'));
  const told = lines.said.out.trimEnd().split('\n');
  expect(told.filter((line) => line.startsWith('albums-changed'))).toEqual([
    'albums-changed {"album_id":1}',
    'albums-changed {"album_id":2}',
  ]);
  expect(told.filter((line) => line.startsWith('hello'))).toMatchObject(
    [/"missed":false/, /"missed":false/].map((each) => expect.stringMatching(each) as unknown),
  );
  await vi.waitFor(() => expect(json.said.out.trimEnd().split('\n')).toHaveLength(2));
  expect(
    json.said.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { event: 'albums-changed', data: { album_id: 1 } },
    { event: 'albums-changed', data: { album_id: 2 } },
  ]);
  lines.child.kill('SIGINT');
  expect(await lines.ended).toEqual([null, 'SIGINT']);
  // Its reader goes, as `| head` does: it ends with the next event.
  json.child.stdout!.destroy();
  const again = setInterval(() => app.events.emit('albums.changed', { id: 3 }), 50);
  expect(await json.ended).toEqual([0, null]);
  clearInterval(again);
  expect([lines.said.err, json.said.err]).toEqual(['', '']);
});

test('without --follow it lists what there is; an unknown name and no Safelight are said', async () => {
  const { dataDir, stop } = await startApp({ library: 1 });
  const list = run(dataDir);
  expect(await list.ended).toEqual([0, null]);
  expect(list.said.out).toMatch(/^preview-ready +image_id$/m);
  const wrong = run(dataDir, '--follow', '--types', 'preview-redy');
  expect([(await wrong.ended)[0], wrong.said.err]).toEqual([
    2,
    expect.stringContaining('There is no event preview-redy'),
  ]);
  await stop();
  const none = run(dataDir, '--follow');
  expect([(await none.ended)[0], none.said.err]).toEqual([1, expect.stringContaining('Safelight is not running')]);
});
