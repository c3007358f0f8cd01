import { expect, test } from 'vitest';
import { refuseLarge } from './make-packages.ts';

test('a package that has become too large is not made', () => {
  expect(() => refuseLarge('/out/safelight-1.0.0-linux-amd64.tar.gz', 70e6)).not.toThrow();
  expect(() => refuseLarge('/out/safelight-1.0.0-linux-amd64.tar.gz', 70.1e6)).toThrow(
    'safelight-1.0.0-linux-amd64.tar.gz has 70.1 MB; its limit is 70 MB.',
  );
  expect(() => refuseLarge('/out/safelight_1.0.0_amd64.deb', 50.1e6)).toThrow('its limit is 50 MB');
  expect(() => refuseLarge('/out/safelight-1.0.0-windows-x64.exe', 75.1e6)).toThrow('its limit is 75 MB');
});
