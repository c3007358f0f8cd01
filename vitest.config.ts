import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { filesLeftOut } from './scripts/test/left-out.ts';

if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(`Tests run on Safelight's own Node, and this is ${process.versions.node}: npm run test:unit -- FILE`);
  process.exit(1);
}

const leftOut = filesLeftOut();
const ours = ['src/**/*.test.ts', 'scripts/**/*.test.ts'];
/** These put something in the place of a module, or try modules of the page, which keep their state. */
const ownProcess = [
  'src/web/**/*.test.ts',
  'src/darktable/library-holder.test.ts',
  'src/library/restore-backup.test.ts',
];
const withDarktable = ['src/**/*.darktable.test.ts'];

export default defineConfig({
  test: {
    // Real darktable, real servers and real child processes want room, and several of them on a busy machine still more.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What a test waits for comes when it comes; one second is little where others work, too.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [join(import.meta.dirname, 'src/testing/patience.ts')],
    pool: 'forks',
    maxWorkers: 4,
    env: {
      // Tests start hundreds of processes from the sources: with the compiled code of the first, the others need half the time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.compile-cache'),
      // Threads of darktable sleep while they wait for each other: a third of its processor time.
      OMP_WAIT_POLICY: 'passive',
    },
    projects: [
      {
        extends: true,
        // A worker runs many files, and loads the program once.
        test: { name: 'unit', isolate: false, include: ours, exclude: [...withDarktable, ...ownProcess, ...leftOut] },
      },
      { extends: true, test: { name: 'own process', include: ownProcess, exclude: leftOut } },
      { extends: true, test: { name: 'darktable', include: withDarktable, exclude: leftOut } },
    ],
  },
});
