/** What docs/webhooks.md says is typed and run as it stands there. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WEBHOOK_EVENTS } from '../contract/webhooks.ts';
import { startApp } from '../testing/start-app.ts';
import { startTied } from '../testing/tied-child.ts';
import { freePort } from '../platform/free-port.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'webhooks.md'), 'utf8');
const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')), ([, code]) => code!);

test.each([
  ['Node', 'js', process.execPath, 'receiver.mjs'],
  ['Python', 'py', 'python3', 'receiver.py'],
])(
  'the receiver in %s takes what the steps have sent, and refuses what another secret signed',
  async (_, language, program, file) => {
    const app = await startApp();
    const port = await freePort();
    const steps = blocks('sh').map((step) => step.replaceAll('8765', String(port)));
    const environment = { ...process.env, SAFELIGHT: app.url, TOKEN: await app.token(['admin']) };
    const typed = async (step: string) =>
      JSON.parse((await promisify(execFile)('sh', ['-euc', step], { env: environment })).stdout) as Record<
        string,
        string
      >;
    const { secret } = await typed(steps[0]!);

    writeFileSync(join(app.folder, file), blocks(language)[0]!.replaceAll('8765', String(port)));
    symlinkSync(join(root, 'node_modules'), join(app.folder, 'node_modules'));
    const start = (withSecret: string) => {
      const receiver = startTied([], program, [join(app.folder, file)], { ...process.env, WEBHOOK_SECRET: withSecret });
      onTestFinished(() => receiver.end());
      return receiver;
    };
    const sent = (status: number) => vi.waitFor(async () => expect(await typed(steps[1]!)).toMatchObject({ status }));
    const stranger = start(`whsec_${'A'.repeat(43)}=`);
    await sent(401);
    await stranger.end();
    const receiver = start(secret!);
    await sent(204);
    expect(await receiver.firstLine()).toMatch(/webhook\.test.*webhook_id.*1/);
  },
);

test('the table has every type with its data, and no other', () => {
  const told = Array.from(page.matchAll(/^\| `([a-z.]+)` \| ([^|]*)\|/gm), ([, type, data]) => [
    type,
    data!.trim().replaceAll('`', ''),
  ]);
  expect(Object.fromEntries(told)).toEqual({
    ...Object.fromEntries(
      Object.entries(WEBHOOK_EVENTS).map(([type, { shape }]) => [type, Object.keys(shape).join(', ')]),
    ),
    'webhook.test': 'webhook_id',
  });
});
