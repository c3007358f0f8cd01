import { expect, test } from 'vitest';
import type { RemoteAccess } from '../contract/remote-access.ts';
import { remoteAccessCheck } from './remote-access-check.ts';

const off: RemoteAccess = {
  tunnel: { host: null, state: 'off', problem: null },
  tailscale: { state: 'off', url: null, problem: null },
  domain: { name: null, state: 'off', expires: null, problem: null },
};
const tunnel = { host: 'me@far.example', state: 'up', problem: null } as const;
const domain = { name: 'photos.example', state: 'ready', expires: 0, problem: null } as const;

test('the doctor says which ways from outside lead here, and what stands in the others', () => {
  expect(remoteAccessCheck(null)).toMatchObject({ status: 'ok' });
  expect(remoteAccessCheck(off)).toMatchObject({ status: 'ok', detail: 'Nobody reaches Safelight from outside.' });
  expect(remoteAccessCheck({ ...off, tunnel, domain })).toMatchObject({
    status: 'ok',
    detail: 'The tunnel to me@far.example is open. photos.example has a valid certificate.',
  });
  const problem = 'On far.example nothing answers at port 22.';
  expect(remoteAccessCheck({ ...off, domain, tunnel: { ...tunnel, state: 'waiting', problem } })).toMatchObject({
    status: 'warn',
    detail: 'The tunnel to me@far.example is not open. photos.example has a valid certificate.',
    advice: problem,
  });
  // It is open, and the public address does not lead to it.
  const elsewhere = 'photos.example leads to another program.';
  expect(remoteAccessCheck({ ...off, tunnel: { ...tunnel, problem: elsewhere } })).toMatchObject({
    status: 'warn',
    advice: elsewhere,
  });
  expect(remoteAccessCheck({ ...off, tailscale: { ...off.tailscale, state: 'connecting' } })).toMatchObject({
    status: 'warn',
    detail: 'Tailscale does not lead here.',
  });
});
