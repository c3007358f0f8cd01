import { defineConfig } from 'vitest/config';

/** `npm run test:arm64`: too slow for `npm test`. */
export default defineConfig({
  test: {
    include: ['scripts/test/compatibility/*.machine.ts'],
    globalSetup: 'scripts/test/machines/can-run.ts',
    // The first run builds the systems, with a Debian for ARM that is emulated.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
});
