import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['scripts/test/machines/*.machine.ts'],
    globalSetup: 'scripts/test/machines/can-run.ts',
    // Each file has its own machine, and the network is slower than the processor.
    maxWorkers: 2,
    // The first run builds the systems, and every run installs packages.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
