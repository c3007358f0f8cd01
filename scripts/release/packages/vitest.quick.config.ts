import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** What `npm test` has the time for: the .deb of this computer's processor, on one clean Debian. */
export default defineConfig({
  test: { ...all.test, include: ['scripts/release/packages/deb.machine.ts'], env: { SAFELIGHT_TEST_DEBIAN: 'trixie' } },
});
