import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { installSample } from '../library/sample-library.ts';
import { agentClient, CHANGING } from '../testing/agent-client.ts';
import { startApp } from '../testing/start-app.ts';
import { withoutDarktable } from '../testing/without-darktable.ts';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'docs');

/** The calls of the session in docs/agents.md with the first line of each answer, and what the photographer did in between. */
function recorded() {
  const [, session = ''] = /## A session\n(.*?)\n## /s.exec(readFileSync(join(docs, 'agents.md'), 'utf8')) ?? [];
  const [, lines = ''] = /```text\n(.*?)```/s.exec(session) ?? [];
  const [, picture = ''] = /!\[[^\]]*\]\((images\/[^)]+)\)/.exec(session) ?? [];
  return { lines: lines.trimEnd().split('\n'), picture: join(docs, picture) };
}

test('the session in the documentation is what happens: each call, each answer, and the picture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { library } = await installSample({ assetsDir: join(root, 'assets'), dataDir: folder });
  const app = await startApp({ library: { file: library } });
  await withoutDarktable(app);
  const { client, call } = await agentClient(app, CHANGING);
  onTestFinished(() => client.close());
  const { lines, picture } = recorded();
  const replayed: string[] = [];
  const pictures: Buffer[] = [];
  for (const line of lines) {
    const [, name, given] = /^safelight_(\w+) (\{.*\})$/.exec(line) ?? [];
    if (name !== undefined && given !== undefined) {
      const answer = await call(name, JSON.parse(given) as Record<string, unknown>);
      replayed.push(line, `  ${answer.text.split('\n', 1)[0]}`);
      pictures.push(...answer.pictures.map(({ bytes }) => bytes));
    } else if (line.startsWith('The photographer')) {
      await app.ask('PATCH', '/api/v1/admin/settings', { body: { agentsMayChange: true }, scopes: ['admin'] });
      replayed.push(line);
    }
  }
  expect(replayed).toEqual(lines);
  expect(pictures).toHaveLength(1);
  const [shown, sent] = await Promise.all(
    [picture, pictures[0]!].map((one) => sharp(one).removeAlpha().raw().toBuffer()),
  );
  const difference = shown!.reduce((sum, value, at) => sum + Math.abs(value - sent![at]!), 0) / shown!.length;
  expect([shown!.length, difference < 4]).toEqual([sent!.length, true]);
});
