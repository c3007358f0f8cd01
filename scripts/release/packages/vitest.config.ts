import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['scripts/release/packages/*.machine.ts'],
    globalSetup: ['scripts/test/machines/can-run.ts', 'scripts/release/packages/are-made.ts'],
    maxWorkers: 2,
    // The first run builds the systems, and every run installs packages.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
