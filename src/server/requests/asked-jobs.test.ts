import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALL_SCOPES, type Scope } from '../../contract/scopes.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { openJobQueue } from '../../queues/job-queue.ts';
import { startApp } from '../../testing/start-app.ts';
import { AskedJobs, MOST_WAITING } from './asked-jobs.ts';

function open() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-asked-'));
  const file = join(folder, 'export.queue');
  const queue = openJobQueue({ name: 'export', file, events: new Events(), log: silentLog() });
  onTestFinished(() => {
    queue.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const asked = new AskedJobs(queue);
  const reader = (clientId: string, scopes: readonly Scope[] = ['previews:read']) => ({
    clientId,
    scopes: new Set(scopes),
  });
  return {
    reader,
    append: (id: number, who = reader('frame')) => asked.append(id, who),
    lines: () => readFileSync(file, 'utf8').trim().split('\n').map(Number),
    /** Like darktable after it has done all jobs. */
    finish: () => rmSync(file),
  };
}

test('one who may only read has a thousand exports waiting at most, and more when they are done', async () => {
  const { append, lines, finish, reader } = open();
  for (let id = 1; id <= MOST_WAITING; id += 1) await append(id);
  await expect(append(MOST_WAITING + 1)).rejects.toMatchObject({ code: 'slow_down', retryAfterSeconds: 60 });
  // What already waits is queued as before, and other clients are not affected.
  await append(7);
  await append(5000, reader('other'));
  expect(lines()).toEqual([...Array.from({ length: MOST_WAITING }, (_, at) => at + 1), 5000]);
  finish();
  await append(MOST_WAITING + 1);
  expect(lines()).toEqual([MOST_WAITING + 1]);
});

test('one who asks for the same again and again does not fill the queue', async () => {
  const { append, lines } = open();
  for (let time = 0; time < 3 * MOST_WAITING; time += 1) await append(time % 3);
  expect(lines()).toHaveLength(MOST_WAITING);
  await append(3);
  expect(lines().at(-1)).toBe(3);
});

test('one who may export is not bounded', async () => {
  const { append, lines, reader } = open();
  for (let id = 1; id <= MOST_WAITING + 50; id += 1) await append(id, reader('editor', ALL_SCOPES));
  expect(lines()).toHaveLength(MOST_WAITING + 50);
});

test.each([
  ['a full size', 'full', 'exports'],
  ['a preview', 'preview', 'previews'],
])(
  'over HTTP, %s too many is answered with 429 and when to come back',
  async (_what, route, words) => {
    const app = await startApp({ library: MOST_WAITING + 1 });
    const { items } = await app.get<{ items: { id: number }[] }>('/api/v1/images?limit=1&sort_by=id&sort_dir=desc');
    const last = items[0]!.id;
    const ask = (id: number) => app.ask('GET', `/api/v1/images/${id}/${route}`, { scopes: ['previews:read'] });
    for (let id = last - MOST_WAITING; id < last; id += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ask(id + at)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    }
    const refused = await ask(last);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'slow_down', detail: `1000 ${words} that this client requested are already waiting.` },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await ask(last - 1)).status).toBe(202);
    expect((await app.ask('GET', `/api/v1/images/${last}/${route}`)).status).toBe(202);
  },
  120_000,
);
