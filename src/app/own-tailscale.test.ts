import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RemoteAccess } from '../contract/remote-access.ts';
import { fakeTailscale } from '../testing/fake-tailscale.ts';
import { startApp } from '../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

test('who comes by Tailscale may name it as Host, and is signed in by no link that is for this computer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-tailscale-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fake = fakeTailscale(folder);
  const app = await startApp({ environment: { PATH: fake.path } });
  const status = async () => (await app.get<RemoteAccess>('/api/v1/admin/remote-access', ADMIN)).tailscale;
  expect(await status()).toEqual({ state: 'off', url: null, problem: null });
  await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { tailscale: true } });
  await vi.waitFor(
    async () => expect(await status()).toEqual({ state: 'up', url: `https://${fake.name}`, problem: null }),
    {
      timeout: 30_000,
      interval: 50,
    },
  );
  const proxy = fake.config().Web![`${fake.name}:443`]!.Handlers['/']!.Proxy;
  const ask = async (path: string) => {
    const asked = request(new URL(path, proxy), {
      headers: { Host: fake.name, 'X-Forwarded-For': '100.100.1.1' },
      agent: false,
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer;
  };
  expect((await ask('/health')).statusCode).toBe(200);
  const { body } = await app.ask<{ url: string }>('POST', '/api/v1/admin/sign-in-links', {
    ...ADMIN,
    body: { page: '/', only_here: true },
  });
  const { pathname, search } = new URL(body.url);
  expect((await ask(`${pathname}${search}`)).headers['set-cookie']).toBeUndefined();

  await app.ask('PATCH', '/api/v1/admin/settings', { ...ADMIN, body: { tailscale: false } });
  await vi.waitFor(() => expect(fake.config()).toEqual({ TCP: {}, Web: {} }), { interval: 50 });
});
