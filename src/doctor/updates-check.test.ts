import { expect, test } from 'vitest';
import type { UpdateStatus } from '../contract/updates.ts';
import { updatesCheck } from './updates-check.ts';

const status = (more: Partial<UpdateStatus>): UpdateStatus => ({
  enabled: true,
  has_key: true,
  version: '1.0.0',
  kind: 'portable',
  can_install: true,
  checked: 1_790_000_000_000,
  available: null,
  problem: null,
  progress: null,
  ...more,
});
const available = { version: '1.1.0', date: '2026-12-01', notes: '### Added\n\n- **Culling:** it flies.' };

test.each<[string, UpdateStatus | null, 'ok' | 'warn', RegExp]>([
  ['not running', null, 'ok', /^Unknown/],
  ['off', status({ enabled: false }), 'ok', /^Safelight does not look for updates\.$/],
  ['off, in a build without a key', status({ enabled: false, has_key: false }), 'ok', /this build has no key/],
  [
    'on, in a build without a key',
    status({ has_key: false, problem: { code: 'no-key', message: '' } }),
    'warn',
    /^This Safelight has no key to check updates with\.$/,
  ],
  ['newest', status({}), 'ok', /^Safelight 1\.0\.0 is the newest version\.$/],
  ['not looked yet', status({ checked: null }), 'ok', /has not looked/],
  [
    'a newer one',
    status({ available }),
    'warn',
    /Safelight 1\.1\.0 of 2026-12-01 is available\. New: Added - Culling: it/,
  ],
])('%s', (_what, given, worst, words) => {
  const { status: found, detail } = updatesCheck(given);
  expect([found, detail]).toEqual([worst, expect.stringMatching(words)]);
});

test.each<[UpdateStatus['kind'], boolean, RegExp]>([
  ['portable', true, /^Install it: safelight update --install$/],
  ['portable', false, /^Unpack the new version into another folder\.$/],
  ['deb', false, /apt/],
  ['rpm', false, /dnf or zypper/],
  ['windows', false, /installer/],
  ['macos', false, /Safelight\.app/],
  ['checkout', false, /git pull/],
])('what is to be done with %s (it can replace itself: %s)', (kind, canInstall, advice) => {
  expect(updatesCheck(status({ available, kind, can_install: canInstall })).advice).toMatch(advice);
});
