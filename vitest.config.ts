import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Real darktable, real servers and real child processes want room, and several of them on a busy machine still more.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a test waits for comes when it comes; one second is little where others work, too.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 4,
    // Tests start hundreds of processes from the sources: with the compiled code of the first, the others need half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.compile-cache') },
  },
});
