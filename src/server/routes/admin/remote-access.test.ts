import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RemoteAccess } from '../../../contract/remote-access.ts';
import { startApp } from '../../../testing/start-app.ts';

const ADMIN = { scopes: ['admin'] };

test('a tunnel is tried as soon as it is wanted, says what is in its way, and is given up when it is not wanted', async () => {
  const app = await startApp();
  const { tunnel, domain } = await app.get<RemoteAccess>('/api/v1/admin/remote-access', ADMIN);
  expect(domain).toEqual({ name: null, state: 'off', expires: null, problem: null });
  expect(tunnel).toEqual({ host: null, state: 'off', problem: null });
  const change = (body: object) =>
    app.ask<{ fields?: Record<string, string> }>('PATCH', '/api/v1/admin/settings', { ...ADMIN, body });

  const publicKey = join(app.folder, 'key.pub');
  writeFileSync(publicKey, 'ssh-ed25519 AAAA me@here');
  const refused = await change({ tunnelKey: publicKey });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { tunnelKey: expect.stringContaining('no private key') as string } },
  });
  expect((await change({ tunnelKey: join(app.folder, 'none') })).status).toBe(400);

  expect((await change({ tunnelHost: 'me@127.0.0.1:1' })).status).toBe(200);
  await vi.waitFor(
    async () =>
      expect((await app.get<RemoteAccess>('/api/v1/admin/remote-access', ADMIN)).tunnel).toEqual({
        host: 'me@127.0.0.1:1',
        state: 'waiting',
        problem: expect.stringContaining('nothing answers at port 1') as string,
      }),
    { interval: 50 },
  );
  expect((await change({ tunnelHost: '' })).status).toBe(200);
  const after = await app.get<RemoteAccess>('/api/v1/admin/remote-access', ADMIN);
  expect(after.tunnel).toEqual({ host: null, state: 'off', problem: null });
});
